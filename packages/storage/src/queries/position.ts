import type { AnyRecord, BaseRecord } from '../collections/base-record.js'
import type { ColumnKind } from '../collections/columns.js'
import type { CollectionDefinition } from '../collections/define-collection.js'
import type { AnyOrder, Order, Position, Scalar } from './query.js'

/** A step of an order by a field. */
export type FieldStep<R extends BaseRecord = AnyRecord> = Extract<Order<R>, { by: 'field' }>

/**
 * The fields of an order before the id, which makes it unique; `undefined` for an order by anything other than fields.
 */
export function orderedFields<R extends BaseRecord>(order: readonly Order<R>[]): readonly FieldStep<R>[] | undefined {
  const fields: FieldStep<R>[] = []
  for (const step of order) {
    if (step.by !== 'field') return undefined
    if (step.field === 'id') break
    fields.push(step)
  }
  return fields
}

/** The position of a record in an order by fields: `after` of a query continues after it. */
export function positionOf<R extends BaseRecord>(record: R, order: readonly FieldStep<R>[]): Position {
  const fields = orderedFields(order) ?? []
  return { values: fields.map(({ field }) => record[field] as Scalar), id: record.id }
}

const TYPES: Readonly<Record<ColumnKind, string | undefined>> = {
  integer: 'number',
  text: 'string',
  boolean: 'boolean',
  json: undefined,
}

/**
 * For stores: the fields of an order with the values of a position in it. Throws a `TypeError` unless the position has
 * a valid value for each field.
 */
export function valuesAt(
  { name, columns }: CollectionDefinition,
  order: readonly AnyOrder[],
  { values, id }: Position,
): readonly (readonly [step: FieldStep, value: string | number | boolean | null])[] {
  const fields = orderedFields(order)
  if (fields === undefined || fields.length !== values.length || !Number.isSafeInteger(id))
    throw new TypeError(`Not a position in the order of ${name}.`)
  return fields.map((step, at) => {
    const value = values[at] ?? null
    const { kind, nullable } = columns[step.field] ?? { kind: 'integer', nullable: false }
    const fits = value === null ? nullable : typeof value === TYPES[kind] && !Number.isNaN(value)
    if (!fits || kind === 'json') throw new TypeError(`"${step.field}" of ${name} has no such position in an order.`)
    return [step, value] as const
  })
}
