/** The input of creating or changing a post. Absent values do not change, or get their default. */
export interface PostInput {
  title?: string
  content?: string
  excerpt?: string
  slug?: string
  /** `trash` changes nothing: a separate operation moves posts to the trash. */
  status?: string
  /** In the site's time zone unless it names an offset (RFC 3339); `null` resets it. */
  date?: string | null
  /** The date in UTC; `date` takes precedence. */
  dateGmt?: string | null
  password?: string
  /** The id of a user; 0 changes nothing. */
  author?: number
  /** The id of the parent, for types that are hierarchical. */
  parent?: number
  commentStatus?: string
  pingStatus?: string
  menuOrder?: number
  /** The id of an image; 0 for none. */
  featuredMedia?: number
  format?: string
  /** Empty for the usual template. */
  template?: string
  sticky?: boolean
  /** Values by the names that clients see; `null` removes one. */
  meta?: unknown
  /** Ids of terms by taxonomy; they replace the post's terms in that taxonomy. */
  terms?: Record<string, readonly number[]>
  /** Values of fields that were registered for the type. */
  fields?: Readonly<Record<string, unknown>>
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
