import { NAMESPACE_PROPERTIES } from '../discovery/index-schema.js'
import { answerRequest, resolveRequest } from '../dispatch/dispatch.js'
import { asEnvelope } from '../dispatch/envelope.js'
import { noRoute } from '../dispatch/match-route.js'
import { errorOutcome } from '../dispatch/outcome.js'
import { resolveTarget } from '../dispatch/resolve-target.js'
import type { ResolvedRequest } from '../dispatch/resolved-request.js'
import { endpoint, type HandlerRequest, type Reply } from '../registry/definition.js'
import type { Registry } from '../registry/registry.js'
import { RestError } from '../rest-error.js'
import type { Schema } from '../schema/index.js'
import { objectSchema } from '../schema/object-schema.js'

/** The most requests of one batch by default. */
export const MAX_BATCH_REQUESTS = 25

/** How `batch/v1` is served. */
export interface BatchOptions {
  /** Whether it is a namespace, with an index at `GET /batch/v1`; true by default. */
  readonly namespace?: boolean | undefined
  readonly maxRequests?: number | undefined
}

/** A path, or a URL of any host: the host and the fragment are ignored. */
const ADDRESS = /^(?:(?:[a-z][a-z\d+.-]*:)?\/\/(?<host>[^/?#]*))?(?<path>[^?#]*)(?:\?(?<query>[^#]*))?/i

interface BatchItem {
  readonly path: string
  readonly method: string
  readonly body: Readonly<Record<string, unknown>>
  readonly headers: Readonly<Record<string, string | readonly string[]>>
}

/** The schema of a batch's response; `index` is what a GET of the same path shows. */
const batchSchema = (index: Readonly<Record<string, Schema>>): Schema =>
  objectSchema('batch', {
    ...index,
    failed: { description: 'Why nothing was done.', type: 'string', enum: ['validation'] },
    responses: {
      description: 'The responses, in the order of the requests; null for a request that would have been accepted.',
      type: 'array',
      items: {
        type: ['object', 'null'],
        properties: {
          body: { description: 'What was answered.', type: ['object', 'array', 'string', 'number', 'boolean', 'null'] },
          status: { description: 'Its status.', type: 'integer' },
          headers: { description: 'Its headers; an empty list when there are none.', type: ['object', 'array'] },
        },
      },
    },
  })

/**
 * Registers `POST /batch/v1`: up to 25 changes in one request. They are performed in order; the response has status
 * 207 and holds `body`, `status` and `headers` of each. With `validation: 'require-all-validate'` nothing is
 * performed unless the arguments of all of them are valid. Only routes that are registered with `batch` take part.
 */
export function registerBatch(registry: Registry, options: BatchOptions = {}): void {
  const { dispatchContext } = registry
  const [namespace, path] = options.namespace === false ? ['', '/batch/v1'] : ['batch/v1', '/']
  registry.route(namespace, path, {
    answerSchema: () => batchSchema(namespace === '' ? {} : NAMESPACE_PROPERTIES),
    endpoints: [
      endpoint({
        methods: 'POST',
        args: {
          validation: { type: 'string', enum: ['require-all-validate', 'normal'], default: 'normal' },
          requests: {
            type: 'array',
            required: true,
            maxItems: options.maxRequests ?? MAX_BATCH_REQUESTS,
            items: {
              type: 'object',
              properties: {
                method: { type: 'string', enum: ['POST', 'PUT', 'PATCH', 'DELETE'], default: 'POST' },
                path: { type: 'string', required: true },
                body: { type: 'object', properties: {}, additionalProperties: true },
                headers: {
                  type: 'object',
                  properties: {},
                  additionalProperties: { type: ['string', 'array'], items: { type: 'string' } },
                },
              },
            },
          },
        },
        permission: 'public',
        async handler(request): Promise<Reply> {
          const items = request.params.requests as unknown as readonly BatchItem[]
          const resolved: ResolvedRequest[] = []
          for (const item of items) resolved.push(await resolveItem(item, request))
          if (request.params.validation === 'require-all-validate' && resolved.some(each => each.error !== undefined)) {
            const told = resolved.map(({ error }) =>
              error === undefined ? null : asEnvelope(errorOutcome(error), registry.names),
            )
            return { status: 207, body: { failed: 'validation', responses: told } }
          }
          const responses: unknown[] = []
          for (const each of resolved)
            responses.push(asEnvelope(await answerRequest(each, dispatchContext), registry.names))
          return { status: 207, body: { responses } }
        },
      }),
    ],
  })

  async function resolveItem(item: BatchItem, request: HandlerRequest): Promise<ResolvedRequest> {
    const { host, path, query } = ADDRESS.exec(item.path)?.groups ?? {}
    if (path === undefined || host === '') return unreadablePath()
    if (!path.startsWith('/') || path.endsWith('/')) return { error: noRoute() }
    const headers: Record<string, string> = {}
    for (const [name, value] of Object.entries(item.headers ?? {}))
      headers[name.toLowerCase()] = [value].flat().join(', ')
    const method = item.method ?? 'POST'
    const inner = {
      method,
      path,
      query,
      headers,
      body: { kind: 'json' as const, value: item.body ?? {} },
      principal: request.principal,
      remoteAddress: request.remoteAddress,
      secure: request.secure,
      signal: request.signal,
    }
    // The method cannot be overridden within a batch, and a path counts as it is written.
    const target = { ...resolveTarget(inner), path, method, head: false }
    const resolved = await resolveRequest(inner, target, request.principal, dispatchContext)
    if (resolved.route === undefined || resolved.route.batch) return resolved
    return {
      ...resolved,
      error: new RestError('rest_batch_not_allowed', 'This route does not take part in batches.', 400),
    }
  }
}

function unreadablePath(): ResolvedRequest {
  const error = new RestError('parse_path_failed', 'The path of the request cannot be read.', 400)
  return { error }
}
