import type { AnyRecord, BaseRecord } from '../collections/base-record.js'
import type { ColumnKind } from '../collections/columns.js'
import type { CollectionDefinition } from '../collections/define-collection.js'
import type { AnyOrder, Order, Position, RelatedStep, Scalar } from './query.js'
import { effectiveSteps } from './related-steps.js'

/** A step of an order by a field. */
export type FieldStep<R extends BaseRecord = AnyRecord> = Extract<Order<R>, { by: 'field' }>

/** A step of an order that a position has a value for. */
export type PositionedStep<R extends BaseRecord = AnyRecord> = FieldStep<R> | RelatedStep<R>

const isField = <R extends BaseRecord>(step: Order<R>): step is FieldStep<R> => step.by === 'field'

const isPositioned = <R extends BaseRecord>(step: Order<R>): step is PositionedStep<R> =>
  step.by === 'field' || step.by === 'related'

/**
 * The fields of an order before the id, which makes it unique; `undefined` for an order by anything other than fields.
 */
export function orderedFields<R extends BaseRecord>(order: readonly Order<R>[]): readonly FieldStep<R>[] | undefined {
  const steps = effectiveSteps(order)
  return steps.every(isField) ? steps : undefined
}

/**
 * The steps of an order before the id that a position has values for; `undefined` for an order by anything other than
 * fields and related records.
 */
export function positionedSteps<R extends BaseRecord>(
  order: readonly Order<R>[],
): readonly PositionedStep<R>[] | undefined {
  const steps = effectiveSteps(order)
  return steps.every(isPositioned) ? steps : undefined
}

/**
 * The position of a record in an order by fields and related records: `after` of a query continues after it. `related`
 * has the value of each related step, in their order: read the related record of the last record of a page, which is one
 * lookup by `foreign` and `where` of the step. Throws a `TypeError` if one is missing.
 */
export function positionOf<R extends BaseRecord>(
  record: R,
  order: readonly PositionedStep<R>[],
  related: readonly Scalar[] = [],
): Position {
  let at = 0
  const values = (positionedSteps(order) ?? []).map(step => {
    if (step.by === 'field') return record[step.field] as Scalar
    const value = related[at++]
    if (value === undefined) throw new TypeError(`A position needs "${step.field}" of ${step.collection}.`)
    return value
  })
  return { values, id: record.id }
}

const TYPES: Readonly<Record<ColumnKind, string | undefined>> = {
  integer: 'number',
  text: 'string',
  boolean: 'boolean',
  json: undefined,
}

/**
 * For stores: the steps of an order with the values of a position in it. `definitionOf` finds the definition of a related
 * collection. Throws a `TypeError` unless the position has a valid value for each step.
 */
export function valuesAt(
  definition: CollectionDefinition,
  order: readonly AnyOrder[],
  { values, id }: Position,
  definitionOf: (collection: string) => CollectionDefinition,
): readonly (readonly [step: PositionedStep, value: string | number | boolean | null])[] {
  const steps = positionedSteps(order)
  if (steps === undefined || steps.length !== values.length || !Number.isSafeInteger(id))
    throw new TypeError(`Not a position in the order of ${definition.name}.`)
  return steps.map((step, at) => {
    const value = values[at] ?? null
    const { name, columns } = step.by === 'field' ? definition : definitionOf(step.collection)
    const { kind, nullable } = columns[step.field] ?? { kind: 'integer', nullable: false }
    const fits = value === null ? nullable : typeof value === TYPES[kind] && !Number.isNaN(value)
    if (!fits || kind === 'json') throw new TypeError(`"${step.field}" of ${name} has no such position in an order.`)
    return [step, value] as const
  })
}
