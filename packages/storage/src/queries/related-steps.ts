import type { BaseRecord } from '../collections/base-record.js'
import type { AnyCondition, AnyOrder, ExistsCondition, Order, RelatedStep } from './query.js'

/** The steps of an order that have an effect: all before the first by `id`, which makes it unique. */
export function effectiveSteps<R extends BaseRecord>(order: readonly Order<R>[]): readonly Order<R>[] {
  const end = order.findIndex(step => step.by === 'field' && step.field === 'id')
  return end < 0 ? order : order.slice(0, end)
}

/** The condition that a record has the related record of a step. */
export const relatedCondition = <R extends BaseRecord>({
  collection,
  foreign,
  local,
  where,
}: RelatedStep<R>): ExistsCondition<RelatedStep<R>['local']> => ({ op: 'exists', collection, foreign, local, where })

/** For stores: the conditions that the records of an order have its related records. Only those are found and counted. */
export const relatedConditions = (order: readonly AnyOrder[] = []): readonly AnyCondition[] =>
  effectiveSteps(order).flatMap(step => (step.by === 'related' ? relatedCondition(step) : []))
