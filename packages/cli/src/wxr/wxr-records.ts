/**
 * A record of an export file (WXR). Ids are from the file; 0 if it has none. Dates are strings in the form
 * `YYYY-MM-DDTHH:MM:SS`; `undefined` if the date is missing, all zeros, or invalid. `line` is where the record begins.
 */
export type WxrRecord = WxrSite | WxrAuthor | WxrTerm | WxrPost

/** The site that the file comes from, by its URL; references to its records are resolved in later imports, too. */
export interface WxrSite {
  readonly kind: 'site'
  readonly line: number
  readonly url: string
}

/** An author; comments refer to authors by `id`. */
export interface WxrAuthor {
  readonly kind: 'author'
  readonly line: number
  readonly id: number
  readonly login: string
  readonly email: string
  readonly displayName: string
  readonly firstName: string
  readonly lastName: string
  readonly description: string
}

/** A term of any taxonomy. `parent` is a slug, or empty. */
export interface WxrTerm {
  readonly kind: 'term'
  readonly line: number
  readonly id: number
  readonly taxonomy: string
  readonly slug: string
  readonly name: string
  readonly parent: string
  readonly description: string
  readonly meta: readonly WxrMeta[]
}

/** A post of any type with its terms, meta and comments. `creator` is a login; `published` is in UTC. */
export interface WxrPost {
  readonly kind: 'post'
  readonly line: number
  readonly id: number
  readonly type: string
  readonly status: string
  readonly title: string
  readonly content: string
  readonly excerpt: string
  readonly slug: string
  readonly guid: string
  readonly creator: string
  readonly date: string | undefined
  readonly dateGmt: string | undefined
  readonly modified: string | undefined
  readonly modifiedGmt: string | undefined
  readonly published: string | undefined
  readonly parent: number
  readonly menuOrder: number
  readonly commentStatus: string
  readonly pingStatus: string
  readonly password: string
  readonly sticky: boolean
  /** The URL of an attachment's file; empty for other types. */
  readonly attachmentUrl: string
  readonly terms: readonly WxrAssignment[]
  readonly meta: readonly WxrMeta[]
  readonly comments: readonly WxrComment[]
}

/** A term of a post. `slug` is empty if the file only has the name. */
export interface WxrAssignment {
  readonly taxonomy: string
  readonly slug: string
  readonly name: string
}

/** One value of a meta key, as text. */
export interface WxrMeta {
  readonly key: string
  readonly value: string
}

/** A comment. `approved` is its status in the file's notation, and `author` the id of an account. */
export interface WxrComment {
  readonly line: number
  readonly id: number
  readonly parent: number
  readonly author: number
  readonly authorName: string
  readonly authorEmail: string
  readonly authorUrl: string
  readonly authorIp: string
  readonly date: string | undefined
  readonly dateGmt: string | undefined
  readonly content: string
  readonly approved: string
  readonly type: string
  readonly meta: readonly WxrMeta[]
}
