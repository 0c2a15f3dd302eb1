import {
  type AnyOrder,
  type AnyRecord,
  type CollectionDefinition,
  foldingOf,
  type Position,
  valuesAt,
} from '@platen/storage'
import { compareValues } from './comparing.js'
import { compileCondition } from './conditions.js'
import type { Session } from './session.js'

/** One step of an order: the value that it compares, and the direction. */
interface Step {
  keyOf(record: AnyRecord): unknown
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
  const fields = valuesAt(session.kind(name).definition, order, position)
  // Steps after an id are never compared, and a position has no values for them.
  const compare = comparison(session, name, order.slice(0, fields.length + 1))
  // All that is compared of a record.
  const there: AnyRecord = {
    version: 0,
    ...Object.fromEntries(fields.map(([{ field }, value]) => [field, value])),
    id: position.id,
  }
  return record => compare(record, there) > 0
}

function comparison(session: Session, name: string, order: readonly AnyOrder[]): Compare {
  const { definition } = session.kind(name)
  const steps = [...order.map(step => compileStep(session, definition, step)), tieBreaker(order)]
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
  const last = order.findLast(step => step.by === 'field')
  return { keyOf: record => record.id, compare: last?.direction === 'desc' ? descending : ascending }
}

function compileStep(session: Session, definition: CollectionDefinition, step: AnyOrder): Step {
  if (step.by === 'field') {
    const { field, folded } = step
    // JSON values that are neither text nor number have no order, but values of a boolean column do.
    const isBoolean = definition.columns[field]?.kind === 'boolean'
    const storedIn = ({ [field]: value }: AnyRecord) => (isBoolean && value !== null ? Number(value) : value)
    const { fold } = foldingOf(definition, field)
    const foldedOf = ({ [field]: value }: AnyRecord) => (typeof value === 'string' ? fold(value) : value)
    return {
      keyOf: folded === true && !isBoolean ? remembered(foldedOf) : storedIn,
      compare: step.direction === 'desc' ? descending : ascending,
    }
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
