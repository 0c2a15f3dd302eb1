import type { CollectionName } from '@platen/site'
import type { AnyRecord, Condition, NewRecord } from '@platen/storage'
import type { Choices } from '../../contract/random-choices.js'
import { sampleAssignment, sampleComment, samplePost } from '../../contract/sample-records.js'

/** The collections of a small site, in which most records lead to others that there are. */
export const RELATED_NAMES = ['posts', 'comments', 'assignments'] as const
export type RelatedName = (typeof RELATED_NAMES)[number]

/** The ids that records of such a site have. */
const MOST_RECORDS = 12
const STATUSES = ['publish', 'draft']

/** The ids of a collection. */
export const allIds: readonly number[] = Array.from({ length: MOST_RECORDS }, (_, at) => at + 1)

const anId = (choices: Choices) => choices.below(MOST_RECORDS + 1)

/** The fields of a record that conditions look at. */
const FIELDS: Readonly<Record<RelatedName, (choices: Choices) => object>> = {
  posts: choices => ({
    status: choices.pick(STATUSES),
    type: choices.pick(['post', 'page']),
    parent: anId(choices),
    title: choices.pick(['A title', 'Another', 'None']),
  }),
  comments: choices => ({ status: choices.pick(STATUSES), post: anId(choices), parent: anId(choices) }),
  assignments: choices => ({ object: anId(choices), term: choices.below(3) }),
}

const SAMPLES = { posts: samplePost(), comments: sampleComment(), assignments: sampleAssignment() }

/** A record with an id of its own. */
export const relatedRecord = (choices: Choices, name: RelatedName, id: number) =>
  ({ ...SAMPLES[name], ...FIELDS[name](choices), id }) as unknown as NewRecord<AnyRecord>

/** What an update writes: some of the fields. */
export function relatedChanges(choices: Choices, name: RelatedName): Readonly<Record<string, unknown>> {
  const fields = Object.entries(FIELDS[name](choices)).filter(() => choices.chance(0.5))
  return Object.fromEntries([...fields, ...(name === 'posts' && choices.chance(0.3) ? [['content', 'New.']] : [])])
}

/** How records lead to others: by their own field, and by the one of a collection that has the same value. */
const LINKS: Readonly<Record<RelatedName, readonly (readonly [local: string, to: RelatedName, foreign: string])[]>> = {
  posts: [
    ['id', 'assignments', 'object'],
    ['id', 'comments', 'post'],
    ['parent', 'posts', 'id'],
    ['id', 'posts', 'parent'],
  ],
  comments: [
    ['post', 'posts', 'id'],
    ['id', 'comments', 'parent'],
    ['post', 'assignments', 'object'],
  ],
  assignments: [['object', 'posts', 'id']],
}

/** A condition on a record and on others that it leads to, as lists of posts of a category have. */
export function relatedCondition(choices: Choices, name: RelatedName, depth: number): Condition<AnyRecord> {
  const [local, to, foreign] = choices.pick(LINKS[name])
  const others = depth > 0 && choices.chance(0.6) ? relatedCondition(choices, to, depth - 1) : ownCondition(choices, to)
  const where = choices.chance(0.1) ? undefined : others
  const lists = [0.8, 0.5].map(share => allIds.filter(() => choices.chance(share)))
  const exists: Condition<AnyRecord> = choices.chance(0.15)
    ? { op: 'existsForEach', collection: to, foreign, local, field: 'id', lists }
    : { op: 'exists', collection: to, foreign, local, where }
  const related: Condition<AnyRecord> = choices.chance(0.3) ? { op: 'not', condition: exists } : exists
  if (choices.chance(0.2)) return related
  return { op: choices.chance(0.7) ? 'and' : 'or', all: [ownCondition(choices, name), related] }
}

/** A condition that looks at the record alone. */
function ownCondition(choices: Choices, name: RelatedName): Condition<AnyRecord> {
  if (name === 'posts' && choices.chance(0.15)) return { op: 'containsText', field: 'title', text: 'title' }
  const [field, value] = choices.pick(Object.entries(FIELDS[name](choices)))
  if (choices.chance(0.2)) return { op: 'lt', field: 'id', value: anId(choices) }
  return { op: choices.chance(0.7) ? 'eq' : 'ne', field, value: value as string | number }
}

/** What is counted again and again. */
export const relatedQuestions = (choices: Choices, count: number) =>
  Array.from({ length: count }, () => {
    const name: CollectionName & RelatedName = choices.pick(RELATED_NAMES)
    return {
      name,
      where: relatedCondition(choices, name, 2),
      upTo: choices.chance(0.15) ? choices.below(8) : undefined,
    }
  })
