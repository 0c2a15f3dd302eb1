import {
  type AnyCondition,
  type AnyQuery,
  type AnyRecord,
  type CollectionDefinition,
  type Column,
  type Condition,
  fieldOfPart,
  type Order,
  type PositionedStep,
  positionedSteps,
  positionOf,
  type RelatedStep,
  type Scalar,
} from '../index.js'
import type { Choices } from './random-choices.js'
import { journals, ratings, sampleCollections } from './sample-collections.js'

/** The collections that are queried, and whose records are changed. */
export const RANDOM_COLLECTIONS: readonly CollectionDefinition[] = [
  ...Object.values(sampleCollections),
  journals,
  ratings,
]

const STATUSES = ['available', 'draft', 'private']
/** An index of texts leaves one of them out. */
const FORMATS = ['novel', 'essay', 'proof']
const KINDS = ['book', 'subject', 'member', 'review', 'note']
const TRAITS = ['color', 'size']
const DATES = ['0000-01-01T00:00:00', '2023-12-31T23:59:59', '2024-01-01T00:00:00', '2024-02-29T12:00:00']
const NUMBERS = [-1, 0, 1, 2, 3, 4, 5, 10]
const TEXTS = [
  ...['', 'a', 'A', 'ä', 'Äb', 'ab', 'abc', 'ABCD', 'abcdé', 'x abcd y', 'b', '%', '_', 'a_b', 'a%b', '"', `'`, 'ab"c'],
  ...[
    '\\',
    'a\\b',
    '日本',
    '日本語',
    'ニホン',
    'ﾆﾎﾝ',
    '😀',
    '😀😀😀',
    '～',
    '～ab',
    '\u0301',
    'e\u0301',
    'é',
    'ß',
    'SS',
    'İ',
  ],
  ...[
    '\uFFFD',
    'ab\uFFFDcd',
    'ab\uFFFEcd',
    'ab\u{1FFFF}cd',
    'null',
    '1',
    'AND',
    'ab OR cd',
    'ab*',
    'Σας',
    '2024-01-01T00:00:00',
  ],
  ...['\u0001', '\b\f\r\v\u001f', '\u007f\u0085', '\u2028', '\\u0041', '"],["', '\ufeff'],
]
const ODD: readonly Scalar[] = [null, true, false, 1.5, Number.NaN, Number.POSITIVE_INFINITY, -0]

/** A record with values from a small set, so that many are equal. `at` makes unique values different. */
export function randomRecord(choices: Choices, { columns, unique }: CollectionDefinition, at: number): AnyRecord {
  const distinct = new Set(Object.values(unique).flatMap(key => key.slice(-1).map(fieldOfPart)))
  const value = (field: string, { kind, date, nullable }: Column): unknown => {
    if (nullable && choices.chance(0.4)) return null
    if (date) return choices.pick(DATES)
    if (field === 'at') return choices.pick([0, 0, 0, 1])
    if (kind === 'integer') return distinct.has(field) ? at : choices.pick(NUMBERS)
    if (kind === 'boolean') return choices.chance(0.5)
    if (field === 'roles' || field === 'tags') return choices.some(TEXTS, 3)
    if (field === 'rights') return Object.fromEntries(choices.some(TEXTS, 3).map(key => [key, choices.chance(0.5)]))
    if (kind === 'json') return randomJson(choices)
    if (field === 'trait') return choices.pick(TRAITS)
    if (field === 'kind') return choices.pick(KINDS)
    if (field === 'status') return choices.pick(STATUSES)
    if (field === 'format') return choices.pick(FORMATS)
    if (distinct.has(field)) return `${choices.pick(TEXTS)}#${at}`
    return choices.chance(0.2) ? choices.some(TEXTS, 4).join(' ') : choices.pick(TEXTS)
  }
  const fields = Object.entries(columns).map(([field, column]) => [field, value(field, column)])
  return Object.fromEntries(fields)
}

function randomJson(choices: Choices): unknown {
  const scalar = (): unknown => choices.pick<unknown>([...TEXTS, ...NUMBERS, null, true, false, 1.5])
  if (choices.chance(0.15)) return Array.from({ length: choices.below(3) }, scalar)
  if (choices.chance(0.15)) return { [choices.pick(TEXTS)]: scalar(), [choices.pick(TEXTS)]: true }
  return scalar()
}

