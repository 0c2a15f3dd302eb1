import { ApiError, ConflictError } from './api-error.js'
import { type BatchBody, type BatchResults, batchResults } from './batch.js'
import type { Client } from './client.js'
import { createList } from './list.js'
import { pairsOf } from './search.js'
import { type ClientOptions, createSend, type SentRequest } from './transport.js'
import type { Resources } from './typed/index.js'

/**
 * Creates a client. `S` types it: the type of a site (`typeof site`), of features or a configuration, or what
 * `platen types` writes. Without it, the built-in routes and `RegisteredTypes` have types.
 */
export function createClient<S = never>(options: ClientOptions): Client<Resources<S>> {
  const send = createSend(options)
  const prefix = options.dialect ?? 'cms'
  /** The entity tags of responses; empty for what was read from a server without them. */
  const etags = new WeakMap<object, string>()
  /** Whether the server sends tags: a response without one is then an exception, such as an incomplete one. */
  let hasTags = false

  async function request<T>(method: string, path: string, sent?: SentRequest): Promise<T> {
    const { body, headers } = await send<T>(method, path, sent)
    const tag = headers.get('etag')
    hasTags ||= tag !== null
    const etag = tag ?? (method === 'GET' ? '' : undefined)
    if (etag !== undefined && typeof body === 'object' && body !== null) etags.set(body, etag)
    return body
  }
  const writing =
    (method: string) =>
    <T>(path: string, body: unknown, sent?: SentRequest) =>
      request<T>(method, path, { ...sent, body })

  return {
    get: (path, sent) => request('GET', path, sent),
    list: (path, sent = {}) => createList(send, prefix, path, sent),
    post: writing('POST'),
    put: writing('PUT'),
    patch: writing('PATCH'),
    async update<T>(path: string, base: object | string, body: unknown, sent: SentRequest = {}): Promise<T> {
      const etag = typeof base === 'string' ? base || undefined : etags.get(base)
      if (etag === undefined || (etag === '' && hasTags))
        throw new TypeError('The resource has no entity tag: read it on its own, with the same client.')
      const headers = { ...sent.headers, ...(etag !== '' && { 'if-match': etag }) }
      try {
        return await request('PATCH', path, { ...sent, body, headers })
      } catch (error) {
        if (!(error instanceof ApiError && error.status === 412)) throw error
        throw new ConflictError(error, await request('GET', path, sent).catch(() => undefined))
      }
    },
    delete: (path, sent) => request('DELETE', path, sent),
    upload(path, file, { name, fields, ...sent } = {}) {
      const body = new FormData()
      for (const [field, value] of pairsOf(Object.entries(fields ?? {}))) body.append(field, value)
      body.append('file', file, name ?? (file instanceof File ? file.name : 'file'))
      return request('POST', path, { ...sent, body })
    },
    async batch(requests, { allOrNothing, ...sent } = {}) {
      const body = { requests, ...(allOrNothing && { validation: 'require-all-validate' }) }
      const results = batchResults(await request<BatchBody>('POST', '/batch/v1', { ...sent, body }))
      return results as BatchResults<Resources<S>, typeof requests>
    },
    request,
    etagOf: resource => etags.get(resource) || undefined,
  }
}
