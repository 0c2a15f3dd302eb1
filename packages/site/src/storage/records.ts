/**
 * The records that a store keeps. Dates are texts `YYYY-MM-DDTHH:MM:SS`, so that they sort as they read; those named
 * `…Gmt` are UTC, the others the site's local time. `version` starts at 1 and grows with every update of the record.
 */

/** What every record has. `id` is given by the store, unique in its collection and growing. */
export interface BaseRecord {
  readonly id: number
  readonly version: number
}

/** A post of any type: pages, attachments, revisions, menu items and so on are posts. */
export interface PostRecord extends BaseRecord {
  readonly type: string
  readonly status: string
  readonly author: number
  /** Local time of publication. */
  readonly date: string
  /** The same in UTC; `null` while the date floats (a draft that was never given one). */
  readonly dateGmt: string | null
  readonly modified: string
  readonly modifiedGmt: string
  readonly slug: string
  readonly title: string
  readonly content: string
  readonly excerpt: string
  readonly password: string
  readonly parent: number
  readonly menuOrder: number
  readonly commentStatus: string
  readonly pingStatus: string
  readonly guid: string
  readonly mimeType: string
  readonly commentCount: number
}

/** A term of any taxonomy. `count` is how many published objects carry it. */
export interface TermRecord extends BaseRecord {
  readonly taxonomy: string
  readonly name: string
  readonly slug: string
  readonly description: string
  readonly parent: number
  readonly group: number
  readonly count: number
}

/** That an object carries a term; `position` orders the terms of one object. */
export interface AssignmentRecord extends BaseRecord {
  readonly object: number
  readonly term: number
  readonly position: number
}

/** A user's account. `passwordHash` is empty when no password was ever set (nobody can sign in with it). */
export interface UserRecord extends BaseRecord {
  readonly login: string
  readonly email: string
  readonly passwordHash: string
  readonly slug: string
  readonly displayName: string
  readonly firstName: string
  readonly lastName: string
  readonly nickname: string
  readonly url: string
  readonly description: string
  readonly locale: string
  readonly roles: readonly string[]
  /** Capabilities granted or denied beside those of the roles. */
  readonly capabilities: Readonly<Record<string, boolean>>
  /** UTC. */
  readonly registered: string
}

/** A comment of any type. */
export interface CommentRecord extends BaseRecord {
  readonly post: number
  readonly parent: number
  /** The user's id, or 0. */
  readonly author: number
  readonly authorName: string
  readonly authorEmail: string
  readonly authorUrl: string
  readonly authorIp: string
  readonly authorAgent: string
  readonly date: string
  readonly dateGmt: string
  readonly content: string
  readonly status: string
  readonly type: string
}

/** The kinds of object that carry meta. */
export type MetaKind = 'post' | 'term' | 'user' | 'comment'

/** One value of one meta key of one object; a key with several values has several records. `value` is JSON. */
export interface MetaRecord extends BaseRecord {
  readonly kind: MetaKind
  readonly object: number
  readonly key: string
  readonly value: unknown
}

/** An application password (specification section 2). Times are Unix seconds. */
export interface ApplicationPasswordRecord extends BaseRecord {
  readonly uuid: string
  readonly user: number
  readonly appId: string
  readonly name: string
  readonly hash: string
  readonly created: number
  readonly lastUsed: number | null
  readonly lastIp: string | null
}

/** The collections of a store by name, and what each holds. */
export interface Records {
  posts: PostRecord
  terms: TermRecord
  assignments: AssignmentRecord
  users: UserRecord
  comments: CommentRecord
  meta: MetaRecord
  applicationPasswords: ApplicationPasswordRecord
}

/** The name of a collection. */
export type CollectionName = keyof Records

/** A record on its way in: the store gives `version`, and `id` unless the caller brings one (an import that keeps ids). */
export type NewRecord<R extends BaseRecord> = Omit<R, 'id' | 'version'> & { readonly id?: number }

/** What an update may change. */
export type RecordChanges<R extends BaseRecord> = Partial<Omit<R, 'id' | 'version'>>
