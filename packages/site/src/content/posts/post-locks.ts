/**
 * What concurrent transactions about posts lock (see `defineOperation`), in this order. A post is locked by changes of it and
 * of its comments and revisions, and by those who refer to it, such as a child, so that it is not deleted meanwhile. 0 is no
 * post.
 */
export const postLocks = (...ids: readonly (number | undefined)[]): readonly string[] =>
  ids.flatMap(id => (id !== undefined && id > 0 ? [`post ${id}`] : []))

/** Taken by changes of parents in a type, so that no two of them make a loop. */
export const treeLock = (type: string): string => `tree of ${type}`

/** Taken by those who want a slug, before they look whether it is free. */
export const slugLock = (slug: string): string => `slug ${slug}`

/** Taken by those who make a post sticky, or no longer so. */
export const STICKY_LOCK = 'sticky posts'

/** Taken by those who create or change a term: names and slugs depend on those of all others. */
export const TERMS_LOCK = 'terms'
