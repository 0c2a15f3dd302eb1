/**
 * What concurrent transactions about posts lock (see `defineOperation`). A post is locked by changes of it, and by those of
 * its comments and revisions.
 */
export const postLock = (id: number): string => `post ${id}`

/** Taken by changes of parents in a type, so that no two of them make a loop. */
export const treeLock = (type: string): string => `tree of ${type}`

/** Taken by those who make a post sticky, or no longer so. */
export const STICKY_LOCK = 'sticky posts'

/** Of longer slugs, this many characters are compared: a number at the end of a slug may shorten the rest. */
const COMPARED = 100

/** Taken by those who choose a slug. Slugs that differ in the numbers at their ends have the same one. */
export function slugLock(slug: string): string {
  let end = slug.length
  for (let at = end; at > 0; ) {
    const code = slug.charCodeAt(at - 1)
    // Digits, after a "-".
    if (code >= 48 && code <= 57) at--
    else if (code === 45 && at < end) end = --at
    else break
  }
  return `slug ${slug.slice(0, Math.min(end, COMPARED))}`
}
