/**
 * What an export file (WXR) holds, piece by piece. Ids are those of the file, 0 where it names none. Dates are texts
 * `YYYY-MM-DDTHH:MM:SS`, `undefined` where the file has none, zeros, or no date at all. `line` is where a piece begins.
 */
export type WxrRecord = WxrAuthor | WxrTerm | WxrPost

/** An author; `id` is what comments name their authors by. */
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

/** A term of any taxonomy; `parent` is a slug, empty for none. */
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

/** A post of any type, with all that belongs to it. `creator` is a login, `published` UTC. */
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
  /** Where the file of an attachment is; empty for all else. */
  readonly attachmentUrl: string
  readonly terms: readonly WxrAssignment[]
  readonly meta: readonly WxrMeta[]
  readonly comments: readonly WxrComment[]
}

/** That a post carries a term; `slug` is empty where the file only says the name. */
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

/** A comment; `approved` is the file's word for its status, `author` the id of an account. */
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
