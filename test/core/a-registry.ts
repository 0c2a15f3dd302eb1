import { type Authenticator, createRegistry, type Principal, type Registry, type RegistryOptions } from '@platen/core'

/** Somebody who has signed in and holds these capabilities. */
export const somebody = (...capabilities: string[]): Principal => ({
  id: 1,
  authenticated: true,
  can: capability => capabilities.includes(capability),
})

/** Takes whoever is named in the header `x-user` (capabilities with commas between) to have signed in. */
export const byHeader: Authenticator = {
  name: 'header',
  authenticate(request) {
    const named = request.headers?.['x-user']
    return named === undefined ? undefined : somebody(...named.split(','))
  },
}

/** A registry whose unexpected errors are kept in `errors`. */
export function aRegistry(options: RegistryOptions = {}): { registry: Registry; errors: unknown[] } {
  const errors: unknown[] = []
  const registry = createRegistry({
    baseUrl: 'https://site.example/cms-json',
    authenticators: [byHeader],
    onError: error => errors.push(error),
    ...options,
  })
  return { registry, errors }
}
