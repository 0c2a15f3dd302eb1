/** The type of a column: integers, text, booleans, or JSON. */
export type ColumnKind = 'integer' | 'text' | 'boolean' | 'json'

/** Hints about the values of a column, besides their type. */
export interface ColumnHints {
  /** How many records share a value, in a collection of its `size`: stores choose between indexes by it. */
  readonly shared?: number
  /**
   * A number that most records have, such as 0 for "none", while few records share any other: stores do not look it up
   * in indexes.
   */
  readonly common?: number
  /** Whether the text is often compared or sorted without case and accents: stores also store the folded text. */
  readonly folded?: boolean
  /** Whether the text may be long: stores read it separately from the short columns. */
  readonly long?: boolean
  /** Whether the texts are dates, and stores refuse all others. */
  readonly date?: boolean
  /**
   * Whether lists may omit the text where it is long, as they may if all of their texts together are too long; true for
   * `long` columns. The text must not decide what anybody may see or do.
   */
  readonly omittable?: boolean
}

/** A column of a collection, with values of type `T`. `Optional`: whether an insert may omit it. */
export interface Column<T = unknown, Optional extends boolean = boolean>
  extends Required<Omit<ColumnHints, 'shared' | 'common'>> {
  readonly kind: ColumnKind
  readonly nullable: boolean
  readonly shared: number | undefined
  readonly common: number | undefined
  readonly optional: Optional
  /** The value of records that are inserted without one, if it is optional. */
  readonly default: T | undefined
}

function column<T>(kind: ColumnKind, hints: ColumnHints = {}): Column<T, false> {
  const { shared, common, folded = false, long = false, omittable = long, date = false } = hints
  const base = { kind, nullable: false, shared, common, folded, long, omittable, date }
  return Object.freeze({ ...base, optional: false, default: undefined })
}

/** A column of whole numbers. */
export const integer = (hints?: Pick<ColumnHints, 'shared' | 'common'>): Column<number, false> =>
  column('integer', hints)

/** A column of texts; `text<'a' | 'b'>()` restricts the type to these values. */
export const text = <T extends string = string>(hints?: Omit<ColumnHints, 'date'>): Column<T, false> =>
  column('text', hints)

/**
 * A column of dates, as texts `YYYY-MM-DDTHH:MM:SS`, which sort chronologically. Stores refuse other texts, days that do
 * not exist, fractions and offsets, with the code `invalid`.
 */
export const dateTime = (hints?: Pick<ColumnHints, 'shared'>): Column<string, false> =>
  column('text', { ...hints, date: true })

/** A column of truth values. */
export const boolean = (hints?: Pick<ColumnHints, 'shared'>): Column<boolean, false> => column('boolean', hints)

/** A column of JSON values; `json<readonly string[]>()` names their type, which no store checks. */
export const json = <T = unknown>(hints?: Pick<ColumnHints, 'shared' | 'omittable'>): Column<T, false> =>
  column('json', hints)

/** The same column, which may also contain `null`. */
export const nullable = <T>(of: Column<T, false>): Column<T | null, false> => Object.freeze({ ...of, nullable: true })

/**
 * The same column, with a default value for inserts that omit it, and for records that were stored before the column
 * existed.
 */
export const withDefault = <T>(of: Column<T, false>, value: T): Column<T, true> =>
  Object.freeze({ ...of, optional: true, default: value })
