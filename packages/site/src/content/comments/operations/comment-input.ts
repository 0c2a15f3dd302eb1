/** The input of creating or changing a comment. Absent values do not change, or get their default. */
export interface CommentInput {
  /** The id of the post. */
  post?: number | undefined
  /** The id of the comment that it replies to; 0 for none. */
  parent?: number | undefined
  /** The id of the user who wrote it; it sets name, email address and URL, unless these are given. */
  author?: number | undefined
  authorName?: string | undefined
  authorEmail?: string | undefined
  authorUrl?: string | undefined
  authorIp?: string | undefined
  authorAgent?: string | undefined
  /** HTML, filtered unless the actor may use all of it. */
  content?: string | undefined
  /** RFC 3339; without an offset in the site's time zone. */
  date?: string | null | undefined
  /** RFC 3339; without an offset in UTC. */
  dateGmt?: string | null | undefined
  /** `approved`, `hold`, `spam` or `trash`; any other text changes nothing. */
  status?: string | undefined
  /** `comment` or `note`; it cannot be changed. */
  type?: string | undefined
  /** Values by the names that clients see; `null` removes one. */
  meta?: unknown
  /** Values of fields that were registered for comments. */
  fields?: Readonly<Record<string, unknown>> | undefined
}

/** A comment to create. */
export interface NewComment extends CommentInput {
  post: number
  /** The password of the post, if it has one and the actor cannot edit it. */
  password?: string | undefined
}

/** A stored comment to trash, restore or delete. */
export interface CommentTarget {
  readonly id: number
  /** The version that the change is based on; any other version is refused with `rest_precondition_failed`. */
  readonly version?: number | undefined
}

/** Changes of a stored comment. */
export interface CommentChanges extends CommentInput, CommentTarget {}
