/** The `Cache-Control` of responses to signed-in callers: no cache may store them. */
export const PRIVATE_CACHE_CONTROL = 'private, no-store'

/** `Cache-Control` of incomplete responses: the next one may be complete. */
export const INCOMPLETE_CACHE_CONTROL = 'no-store'

/** The default `Cache-Control` of all other responses: caches revalidate them before reuse. */
export const REVALIDATE = 'no-cache'

/** `Vary` of all responses, since they depend on the caller. */
export const VARY = 'Authorization, Cookie'

/**
 * The value of `Cache-Control`: private for signed-in callers, `shared` for successful reads by anonymous callers. Errors
 * and responses to changes are always revalidated.
 */
export function cacheControl(status: number, isRead: boolean, isPrivate: boolean, shared: string): string {
  if (isPrivate) return PRIVATE_CACHE_CONTROL
  return isRead && status < 400 ? shared : REVALIDATE
}

/** Merges values of `Vary`: each name once, or only `*`. */
export function mergeVary(...lists: readonly (string | undefined)[]): string {
  const names = new Map<string, string>()
  for (const list of lists) {
    for (const part of (list ?? '').split(',')) {
      const name = part.trim()
      if (name === '*') return '*'
      if (name !== '' && !names.has(name.toLowerCase())) names.set(name.toLowerCase(), name)
    }
  }
  return [...names.values()].join(', ')
}
