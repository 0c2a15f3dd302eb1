import type { BaseRecord, CollectionName, Records } from './records.js'

/**
 * The query language between the site and its stores: a frozen tree of conditions, order, window and needed relations.
 * A store translates it; no rule of the site is in it. Text operators named `…Text` compare folded text (case and
 * accents do not count, see `fold`), all others compare values exactly. `null` equals `null`.
 */
export type Condition<R extends BaseRecord> =
  | { readonly op: 'eq' | 'ne' | 'lt' | 'lte' | 'gt' | 'gte'; readonly field: FieldOf<R>; readonly value: Scalar }
  | { readonly op: 'in' | 'notIn'; readonly field: FieldOf<R>; readonly values: readonly Scalar[] }
  | {
      readonly op: 'equalsText' | 'containsText' | 'startsWithText' | 'endsWithText'
      readonly field: FieldOf<R>
      readonly text: string
    }
  | { readonly op: 'has'; readonly field: FieldOf<R>; readonly value: string }
  | { readonly op: 'hasAny'; readonly field: FieldOf<R>; readonly values: readonly string[] }
  | { readonly op: 'and' | 'or'; readonly all: readonly Condition<R>[] }
  | { readonly op: 'not'; readonly condition: Condition<R> }
  | ExistsCondition<R>
  | ExistsForEachCondition<R>

/** A value that conditions compare with. */
export type Scalar = string | number | boolean | null

/** The fields of a record that conditions and orders may name. */
export type FieldOf<R extends BaseRecord> = Extract<keyof R, string>

/** The fields of a record that hold text alone. */
export type TextFieldOf<R extends BaseRecord> = {
  readonly [F in FieldOf<R>]: R[F] extends string ? F : never
}[FieldOf<R>]

/**
 * Holds for a record when `collection` has at least one record that satisfies `where` and whose field `foreign` equals
 * the record's field `local`.
 */
export type ExistsCondition<R extends BaseRecord> = {
  [N in CollectionName]: {
    readonly op: 'exists'
    readonly collection: N
    readonly foreign: FieldOf<Records[N]>
    readonly local: FieldOf<R>
    readonly where: Condition<Records[N]> | undefined
  }
}[CollectionName]

/**
 * Holds for a record when, for each of `lists`, `collection` has a record whose field `foreign` equals the record's field
 * `local` and whose `field` is in the list. Without lists it holds for all records, with an empty list for none.
 */
export type ExistsForEachCondition<R extends BaseRecord> = {
  [N in CollectionName]: {
    readonly op: 'existsForEach'
    readonly collection: N
    readonly foreign: FieldOf<Records[N]>
    readonly local: FieldOf<R>
    readonly field: FieldOf<Records[N]>
    readonly lists: readonly (readonly Scalar[])[]
  }
}[CollectionName]

/**
 * One step of an order. `field` sorts by value (`folded` by folded text); `position` by the place of the field's value
 * in a list (values that are not in it last); `rank` by the first of the conditions that holds (none last). Rows that
 * all steps leave equal are ordered by id, ascending or in the direction of the last `field` step.
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

/** What may be loaded along with records: terms and revisions of posts, meta of whatever carries it. */
export type Relation = 'terms' | 'meta' | 'revisions'

/** A query. Without `limit` all matching records come; `total` asks for their number before the window is cut. */
export interface Query<R extends BaseRecord> {
  readonly where?: Condition<R> | undefined
  readonly order?: readonly Order<R>[] | undefined
  readonly limit?: number | undefined
  readonly offset?: number | undefined
  readonly total?: boolean | undefined
  readonly with?: readonly Relation[] | undefined
}

