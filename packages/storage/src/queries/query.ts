import type { AnyRecord, BaseRecord } from '../collections/base-record.js'

/**
 * A condition of the query language: a frozen tree that stores translate. Operators named `…Text` compare folded text
 * (see `fold`; `foldKey` for folded fields of unique keys), all others exact values; `null` equals `null`.
 */
export type Condition<R extends BaseRecord> =
  | { readonly op: 'eq' | 'ne' | 'lt' | 'lte' | 'gt' | 'gte'; readonly field: FieldOf<R>; readonly value: Scalar }
  | { readonly op: 'in' | 'notIn'; readonly field: FieldOf<R>; readonly values: readonly Scalar[] }
  | { readonly op: 'endsWith'; readonly field: FieldOf<R>; readonly text: string }
  | {
      readonly op: 'equalsText' | 'containsText' | 'startsWithText' | 'endsWithText'
      readonly field: FieldOf<R>
      readonly text: string
    }
  | { readonly op: 'has'; readonly field: FieldOf<R>; readonly value: string }
  | { readonly op: 'hasAny'; readonly field: FieldOf<R>; readonly values: readonly string[] }
  | { readonly op: 'and' | 'or'; readonly all: readonly Condition<R>[] }
  | { readonly op: 'not'; readonly condition: Condition<R> }
  | ExistsCondition<FieldOf<R>>
  | ExistsForEachCondition<FieldOf<R>>

/** A value that conditions compare with. */
export type Scalar = string | number | boolean | null

/** What values of a type are compared with: values of that type, and `null` where it may be missing. */
export type ComparedWith<V> = unknown extends V ? Scalar : Widened<Extract<V, Scalar>>

/** Literal types would refuse texts that come from elsewhere. */
type Widened<V> = V extends string ? string : V extends number ? number : V extends boolean ? boolean : V

/** The fields of a record that conditions and orders may name. */
export type FieldOf<R extends BaseRecord> = Extract<keyof R, string>

/** The fields of a record that contain only text. */
export type TextFieldOf<R extends BaseRecord> = {
  readonly [F in FieldOf<R>]: R[F] extends string ? F : never
}[FieldOf<R>]

/** The fields of a record that contain only texts or numbers. */
export type CountedFieldOf<R extends BaseRecord> = {
  readonly [F in FieldOf<R>]: R[F] extends string | number ? F : never
}[FieldOf<R>]

/** The fields of a record that contain only numbers. */
export type IntegerFieldOf<R extends BaseRecord> = {
  readonly [F in FieldOf<R>]: R[F] extends number ? F : never
}[FieldOf<R>]

/** True if `collection` has a record that satisfies `where` and whose `foreign` equals the record's `local`. */
export interface ExistsCondition<F extends string = string> {
  readonly op: 'exists'
  readonly collection: string
  readonly foreign: string
  readonly local: F
  readonly where: AnyCondition | undefined
}

/**
 * True if, for each of `lists`, `collection` has a record whose `foreign` equals the record's `local` and whose `field`
 * is in the list.
 */
export interface ExistsForEachCondition<F extends string = string> {
  readonly op: 'existsForEach'
  readonly collection: string
  readonly foreign: string
  readonly local: F
  readonly field: string
  readonly lists: readonly (readonly Scalar[])[]
}

/** A condition on any collection. */
export type AnyCondition = Condition<AnyRecord>

/**
 * One step of an order: `field` by value or folded text, `position` by the index of the value in a list, `rank` by the
 * first condition that matches (records without a match come last), `random` in a different order each time, `related` by
 * a field of a related record. Ties are ordered by id, in the direction of the last step by a field or a related one; steps
 * after a `field` that is `id` have no effect.
 */
export type Order<R extends BaseRecord> =
  | { readonly by: 'field'; readonly field: FieldOf<R>; readonly direction: 'asc' | 'desc'; readonly folded?: boolean }
  | {
      readonly by: 'position'
      readonly field: FieldOf<R>
      readonly values: readonly Scalar[]
      readonly direction?: 'asc' | 'desc'
    }
  | { readonly by: 'rank'; readonly conditions: readonly Condition<R>[] }
  | { readonly by: 'random' }
  | RelatedStep<R>

