/** The input of creating or changing a template or part. Absent values do not change, or get their default. */
export interface TemplateInput {
  title?: string
  /** Blocks. */
  content?: string
  description?: string
  /** The area of a part; an unknown one is `uncategorized`. */
  area?: string | undefined
  /** Whether it is for a kind of page, as those that editors suggest are: posts cannot choose it. */
  isSuggestion?: boolean
  /** The id of a user; 0 changes nothing. */
  author?: number
  /** Values of fields that were registered for the post type. */
  fields?: Readonly<Record<string, unknown>>
}

/** A template or part to create. */
export interface NewTemplate extends TemplateInput {
  readonly slug: string
  /** The stylesheet of the theme that it is for; the active theme by default. */
  readonly theme?: string | undefined
}

/** A template or part that an operation works on. */
export interface TemplateTarget {
  /** The theme and the slug: `garden//single`. */
  readonly id: string
  /** The version that a change is based on; any other version is refused with `rest_precondition_failed`. */
  readonly version?: number | undefined
}

/** Changes of a template or part. */
export type TemplateChanges = TemplateInput & TemplateTarget

/** An input of an operation, and whether it is about templates or parts. */
export type OfKind<I, K> = I & { readonly kind: K }
