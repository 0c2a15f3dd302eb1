/** `Cache-Control` of answers that only one caller may see: no cache keeps them. */
export const PRIVATE_CACHE_CONTROL = 'private, no-store'

/** `Cache-Control` of answers that a part is missing from: it may be there the next time. */
export const INCOMPLETE_CACHE_CONTROL = 'no-store'

/** `Cache-Control` of all other answers, unless a registry is given its own: caches ask before they use what they have. */
export const REVALIDATE = 'no-cache'

/** Who calls decides what an answer holds, so caches keep answers apart by what tells who calls. */
export const VARY = 'Authorization, Cookie'

/**
 * The value of `Cache-Control`: private where the caller has signed in, the registry's own for successful reads of
 * everybody. Errors and answers to changes are never served again without asking.
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
