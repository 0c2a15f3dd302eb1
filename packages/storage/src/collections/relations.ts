import type { AnyCondition, Condition, ConditionBuilder, FieldOf } from '../queries/query.js'
import type { BaseRecord } from './base-record.js'

/** The number of related records, and the id of the latest one. */
export interface RelationSummary {
  readonly count: number
  readonly latest: number
}

/** The summary of an owner without related records. */
export const NONE_RELATED: RelationSummary = Object.freeze({ count: 0, latest: 0 })

/** The target of a relation: the part of a collection that conditions on it need. */
export interface RelationTarget<R extends BaseRecord> {
  readonly name: string
  readonly where: ConditionBuilder<R>
}

/**
 * The records of `collection` whose `foreign` equals the owner's `local` and that match `where`. `V` is the loaded
 * value of an owner.
 */
export interface Relation<V = unknown> {
  /** All related records in the order of their ids (or of the links), the only one, or a summary of them. */
  readonly kind: 'many' | 'one' | 'summary'
  readonly collection: string
  readonly foreign: string
  readonly local: string
  readonly where: AnyCondition | undefined
  /**
   * The collection of links between both: `foreign` and `order` are fields of a link, `to` is the field with the id of
   * the target.
   */
  readonly through: { readonly collection: string; readonly to: string; readonly order: string } | undefined
  /** The fields of related records that are read, besides `id`; all by default. */
  readonly fields?: readonly string[] | undefined
  /** At most `limit` records, those with the highest values of the field `by` first; all by default. */
  readonly window?: { readonly by: string; readonly limit: number } | undefined
  /** Never set: names the type. */
  readonly value?: V
}

/** The records of `target` whose field `foreign` is the owner's id. The result has no entry for owners without any. */
export function many<R extends BaseRecord>(
  target: RelationTarget<R>,
  { foreign, where }: { readonly foreign: FieldOf<NoInfer<R>>; readonly where?: Condition<NoInfer<R>> },
): Relation<readonly R[]> {
  return relation({ kind: 'many', collection: target.name, foreign, local: 'id', where, through: undefined })
}

/**
 * At most `limit` records of `target` whose field `foreign` is the owner's id, ordered by `by` and then by id, both
 * descending. With an index on `foreign`, the fields of `where` and `by`, the cost does not depend on the total number
 * of related records.
 */
export function highest<R extends BaseRecord>(
  target: RelationTarget<R>,
  {
    foreign,
    where,
    by,
    limit,
  }: {
    readonly foreign: FieldOf<NoInfer<R>>
    readonly where?: Condition<NoInfer<R>>
    readonly by: FieldOf<NoInfer<R>>
    readonly limit: number
  },
): Relation<readonly R[]> {
  const window = Object.freeze({ by, limit })
  return relation({ kind: 'many', collection: target.name, foreign, local: 'id', where, through: undefined, window })
}

/**
 * The records of `target` that the links of `through` point to: `foreign` is the owner's id, `to` the target's. Ordered
 * by `order`, then by the links' ids. With `fields`, only `id` and these fields are read, so that lists do not load
 * long texts.
 */
export function manyThrough<R extends BaseRecord, L extends BaseRecord, F extends FieldOf<R> = FieldOf<R>>(
  target: RelationTarget<R>,
  through: RelationTarget<L>,
  {
    foreign,
    to,
    order,
    fields,
  }: { readonly [P in 'foreign' | 'to' | 'order']: FieldOf<NoInfer<L>> } & { readonly fields?: readonly F[] },
): Relation<readonly Pick<R, F | 'id'>[]> {
  const links = Object.freeze({ collection: through.name, to, order })
  return relation({
    kind: 'many',
    collection: target.name,
    foreign,
    local: 'id',
    where: undefined,
    through: links,
    fields: fields && Object.freeze([...fields]),
  })
}

/** The record of `target` whose id is in the owner's field `local`. */
export function one<R extends BaseRecord>(target: RelationTarget<R>, local: string): Relation<R> {
  return relation({ kind: 'one', collection: target.name, foreign: 'id', local, where: undefined, through: undefined })
}

/**
 * The number of records of `target` whose field `foreign` is the owner's id. The result has no entry for owners without
 * any.
 */
export function summary<R extends BaseRecord>(
  target: RelationTarget<R>,
  { foreign, where }: { readonly foreign: FieldOf<NoInfer<R>>; readonly where?: Condition<NoInfer<R>> },
): Relation<RelationSummary> {
  return relation({ kind: 'summary', collection: target.name, foreign, local: 'id', where, through: undefined })
}

const relation = <V>(given: Relation<V>): Relation<V> => Object.freeze(given)
