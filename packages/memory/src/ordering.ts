import { fold } from '@platen/site'
import { compareValues } from './comparing.js'
import { compileCondition } from './conditions.js'
import type { Contents } from './contents.js'
import type { AnyOrder, AnyRecord } from './record.js'

/** One step of an order: what it compares of a record, and which way. */
interface Step {
  keyOf(record: AnyRecord): unknown
  compare(a: unknown, b: unknown): number
}

/** Sorts records by the steps, those that all steps leave equal by id. */
export function sortRecords(
  contents: Contents,
  records: readonly AnyRecord[],
  order: readonly AnyOrder[],
): readonly AnyRecord[] {
  const steps = [...order.map(step => compileStep(contents, step)), tieBreaker(order)]
  const keyed = records.map(record => ({ record, keys: steps.map(step => step.keyOf(record)) }))
  keyed.sort((a, b) => {
    for (const [at, step] of steps.entries()) {
      const difference = step.compare(a.keys[at], b.keys[at])
      if (difference !== 0) return difference
    }
    return 0
  })
  return keyed.map(({ record }) => record)
}

const ascending = compareValues
const descending = (a: unknown, b: unknown) => compareValues(b, a)

function tieBreaker(order: readonly AnyOrder[]): Step {
  const last = order.findLast(step => step.by === 'field')
  return { keyOf: record => record.id, compare: last?.direction === 'desc' ? descending : ascending }
}

function compileStep(contents: Contents, step: AnyOrder): Step {
  if (step.by === 'field') {
    const { field, folded } = step
    return {
      keyOf: ({ [field]: value }) => (folded === true && typeof value === 'string' ? fold(value) : value),
      compare: step.direction === 'desc' ? descending : ascending,
    }
  }
  if (step.by === 'position') {
    const { field } = step
    const places = new Map<unknown, number>()
    for (const value of step.values) if (!places.has(value)) places.set(value, places.size)
    // Values that are not in the list come last whatever the direction.
    const sign = step.direction === 'desc' ? -1 : 1
    return {
      keyOf: record => {
        const place = places.get(record[field])
        return place === undefined ? Number.MAX_SAFE_INTEGER : sign * place
      },
      compare: ascending,
    }
  }
  const tests = step.conditions.map(condition => compileCondition(contents, condition))
  return {
    keyOf: record => {
      const rank = tests.findIndex(test => test(record))
      return rank < 0 ? tests.length : rank
    },
    compare: ascending,
  }
}
