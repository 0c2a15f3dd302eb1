/**
 * What concurrent transactions about posts lock (see `defineOperation`). A post is locked by changes of it, and by those of
 * its comments and revisions.
 */
export const postLock = (id: number): string => `post ${id}`

/** Taken by changes of parents in a type, so that no two of them make a loop. */
export const treeLock = (type: string): string => `tree of ${type}`

/** Taken by those who make a post sticky, or no longer so. */
export const STICKY_LOCK = 'sticky posts'

/** Taken by those who want a slug, before they look whether it is free. */
export const slugLock = (slug: string): string => `slug ${slug}`
