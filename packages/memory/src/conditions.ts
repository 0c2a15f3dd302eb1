import { type AnyCondition, type AnyRecord, fold, type Scalar } from '@platen/site'
import { candidates } from './candidates.js'
import { compareValues } from './comparing.js'
import type { Session } from './session.js'

export type Test = (record: AnyRecord) => boolean

type ConditionOf<Op extends AnyCondition['op'], C = AnyCondition> = C extends { readonly op: infer O }
  ? Op extends O
    ? C
    : never
  : never

const always: Test = () => true

/** Compiles a condition to a function. `holds` is the part of it that is known to hold. */
export function compileCondition(
  session: Session,
  condition: AnyCondition | undefined,
  holds?: AnyCondition | undefined,
): Test {
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
      return textTest(condition)
    case 'has':
      return hasTest(condition.field, new Set([condition.value]))
    case 'hasAny':
      return hasTest(condition.field, new Set(condition.values))
    case 'and': {
      const tests = condition.all.filter(part => part !== holds).map(part => compileCondition(session, part, holds))
      return allOf(tests)
    }
    case 'or': {
      const tests = condition.all.map(part => compileCondition(session, part))
      return record => tests.some(test => test(record))
    }
    case 'not': {
      const test = compileCondition(session, condition.condition)
      return record => !test(record)
    }
    case 'exists':
      return existsTest(session, condition)
    case 'existsForEach':
      return existsForEachTest(session, condition)
  }
}

/** A conjunction; most have one part or two. */
function allOf(tests: readonly Test[]): Test {
  const [first = always, second = always] = tests
  if (tests.length === 1) return first
  if (tests.length === 2) return record => first(record) && second(record)
  return record => {
    for (const test of tests) if (!test(record)) return false
    return true
  }
}

function compareTest({ op, field, value }: ConditionOf<'eq'>): Test {
  if (op === 'eq') return record => record[field] === value
  if (op === 'ne') return record => record[field] !== value
  const comparable = (other: unknown) => typeof other === typeof value && (isNumber(other) || typeof other === 'string')
  if (op === 'lt') return ({ [field]: own }) => comparable(own) && compareValues(own, value) < 0
  if (op === 'lte') return ({ [field]: own }) => comparable(own) && compareValues(own, value) <= 0
  if (op === 'gt') return ({ [field]: own }) => comparable(own) && compareValues(own, value) > 0
  return ({ [field]: own }) => comparable(own) && compareValues(own, value) >= 0
}

const isNumber = (value: unknown): value is number => typeof value === 'number'

function listTest({ op, field, values }: ConditionOf<'in'>): Test {
  // A set would find NaN, which equals nothing.
  const list = new Set<unknown>(values.filter(value => !Number.isNaN(value)))
  return op === 'in' ? record => list.has(record[field]) : record => !list.has(record[field])
}

function textTest({ op, field, text }: ConditionOf<'containsText'>): Test {
  const sought = fold(text)
  if (sought === '' && op !== 'equalsText') return always
  const onText = (test: (own: string) => boolean): Test => {
    return ({ [field]: own }) => typeof own === 'string' && test(fold(own))
  }
  if (op === 'equalsText') return onText(own => own === sought)
  if (op === 'containsText') return onText(own => own.includes(sought))
  if (op === 'startsWithText') return onText(own => own.startsWith(sought))
  return onText(own => own.endsWith(sought))
}

function hasTest(field: string, sought: ReadonlySet<unknown>): Test {
  return ({ [field]: own }) => {
    if (typeof own !== 'object' || own === null) return false
    if (Array.isArray(own)) return own.some(item => sought.has(item))
    return Object.entries(own).some(([key, held]) => sought.has(key) && held === true)
  }
}

function existsTest(session: Session, { collection, foreign, local, where }: ConditionOf<'exists'>): Test {
  const test = compileCondition(session, where)
  const rows = session.rows(collection)
  // By its id a record is found at once: no others need to be looked at.
  if (foreign === 'id') {
    return ({ [local]: own }) => {
      const other = typeof own === 'number' ? rows.get(own) : undefined
      return other !== undefined && test(other)
    }
  }
  const found = new Set<unknown>()
  for (const record of candidates(session, collection, where).records) {
    if (test(record)) found.add(record[foreign])
  }
  // Lists and maps equal nothing, not even themselves.
  return ({ [local]: own }) => found.has(own) && (typeof own !== 'object' || own === null)
}

function existsForEachTest(
  session: Session,
  { collection, foreign, local, field, lists }: ConditionOf<'existsForEach'>,
): Test {
  // Which of the lists each value is in: the related records of a record are then looked at once.
  const listsOf = new Map<Scalar, number[]>()
  for (const [at, list] of lists.entries()) {
    for (const value of new Set(list)) {
      if (Number.isNaN(value)) continue
      const places = listsOf.get(value)
      if (places === undefined) listsOf.set(value, [at])
      else places.push(at)
    }
  }
  const covered = new Map<unknown, Set<number>>()
  const among: AnyCondition = { op: 'in', field, values: [...listsOf.keys()] }
  for (const record of candidates(session, collection, among).records) {
    const found = listsOf.get(record[field] as Scalar)
    if (found === undefined) continue
    const places = covered.get(record[foreign]) ?? new Set()
    for (const place of found) places.add(place)
    covered.set(record[foreign], places)
  }
  return ({ [local]: own }) =>
    lists.length === 0 || (covered.get(own)?.size === lists.length && (typeof own !== 'object' || own === null))
}