/**
 * A step of an order by `field` of the record in `collection` whose `foreign` equals the record's `local` and that matches
 * `where`. There must be at most one: otherwise the result is undefined. Records without one are neither found nor
 * counted. A page is read in the order of an index, whatever the number of records, if this is the first step, its
 * collection has an index of the fields that `where` compares with `eq`, then `field`, then `foreign`, and `local` is `id`.
 */
export interface RelatedStep<R extends BaseRecord = AnyRecord> {
  readonly by: 'related'
  readonly collection: string
  readonly foreign: string
  readonly local: FieldOf<R>
  readonly where: AnyCondition | undefined
  readonly field: string
  readonly direction: 'asc' | 'desc'
}

/**
 * A position in an order by fields and related records: the values of a record, and its id. The record itself may no
 * longer exist. `positionOf` creates it.
 */
export interface Position {
  /** One for each step of the order, up to the first `id`. */
  readonly values: readonly Scalar[]
  readonly id: number
}

/**
 * A query. Without `limit`, it returns all matching records. `total` requests their number regardless of the window; if
 * it is a number, the count stops there.
 */
export interface Query<R extends BaseRecord, W extends readonly string[] = readonly []> {
  readonly where?: Condition<R> | undefined
  readonly order?: readonly Order<R>[] | undefined
  /**
   * Returns only the records after this position in `order`, without counting the records before it. Throws a
   * `TypeError` unless the order has only steps by fields and related ones, none of them by JSON, and the position has a
   * value for each.
   */
  readonly after?: Position | undefined
  readonly limit?: number | undefined
  readonly offset?: number | undefined
  readonly total?: boolean | number | undefined
  /**
   * Relations of the collection that are loaded along. The type of the result depends on this list: see
   * `LoadedRelations`. To load them in some cases only, pass an empty list in the others.
   */
  readonly with?: W
  /**
   * The most that the texts of the records may have together, and those of the relations, in UTF-16 code units; stores
   * may count other values, too. `find` fails with the `StoreError` `too_large` if they have more, and reads little more
   * than that. Without it, there is no limit.
   */
  readonly maxLength?: number | undefined
  /**
   * Omits the texts in `omittable` columns of the records and of those of the relations that take more bytes than this
   * in UTF-8: see `omittedFields`.
   */
  readonly maxTextBytes?: number | undefined
}

/** The limits of the texts that a query loads. */
export type TextLimits = Pick<Query<BaseRecord>, 'maxLength' | 'maxTextBytes'>

/** An order of any collection. */
export type AnyOrder = Order<AnyRecord>

/** A query of any collection. */
export type AnyQuery = Query<AnyRecord, readonly string[]>