/** Builds conditions over one kind of record, frozen. */
export interface ConditionBuilder<R extends BaseRecord> {
  eq(field: FieldOf<R>, value: Scalar): Condition<R>
  ne(field: FieldOf<R>, value: Scalar): Condition<R>
  lt(field: FieldOf<R>, value: Scalar): Condition<R>
  lte(field: FieldOf<R>, value: Scalar): Condition<R>
  gt(field: FieldOf<R>, value: Scalar): Condition<R>
  gte(field: FieldOf<R>, value: Scalar): Condition<R>
  in(field: FieldOf<R>, values: readonly Scalar[]): Condition<R>
  notIn(field: FieldOf<R>, values: readonly Scalar[]): Condition<R>
  /** Folded text equal to `text`. */
  equalsText(field: FieldOf<R>, text: string): Condition<R>
  /** Folded text that holds `text`; an empty `text` matches all. */
  containsText(field: FieldOf<R>, text: string): Condition<R>
  startsWithText(field: FieldOf<R>, text: string): Condition<R>
  endsWithText(field: FieldOf<R>, text: string): Condition<R>
  /** A list field that holds `value`, or a map field that has it as a key with `true`. */
  has(field: FieldOf<R>, value: string): Condition<R>
  /** `has` for at least one of `values`: what to use for a list that a client sends, in place of `or`. */
  hasAny(field: FieldOf<R>, values: readonly string[]): Condition<R>
  /** All of them; none given: everything. Parts that are `undefined` are left out. */
  and(...all: readonly (Condition<R> | undefined)[]): Condition<R>
  /** At least one of them; none given: nothing. Parts that are `undefined` are left out. */
  or(...all: readonly (Condition<R> | undefined)[]): Condition<R>
  not(condition: Condition<R>): Condition<R>
  exists<N extends CollectionName>(
    collection: N,
    on: { readonly foreign: FieldOf<Records[N]>; readonly local: FieldOf<R> },
    where?: Condition<Records[N]>,
  ): Condition<R>
  /** For each list a related record whose `field` is in it: what to use for lists that a client sends, in place of `and`. */
  existsForEach<N extends CollectionName>(
    collection: N,
    on: { readonly foreign: FieldOf<Records[N]>; readonly local: FieldOf<R> },
    field: FieldOf<Records[N]>,
    lists: readonly (readonly Scalar[])[],
  ): Condition<R>
}

const parts = <T>(all: readonly (T | undefined)[]): readonly T[] =>
  Object.freeze(all.filter(part => part !== undefined))

function conditionBuilder<R extends BaseRecord>(): ConditionBuilder<R> {
  const compare = (op: 'eq' | 'ne' | 'lt' | 'lte' | 'gt' | 'gte') => (field: FieldOf<R>, value: Scalar) =>
    Object.freeze({ op, field, value })
  const list = (op: 'in' | 'notIn') => (field: FieldOf<R>, values: readonly Scalar[]) =>
    Object.freeze({ op, field, values: Object.freeze([...values]) })
  const text =
    (op: 'equalsText' | 'containsText' | 'startsWithText' | 'endsWithText') => (field: FieldOf<R>, sought: string) =>
      Object.freeze({ op, field, text: sought })
  return Object.freeze({
    eq: compare('eq'),
    ne: compare('ne'),
    lt: compare('lt'),
    lte: compare('lte'),
    gt: compare('gt'),
    gte: compare('gte'),
    in: list('in'),
    notIn: list('notIn'),
    equalsText: text('equalsText'),
    containsText: text('containsText'),
    startsWithText: text('startsWithText'),
    endsWithText: text('endsWithText'),
    has: (field, value) => Object.freeze({ op: 'has', field, value }),
    hasAny: (field, values) => Object.freeze({ op: 'hasAny', field, values: Object.freeze([...values]) }),
    and: (...all) => Object.freeze({ op: 'and', all: parts(all) }),
    or: (...all) => Object.freeze({ op: 'or', all: parts(all) }),
    not: condition => Object.freeze({ op: 'not', condition }),
    // The mapped union cannot follow a generic name through: the shape is checked by the parameters above it.
    exists: (collection, on, where) =>
      Object.freeze({ op: 'exists', collection, ...on, where }) as unknown as Condition<R>,
    existsForEach: (collection, on, field, lists) =>
      Object.freeze({
        op: 'existsForEach',
        collection,
        ...on,
        field,
        lists: Object.freeze(lists.map(list => Object.freeze([...list]))),
      }) as unknown as Condition<R>,
  } satisfies ConditionBuilder<R>)
}

/** Builders of conditions, one for each collection: `where.posts.eq('status', 'publish')`. */
export const where: { readonly [N in CollectionName]: ConditionBuilder<Records[N]> } = Object.freeze({
  posts: conditionBuilder<Records['posts']>(),
  terms: conditionBuilder<Records['terms']>(),
  assignments: conditionBuilder<Records['assignments']>(),
  users: conditionBuilder<Records['users']>(),
  comments: conditionBuilder<Records['comments']>(),
  meta: conditionBuilder<Records['meta']>(),
  applicationPasswords: conditionBuilder<Records['applicationPasswords']>(),
})
