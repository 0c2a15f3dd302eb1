/**
 * What a request wants to change of a post. What it leaves out is `undefined`; terms are by taxonomy. How a draft becomes
 * a record is told in `prepare-post.ts`.
 */
export interface PostDraft {
  title: string | undefined
  content: string | undefined
  excerpt: string | undefined
  slug: string | undefined
  password: string | undefined
  commentStatus: string | undefined
  pingStatus: string | undefined
  menuOrder: number | undefined
  featuredMedia: number | undefined
  format: string | undefined
  template: string | undefined
  sticky: boolean | undefined
  meta: unknown
  readonly terms: Map<string, readonly number[]>
}

/** A draft that changes nothing. */
export function emptyDraft(): PostDraft {
  return {
    title: undefined,
    content: undefined,
    excerpt: undefined,
    slug: undefined,
    password: undefined,
    commentStatus: undefined,
    pingStatus: undefined,
    menuOrder: undefined,
    featuredMedia: undefined,
    format: undefined,
    template: undefined,
    sticky: undefined,
    meta: undefined,
    terms: new Map(),
  }
}
