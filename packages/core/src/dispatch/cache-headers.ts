/** `Cache-Control` of responses to signed-in callers: no cache may store them. */
export const PRIVATE_CACHE_CONTROL = 'private, no-store'

/** `Cache-Control` of incomplete responses: the missing part may be there the next time. */
export const INCOMPLETE_CACHE_CONTROL = 'no-store'

/** `Cache-Control` of all other responses by default: caches revalidate before they reuse them. */
export const REVALIDATE = 'no-cache'

/** Responses depend on the caller, so caches store them by what identifies the caller. */
export const VARY = 'Authorization, Cookie'

/**
 * The value of `Cache-Control`: private for signed-in callers, that of the registry for successful reads by anonymous
 * ones. Errors and responses to changes are always revalidated.
 */
export function cacheControl(status: number, isRead: boolean, isPrivate: boolean, shared: string): string {
  if (isPrivate) return PRIVATE_CACHE_CONTROL
  return isRead && status < 400 ? shared : REVALIDATE
}

/** Joins lists of header names as `Vary` holds them: each name once, `*` alone. */
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
