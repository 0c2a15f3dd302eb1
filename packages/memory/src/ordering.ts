import {
  type AnyOrder,
  type AnyRecord,
  type CollectionDefinition,
  effectiveSteps,
  foldingOf,
  type Position,
  valuesAt,
} from '@platen/storage'
import { compareValues } from './comparing.js'
import { compileCondition, relatedRecord } from './conditions.js'
import type { Session } from './session.js'

/** One step of an order: the key that it compares, and the direction. */
interface Step {
  keyOf(record: AnyRecord): unknown
  /** The key of a value in a position; steps that positions have no value for compare keys only. */
  keyAt?(value: unknown): unknown
  compare(a: unknown, b: unknown): number
}

type Compare = (a: AnyRecord, b: AnyRecord) => number

const MAX_PICKED = 200

/** The first `count` records in the order of the steps; ties are ordered by id. */
export function firstInOrder(
  session: Session,
  name: string,
  records: readonly AnyRecord[],
  order: readonly AnyOrder[],
  count: number,
): readonly AnyRecord[] {
  const compare = comparison(session, name, order)
  // Beyond a few, maintaining their order takes longer than sorting.
  return count <= MAX_PICKED && count < records.length / 4
    ? pickFirst(records, compare, count)
    : [...records].sort(compare).slice(0, count)
}

/** Whether a record comes after a place in an order. */
export function comesAfter(
  session: Session,
  name: string,
  order: readonly AnyOrder[],
  position: Position,
): (record: AnyRecord) => boolean {
  const { definition } = session.kind(name)
  const values = valuesAt(definition, order, position, collection => session.kind(collection).definition)
  const places = [...values.map(([, value]) => value), position.id]
  const steps = stepsOf(session, name, order).map((step, at) => [step, step.keyAt?.(places[at])] as const)
  return record => {
    for (const [step, key] of steps) {
      const difference = step.compare(step.keyOf(record), key)
      if (difference !== 0) return difference > 0
    }
    return false
  }
}

/** The steps of an order; the last one is by id. */
function stepsOf(session: Session, name: string, order: readonly AnyOrder[]): readonly Step[] {
  const { definition } = session.kind(name)
  return [...effectiveSteps(order).map(step => compileStep(session, definition, step)), tieBreaker(order)]
}

function comparison(session: Session, name: string, order: readonly AnyOrder[]): Compare {
  const steps = stepsOf(session, name, order)
  return (a, b) => {
    for (const step of steps) {
      const difference = step.compare(step.keyOf(a), step.keyOf(b))
      if (difference !== 0) return difference
    }
    return 0
  }
}

/** Maintains the first few while iterating over all records: cheaper than sorting records that are not returned. */
function pickFirst(records: readonly AnyRecord[], compare: Compare, count: number): readonly AnyRecord[] {
  const first: AnyRecord[] = []
  for (const record of records) {
    let place = first.length
    for (let above = first[place - 1]; above && compare(record, above) < 0; above = first[place - 1]) place--
    if (place === count) continue
    first.splice(place, 0, record)
    if (first.length > count) first.pop()
  }
  return first
}

/** Memoizes keys that are expensive to compute. */
function remembered(keyOf: (record: AnyRecord) => unknown): (record: AnyRecord) => unknown {
  const keys = new Map<AnyRecord, unknown>()
  return record => {
    if (!keys.has(record)) keys.set(record, keyOf(record))
    return keys.get(record)
  }
}

const ascending = compareValues
const descending = (a: unknown, b: unknown) => compareValues(b, a)

function tieBreaker(order: readonly AnyOrder[]): Step {
  const end = order[effectiveSteps(order).length]
  const last = end ?? order.findLast(step => step.by === 'field' || step.by === 'related')
  const descends = last !== undefined && 'direction' in last && last.direction === 'desc'
  return { keyOf: record => record.id, keyAt: id => id, compare: descends ? descending : ascending }
}

function compileStep(session: Session, definition: CollectionDefinition, step: AnyOrder): Step {
  if (step.by === 'field') return fieldStep(definition, step, record => record[step.field])
  if (step.by === 'related') {
    const { field } = step
    const relatedOf = relatedRecord(session, step)
    return fieldStep(session.kind(step.collection).definition, step, record => relatedOf(record)?.[field])
  }
  if (step.by === 'position') {
    const { field } = step
    const places = new Map<unknown, number>()
    for (const value of step.values) if (!places.has(value)) places.set(value, places.size)
    // Values that are not in the list come last in either direction.
    const sign = step.direction === 'desc' ? -1 : 1
    return {
      keyOf: record => {
        const place = places.get(record[field])
        return place === undefined ? Number.MAX_SAFE_INTEGER : sign * place
      },
      compare: ascending,
    }
  }
  if (step.by === 'random') return { keyOf: remembered(() => Math.random()), compare: ascending }
  const tests = step.conditions.map(condition => compileCondition(session, definition.name, condition))
  return {
    keyOf: remembered(record => {
      const rank = tests.findIndex(test => test(record))
      return rank < 0 ? tests.length : rank
    }),
    compare: ascending,
  }
}

/** A step by the value of a field of a collection, of the record itself or of another one. */
function fieldStep(
  definition: CollectionDefinition,
  {
    field,
    direction,
    folded = false,
  }: { readonly field: string; readonly direction: 'asc' | 'desc'; readonly folded?: boolean },
  storedIn: (record: AnyRecord) => unknown,
): Step {
  // JSON values that are neither text nor number have no order, but values of a boolean column do.
  const isBoolean = definition.columns[field]?.kind === 'boolean'
  const { fold } = foldingOf(definition, field)
  const keyAt = (value: unknown) => {
    if (isBoolean) return value === null ? value : Number(value)
    return folded && typeof value === 'string' ? fold(value) : value
  }
  const keyOf = (record: AnyRecord) => keyAt(storedIn(record))
  return {
    keyOf: folded && !isBoolean ? remembered(keyOf) : keyOf,
    keyAt,
    compare: direction === 'desc' ? descending : ascending,
  }
}
