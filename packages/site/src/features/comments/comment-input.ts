/** The input of creating or changing a comment. Absent values do not change, or get their default. */
export interface CommentInput {
  /** The id of the post. */
  post?: number
  /** The id of the comment that it replies to; 0 for none. */
  parent?: number
  /** The id of the user who wrote it; it sets name, email address and URL, unless these are given. */
  author?: number
  authorName?: string
  authorEmail?: string
  authorUrl?: string
  authorIp?: string
  authorAgent?: string
  /** HTML, filtered unless the actor may use all of it. */
  content?: string
  /** RFC 3339; without an offset in the site's time zone. */
  date?: string | null
  /** RFC 3339; without an offset in UTC. */
  dateGmt?: string | null
  /** `approved`, `hold`, `spam` or `trash`; any other text changes nothing. */
  status?: string
  /** `comment` or `note`; it cannot be changed. */
  type?: string
  /** Values by the names that clients see; `null` removes one. */
  meta?: unknown
  /** Values of fields that were registered for comments. */
  fields?: Readonly<Record<string, unknown>>
}

/** A comment to create. */
export interface NewComment extends CommentInput {
  post: number
  /** The password of the post, if it has one and the actor cannot edit it. */
  password?: string
}

/** A stored comment to trash, restore or delete. */
export interface CommentTarget {
  readonly id: number
  /** The version that the change is based on; any other version is refused with `rest_precondition_failed`. */
  readonly version?: number | undefined
}

/** Changes of a stored comment. */
export interface CommentChanges extends CommentInput, CommentTarget {}
