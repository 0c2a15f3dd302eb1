/** The input of creating or changing a post. Absent values do not change, or get their default. */
export interface PostInput {
  title?: string | undefined
  content?: string | undefined
  excerpt?: string | undefined
  slug?: string | undefined
  /** `trash` changes nothing: a separate operation moves posts to the trash. */
  status?: string | undefined
  /** In the site's time zone unless it names an offset (RFC 3339); `null` resets it. */
  date?: string | null | undefined
  /** The date in UTC; `date` takes precedence. */
  dateGmt?: string | null | undefined
  password?: string | undefined
  /** The id of a user; 0 changes nothing. */
  author?: number | undefined
  /** The id of the parent, for types that are hierarchical. */
  parent?: number | undefined
  commentStatus?: string | undefined
  pingStatus?: string | undefined
  menuOrder?: number | undefined
  /** The id of an image; 0 for none. */
  featuredMedia?: number | undefined
  format?: string | undefined
  /** Empty for the usual template. */
  template?: string | undefined
  sticky?: boolean | undefined
  /** Values by the names that clients see; `null` removes one. */
  meta?: unknown
  /** Ids of terms by taxonomy; they replace the post's terms in that taxonomy. */
  terms?: Record<string, readonly number[]> | undefined
  /** Values of fields that were registered for the type. */
  fields?: Readonly<Record<string, unknown>> | undefined
}

/** A post to create; its type is `post` by default. */
export interface NewPost extends PostInput {
  readonly type?: string
}

/** Changes of a stored post. */
export interface PostChanges extends PostInput {
  readonly id: number
  /** The version that the changes are based on; any other version is refused with `rest_precondition_failed`. */
  readonly version?: number | undefined
}

/** A stored post that an operation works on. */
export type PostTarget = Pick<PostChanges, 'id' | 'version'>