const fieldsOf = (collection: CollectionDefinition) => ['id', 'version', ...Object.keys(collection.columns)]

const randomScalar = (choices: Choices): Scalar =>
  choices.pick<() => Scalar>([() => choices.pick(TEXTS), () => choices.pick(NUMBERS), () => choices.pick(ODD)])()

/** A value that the field may well have; sometimes one of another kind. */
function fittingScalar(choices: Choices, collection: CollectionDefinition, field: string): Scalar {
  if (choices.chance(0.15)) return randomScalar(choices)
  const fields: Readonly<Record<string, unknown>> = randomRecord(choices, collection, choices.below(10))
  const value = field in fields ? fields[field] : choices.pick(NUMBERS)
  return typeof value === 'object' ? null : (value as Scalar)
}

/** A search in books of some formats, or beside them. */
function randomSearch(choices: Choices, depth: number): Condition<AnyRecord> {
  const formats = choices.some(FORMATS, 2)
  const isOfFormat = choices.pick<Condition<AnyRecord>>([
    { op: choices.pick(['eq', 'ne'] as const), field: 'format', value: choices.pick(FORMATS) },
    { op: choices.pick(['in', 'notIn'] as const), field: 'format', values: formats },
  ])
  const field = choices.pick(['title', 'blurb', 'content'])
  const search: Condition<AnyRecord> = { op: 'containsText', field, text: choices.pick(TEXTS) }
  const others = choices.chance(0.5) ? [] : [randomCondition(choices, sampleCollections.books, depth - 1)]
  const all = choices.chance(0.5) ? [isOfFormat, search, ...others] : [...others, search, isOfFormat]
  return choices.chance(0.7) ? { op: 'and', all } : { op: 'or', all }
}

/** A random condition, nested up to `depth`. */
export function randomCondition(
  choices: Choices,
  collection: CollectionDefinition,
  depth: number,
): Condition<AnyRecord> {
  if (collection === sampleCollections.books && depth > 0 && choices.chance(0.2)) return randomSearch(choices, depth)
  const field = choices.pick(fieldsOf(collection))
  const parts = () => Array.from({ length: choices.below(4) }, () => randomCondition(choices, collection, depth - 1))
  if (depth > 0 && choices.chance(0.6)) {
    const kind = choices.below(4)
    if (kind === 0) return { op: 'not', condition: randomCondition(choices, collection, depth - 1) }
    if (kind === 1) return { op: 'and', all: parts() }
    if (kind === 2) return { op: 'or', all: parts() }
    return randomExists(choices, collection, depth)
  }
  const kind = choices.below(4)
  if (kind === 0) {
    const op = choices.pick(['endsWith', 'equalsText', 'containsText', 'startsWithText', 'endsWithText'] as const)
    return { op, field, text: choices.pick(TEXTS) }
  }
  if (kind === 1) {
    const values = Array.from({ length: choices.below(12) }, () => fittingScalar(choices, collection, field))
    return { op: choices.pick(['in', 'notIn'] as const), field, values }
  }
  if (kind === 2) {
    const held = choices.pick(
      [field, 'roles', 'tags', 'rights', 'value'].filter(name => fieldsOf(collection).includes(name)),
    )
    if (choices.chance(0.5)) return { op: 'has', field: held, value: choices.pick(TEXTS) }
    return { op: 'hasAny', field: held, values: Array.from({ length: choices.below(12) }, () => choices.pick(TEXTS)) }
  }
  const op = choices.pick(['eq', 'ne', 'lt', 'lte', 'gt', 'gte'] as const)
  return { op, field, value: fittingScalar(choices, collection, field) }
}

const LINKS = [
  'id',
  'parent',
  'object',
  'subject',
  'author',
  'member',
  'book',
  'journal',
  'code',
  'value',
  'lastPlace',
  'due',
  'lastUsed',
]

