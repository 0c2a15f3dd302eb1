import { createRegistry, endpoint, type RegistryOptions } from '@platen/core'
import { type FetchOptions, toFetchHandler } from '@platen/fetch'

/** What was sent of a request, as the endpoint `/echo/v1/sent` answers it. */
export interface Sent {
  readonly params: Record<string, unknown>
  readonly files: readonly { field: string; name: string; type: string; size: number }[]
  readonly address: string
  readonly secure: boolean
  readonly word: string
}

/** A handler for a registry that answers what it was sent, and errors that were reported. */
export function aHandler(options: FetchOptions = {}, registering: RegistryOptions = {}) {
  const errors: unknown[] = []
  const onError = (error: unknown) => void errors.push(error)
  const registry = createRegistry({ baseUrl: 'https://site.example/cms-json', onError, ...registering })
  registry.route('echo/v1', '/sent', {
    endpoints: [
      endpoint({
        methods: ['GET', 'POST', 'PUT', 'DELETE'],
        permission: 'public',
        handler: ({ params, files, remoteAddress: address, secure, headers }) => ({
          body: {
            params,
            files: files.map(({ bytes, ...file }) => ({ ...file, size: bytes.length })),
            address,
            secure,
            word: headers['x-word'] ?? '',
          },
        }),
      }),
    ],
  })
  registry.get('echo/v1', '/nothing', { permission: 'public', handler: () => ({ status: 204, body: undefined }) })
  registry.get('echo/v1', '/odd', {
    permission: 'public',
    handler: () => ({ headers: { 'X Y': 'a', 'X-Word': 'é\n', Vary: 'X-Word' }, body: {} }),
  })
  registry.get('echo/v1', '/fails', {
    permission: 'public',
    handler() {
      throw new Error('select secret')
    },
  })
  const handler = toFetchHandler(registry, { onError, ...options })
  const url = 'https://site.example/cms-json/echo/v1'
  return {
    registry,
    errors,
    handler,
    send: (path: string, init?: RequestInit & { duplex?: 'half' }) => handler(new Request(`${url}${path}`, init)),
    async sent(path: string, init?: RequestInit): Promise<Sent> {
      return (await (await handler(new Request(`${url}/sent${path}`, init))).json()) as Sent
    },
  }
}