/** Builds conditions over one kind of record, frozen. */
export interface ConditionBuilder<R extends BaseRecord> {
  /** The name of the collection. */
  readonly collection: string
  eq<F extends FieldOf<R>>(field: F, value: ComparedWith<R[F]>): Condition<R>
  ne<F extends FieldOf<R>>(field: F, value: ComparedWith<R[F]>): Condition<R>
  lt<F extends FieldOf<R>>(field: F, value: ComparedWith<R[F]>): Condition<R>
  lte<F extends FieldOf<R>>(field: F, value: ComparedWith<R[F]>): Condition<R>
  gt<F extends FieldOf<R>>(field: F, value: ComparedWith<R[F]>): Condition<R>
  gte<F extends FieldOf<R>>(field: F, value: ComparedWith<R[F]>): Condition<R>
  in<F extends FieldOf<R>>(field: F, values: readonly ComparedWith<R[F]>[]): Condition<R>
  notIn<F extends FieldOf<R>>(field: F, values: readonly ComparedWith<R[F]>[]): Condition<R>
  /** Text that ends with exactly `text`. */
  endsWith(field: FieldOf<R>, text: string): Condition<R>
  /** Folded text equal to `text`; in fields of unique keys by `foldKey`. */
  equalsText(field: FieldOf<R>, text: string): Condition<R>
  /** The folded text contains `text`; an empty `text` matches all. */
  containsText(field: FieldOf<R>, text: string): Condition<R>
  startsWithText(field: FieldOf<R>, text: string): Condition<R>
  endsWithText(field: FieldOf<R>, text: string): Condition<R>
  /** A list field that contains `value`, or a map field that has it as a key with `true`. */
  has(field: FieldOf<R>, value: string): Condition<R>
  /** `has` for at least one of `values`. Use it instead of `or` for a list from a client. */
  hasAny(field: FieldOf<R>, values: readonly string[]): Condition<R>
  /** All conditions must match; without any, everything matches. Parts that are `undefined` are ignored. */
  and(...all: readonly (Condition<R> | undefined)[]): Condition<R>
  /** At least one condition must match; without any, nothing matches. Parts that are `undefined` are ignored. */
  or(...all: readonly (Condition<R> | undefined)[]): Condition<R>
  not(condition: Condition<R>): Condition<R>
  /** At least one record exists in the collection whose conditions `other` builds; see `ExistsCondition`. */
  exists<O extends BaseRecord>(
    other: ConditionBuilder<O>,
    on: { readonly foreign: FieldOf<NoInfer<O>>; readonly local: FieldOf<R> },
    where?: Condition<NoInfer<O>>,
  ): Condition<R>
  /**
   * For each list, there is a related record whose `field` is in the list. Use it instead of `and` for lists from a
   * client.
   */
  existsForEach<O extends BaseRecord>(
    other: ConditionBuilder<O>,
    on: { readonly foreign: FieldOf<NoInfer<O>>; readonly local: FieldOf<R> },
    field: FieldOf<NoInfer<O>>,
    lists: readonly (readonly Scalar[])[],
  ): Condition<R>
  /** A step of an order by a field of the record of another collection that `where` selects; see `RelatedStep`. */
  orderByRelated<O extends BaseRecord>(
    other: ConditionBuilder<O>,
    on: { readonly foreign: FieldOf<NoInfer<O>>; readonly local: FieldOf<R> },
    field: FieldOf<NoInfer<O>>,
    direction: 'asc' | 'desc',
    where?: Condition<NoInfer<O>>,
  ): RelatedStep<R>
}

const parts = <T>(all: readonly (T | undefined)[]): readonly T[] =>
  Object.freeze(all.filter(part => part !== undefined))

/** Creates the builder of conditions over the records of a collection. */
export function conditionBuilder<R extends BaseRecord>(collection: string): ConditionBuilder<R> {
  const compare = (op: 'eq' | 'ne' | 'lt' | 'lte' | 'gt' | 'gte') => (field: FieldOf<R>, value: Scalar) =>
    Object.freeze({ op, field, value })
  const list = (op: 'in' | 'notIn') => (field: FieldOf<R>, values: readonly Scalar[]) =>
    Object.freeze({ op, field, values: Object.freeze([...values]) })
  const text =
    (op: 'endsWith' | 'equalsText' | 'containsText' | 'startsWithText' | 'endsWithText') =>
    (field: FieldOf<R>, sought: string) =>
      Object.freeze({ op, field, text: sought })
  return Object.freeze<ConditionBuilder<R>>({
    collection,
    eq: compare('eq'),
    ne: compare('ne'),
    lt: compare('lt'),
    lte: compare('lte'),
    gt: compare('gt'),
    gte: compare('gte'),
    in: list('in'),
    notIn: list('notIn'),
    endsWith: text('endsWith'),
    equalsText: text('equalsText'),
    containsText: text('containsText'),
    startsWithText: text('startsWithText'),
    endsWithText: text('endsWithText'),
    has: (field, value) => Object.freeze({ op: 'has', field, value }),
    hasAny: (field, values) => Object.freeze({ op: 'hasAny', field, values: Object.freeze([...values]) }),
    and: (...all) => Object.freeze({ op: 'and', all: parts(all) }),
    or: (...all) => Object.freeze({ op: 'or', all: parts(all) }),
    not: condition => Object.freeze({ op: 'not', condition }),
    exists: ({ collection: other }, { foreign, local }, where) =>
      Object.freeze({ op: 'exists', collection: other, foreign, local, where }),
    existsForEach: ({ collection: other }, { foreign, local }, field, lists) =>
      Object.freeze({
        op: 'existsForEach',
        collection: other,
        foreign,
        local,
        field,
        lists: Object.freeze(lists.map(list => Object.freeze([...list]))),
      }),
    orderByRelated: ({ collection: other }, { foreign, local }, field, direction, where) =>
      Object.freeze({ by: 'related', collection: other, foreign, local, where, field, direction }),
  })
}