function randomExists(choices: Choices, local: CollectionDefinition, depth: number): Condition<AnyRecord> {
  const other = choices.pick(RANDOM_COLLECTIONS)
  const linkOf = (name: CollectionDefinition) => choices.pick(LINKS.filter(field => fieldsOf(name).includes(field)))
  const links = { collection: other.name, foreign: linkOf(other), local: linkOf(local) }
  if (choices.chance(0.3)) {
    const field = choices.pick(fieldsOf(other))
    const list = () => Array.from({ length: 1 + choices.below(6) }, () => fittingScalar(choices, other, field))
    const lists = Array.from({ length: choices.below(12) }, list)
    return { op: 'existsForEach', ...links, field, lists } as Condition<AnyRecord>
  }
  const exists = {
    op: 'exists',
    ...links,
    where: choices.chance(0.3) ? undefined : randomCondition(choices, other, depth - 1),
  }
  // The fields were picked from those of the two collections.
  return exists as Condition<AnyRecord>
}

/** Fields of which a collection has each value once. */
const UNIQUE: readonly (readonly [collection: CollectionDefinition, field: string])[] = [
  ...RANDOM_COLLECTIONS.map(collection => [collection, 'id'] as const),
  [sampleCollections.members, 'code'],
  [sampleCollections.cards, 'number'],
  [journals, 'issn'],
]

/** A step by related records of which each record has at most one. */
function randomRelatedStep(choices: Choices, local: CollectionDefinition): RelatedStep {
  const { traits } = sampleCollections
  const own = choices.pick(LINKS.filter(field => fieldsOf(local).includes(field)))
  const direction = choices.pick(['asc', 'desc'] as const)
  const isByTrait = choices.chance(0.5)
  const [other, foreign] = isByTrait ? ([traits, 'object'] as const) : choices.pick(UNIQUE)
  const isTrait = [
    { op: 'eq', field: 'trait', value: choices.pick(TRAITS) },
    { op: 'eq', field: 'at', value: 0 },
  ] as const
  const others = choices.chance(0.6) ? [] : [randomCondition(choices, other, 1)]
  const where: AnyCondition = { op: 'and', all: [...(isByTrait ? isTrait : []), ...others] }
  const field = isByTrait && choices.chance(0.7) ? 'value' : choices.pick(fieldsOf(other))
  return { by: 'related', collection: other.name, foreign, local: own, where, field, direction } as RelatedStep
}

function randomOrder(choices: Choices, collection: CollectionDefinition): Order<AnyRecord>[] {
  const step = (): Order<AnyRecord> => {
    const field = choices.pick(fieldsOf(collection))
    const direction = choices.pick(['asc', 'desc'] as const)
    const kind = choices.below(4)
    if (kind === 0) {
      const values = Array.from({ length: choices.below(12) }, () => fittingScalar(choices, collection, field))
      return { by: 'position', field, values, direction }
    }
    if (kind === 1) {
      const conditions = Array.from({ length: choices.below(3) }, () => randomCondition(choices, collection, 1))
      return { by: 'rank', conditions }
    }
    if (kind === 2 && choices.chance(0.5)) return randomRelatedStep(choices, collection)
    return { by: 'field', field, direction, folded: choices.chance(0.5) }
  }
  return Array.from({ length: choices.below(4) }, step)
}

/** A place in an order that has places. */
function randomPosition(choices: Choices, collection: CollectionDefinition, order: readonly Order<AnyRecord>[]) {
  const steps = positionedSteps(order)
  if (steps === undefined) return undefined
  const definitionOf = (step: PositionedStep) =>
    RANDOM_COLLECTIONS.find(({ name }) => step.by === 'related' && name === step.collection) ?? collection
  if (steps.some(step => definitionOf(step).columns[step.field]?.kind === 'json')) return undefined
  const recordOf = (definition: CollectionDefinition): AnyRecord => {
    const at = choices.below(45)
    return { ...randomRecord(choices, definition, at), id: at, version: choices.below(3) }
  }
  const related = steps.flatMap(step => (step.by === 'related' ? [recordOf(definitionOf(step))[step.field]] : []))
  return positionOf(recordOf(collection), steps, related as Scalar[])
}

/** A query with a total and all relations. */
export function randomQuery(choices: Choices, collection: CollectionDefinition): AnyQuery {
  const order = randomOrder(choices, collection)
  return {
    where: choices.chance(0.1) ? undefined : randomCondition(choices, collection, 3),
    order,
    after: choices.chance(0.5) ? randomPosition(choices, collection, order) : undefined,
    limit: choices.chance(0.3) ? choices.below(10) : undefined,
    offset: choices.chance(0.2) ? choices.below(10) : undefined,
    total: true,
    with: Object.keys(collection.relations),
  }
}
