import type { AnyRecord } from '../collections/base-record.js'
import type { CollectionDefinition } from '../collections/define-collection.js'
import { foldingOf } from '../folding/folding.js'
import { compareText } from './compare-text.js'
import type { AnyCondition, ExistsCondition, ExistsForEachCondition } from './query.js'

/** Tests a record. */
export type RecordTest = (record: AnyRecord) => boolean

type ConditionOf<Op extends AnyCondition['op'], C = AnyCondition> = C extends { readonly op: infer O }
  ? Op extends O
    ? C
    : never
  : never

const always: RecordTest = () => true

/**
 * For stores: compiles a condition on the records of a collection to a function. `related` compiles conditions on
 * related records; `holds` is the part of the condition that is already known to match.
 */
export function recordTest(
  definition: Pick<CollectionDefinition, 'unique'>,
  condition: AnyCondition | undefined,
  related: (condition: ExistsCondition | ExistsForEachCondition) => RecordTest,
  holds?: AnyCondition | undefined,
): RecordTest {
  if (condition === undefined || condition === holds) return always
  switch (condition.op) {
    case 'eq':
    case 'ne':
    case 'lt':
    case 'lte':
    case 'gt':
    case 'gte':
      return compareTest(condition)
    case 'in':
    case 'notIn':
      return listTest(condition)
    case 'endsWith': {
      const { field, text } = condition
      return ({ [field]: own }) => typeof own === 'string' && own.endsWith(text)
    }
    case 'equalsText':
    case 'containsText':
    case 'startsWithText':
    case 'endsWithText':
      return textTest(definition, condition)
    case 'has':
      return hasTest(condition.field, new Set([condition.value]))
    case 'hasAny':
      return hasTest(condition.field, new Set(condition.values))
    case 'and':
      return allOf(
        condition.all.filter(part => part !== holds).map(part => recordTest(definition, part, related, holds)),
      )
    case 'or': {
      const tests = condition.all.map(part => recordTest(definition, part, related))
      return record => tests.some(test => test(record))
    }
    case 'not': {
      const test = recordTest(definition, condition.condition, related)
      return record => !test(record)
    }
    case 'exists':
    case 'existsForEach':
      return related(condition)
  }
}

/** A conjunction; most have one part or two. */
function allOf(tests: readonly RecordTest[]): RecordTest {
  const [first = always, second = always] = tests
  if (tests.length === 1) return first
  if (tests.length === 2) return record => first(record) && second(record)
  return record => {
    for (const test of tests) if (!test(record)) return false
    return true
  }
}

function compareTest({ op, field, value }: ConditionOf<'eq'>): RecordTest {
  if (op === 'eq') return record => record[field] === value
  if (op === 'ne') return record => record[field] !== value
  if (op === 'lt') return ({ [field]: own }) => difference(own, value) < 0
  if (op === 'lte') return ({ [field]: own }) => difference(own, value) <= 0
  if (op === 'gt') return ({ [field]: own }) => difference(own, value) > 0
  return ({ [field]: own }) => difference(own, value) >= 0
}

/**
 * Two numbers or two texts have an order; for all other values, the difference is NaN, for which every comparison is
 * false.
 */
function difference(own: unknown, value: unknown): number {
  if (typeof own === 'number' && typeof value === 'number') return own - value
  return typeof own === 'string' && typeof value === 'string' ? compareText(own, value) : Number.NaN
}

function listTest({ op, field, values }: ConditionOf<'in'>): RecordTest {
  // A set would find NaN, which equals nothing.
  const list = new Set<unknown>(values.filter(value => !Number.isNaN(value)))
  return op === 'in' ? record => list.has(record[field]) : record => !list.has(record[field])
}

function textTest(
  definition: Pick<CollectionDefinition, 'unique'>,
  { op, field, text }: ConditionOf<'containsText'>,
): RecordTest {
  const { fold } = foldingOf(definition, field)
  const sought = fold(text)
  if (sought === '' && op !== 'equalsText') return always
  const onText = (test: (own: string) => boolean): RecordTest => {
    return ({ [field]: own }) => typeof own === 'string' && test(fold(own))
  }
  if (op === 'equalsText') return onText(own => own === sought)
  if (op === 'containsText') return onText(own => own.includes(sought))
  if (op === 'startsWithText') return onText(own => own.startsWith(sought))
  return onText(own => own.endsWith(sought))
}

function hasTest(field: string, sought: ReadonlySet<unknown>): RecordTest {
  return ({ [field]: own }) => {
    if (typeof own !== 'object' || own === null) return false
    if (Array.isArray(own)) return own.some(item => sought.has(item))
    return Object.entries(own).some(([key, held]) => sought.has(key) && held === true)
  }
}
