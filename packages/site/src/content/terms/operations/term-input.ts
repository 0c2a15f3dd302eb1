/** The input of creating or changing a term. Absent values do not change, or get their default. */
export interface TermInput {
  /** Plain text; a term cannot be without a name. */
  name?: string | undefined
  /** Empty to derive it from the name. */
  slug?: string | undefined
  /** HTML, filtered as for everybody who may not use all of it. */
  description?: string | undefined
  /** The id of the parent, for taxonomies that are hierarchical; 0 for none. */
  parent?: number | undefined
  /** Values by the names that clients see; `null` removes one. */
  meta?: unknown
  /** Values of fields that were registered for the taxonomy. */
  fields?: Readonly<Record<string, unknown>> | undefined
}

/** A term to create. */
export interface NewTerm extends TermInput {
  /** The name of its taxonomy, such as `category`. */
  readonly taxonomy: string
}

/** Changes of a stored term. */
export interface TermChanges extends TermInput {
  readonly id: number
  /** The version that the changes are based on; any other version is refused with `rest_precondition_failed`. */
  readonly version?: number | undefined
}

/** A stored term that an operation works on. */
export type TermTarget = Pick<TermChanges, 'id' | 'version'>
