import { groupBy } from '@platen/core'
import type { Condition, StoreSession } from '@platen/storage'
import type { SiteContext } from '../../kernel/context/index.js'
import type { Tx } from '../../kernel/operations/index.js'
import {
  type AssignmentRecord,
  assignmentsIn,
  type PostRecord,
  type TermRecord,
  termsIn,
  whereAssignments,
  wherePosts,
  whereTerms,
} from '../../kernel/records/index.js'
import { objectTypesOf, postTypes, type Taxonomy, taxonomies } from '../types/index.js'

type Counting = Pick<Tx, 'site' | 'store' | 'lock'>

/** Recounts the published objects of terms. Call it in the transaction that changed assignments or statuses. */
export async function recountTerms(site: SiteContext, store: StoreSession, termIds: readonly number[]): Promise<void> {
  const ids = [...new Set(termIds)]
  if (ids.length === 0) return
  const records = await termsIn(store).pick(['taxonomy', 'count'], { where: whereTerms.in('id', ids) })
  const counts: Count[] = []
  for (const [name, terms] of groupBy(records, term => term.taxonomy)) {
    const taxonomy = site.get(taxonomies).get(name)
    if (taxonomy === undefined) continue
    const counted = whereAssignments.exists(
      wherePosts,
      { foreign: 'id', local: 'object' },
      publishedOf(site, objectTypesOf(site, taxonomy)),
    )
    const ofTerms = whereAssignments.in(
      'term',
      terms.map(({ id }) => id),
    )
    const tally = await assignmentsIn(store).tally('term', whereAssignments.and(ofTerms, counted))
    for (const { id, count } of terms) counts.push({ id, before: count, count: tally.get(String(id)) ?? 0 })
  }
  await storeCounts(store, counts)
}

/** The count of a term, and its previous count. */
interface Count {
  readonly id: number
  readonly before: number
  readonly count: number
}

async function storeCounts(store: StoreSession, counts: readonly Count[]): Promise<void> {
  const changed = counts.filter(({ before, count }) => count !== before)
  if (changed.length > 0) await termsIn(store).updateMany(changed.map(({ id, count }) => ({ id, changes: { count } })))
}

/** A term whose count includes a post of a type. */
export interface CountedTerm {
  readonly term: number
  readonly type: string
}

/** The terms of the posts that may be included in their counts. */
export async function countedTerms(
  site: SiteContext,
  store: StoreSession,
  posts: readonly Pick<PostRecord, 'id' | 'status' | 'type'>[],
): Promise<readonly CountedTerm[]> {
  const ids = posts.filter(post => mayCount(site, post)).map(({ id }) => id)
  if (ids.length === 0) return []
  const { records } = await assignmentsIn(store).find({ where: whereAssignments.in('object', ids) })
  return countedAmong(site, posts, records)
}

/** The same, where all terms of the posts were loaded or stored. */
export function countedAmong(
  site: SiteContext,
  posts: readonly Pick<PostRecord, 'id' | 'status' | 'type'>[],
  assignments: readonly Pick<AssignmentRecord, 'object' | 'term'>[],
): readonly CountedTerm[] {
  const types = new Map<number, string>()
  for (const post of posts) if (mayCount(site, post)) types.set(post.id, post.type)
  const counted: CountedTerm[] = []
  for (const { object, term } of assignments) {
    const type = types.get(object)
    if (type !== undefined) counted.push({ term, type })
  }
  return counted
}

/** Whether a post is included in the counts of its terms; a post that inherits its status may be. */
const mayCount = (site: SiteContext, { type, status }: Pick<PostRecord, 'status' | 'type'>) =>
  status === 'publish' || (status === 'inherit' && inheritingOf(site, [type]).length > 0)

/** Adds a new post to the counts of its terms, which were loaded in the transaction that stores the post. */
export async function countNewPost(
  tx: Counting,
  post: Pick<PostRecord, 'status' | 'type'>,
  terms: readonly TermRecord[],
): Promise<void> {
  if (!mayCount(tx.site, post)) return
  const shifts = new Map(terms.map(({ id }) => [id, new Map([[post.type, 1]])]))
  await shiftCounts(tx, terms, shifts)
}

/** Adjusts counts by a post's terms before and after a change. Taxonomies of attachments are recounted. */
export async function shiftTermCounts(
  tx: Counting,
  before: readonly CountedTerm[],
  after: readonly CountedTerm[],
): Promise<void> {
  const shifts = new Map<number, Map<string, number>>()
  const shift = ({ term, type }: CountedTerm, by: number) => {
    const byType = shifts.get(term) ?? new Map<string, number>()
    shifts.set(term, byType.set(type, (byType.get(type) ?? 0) + by))
  }
  for (const each of before) shift(each, -1)
  for (const each of after) shift(each, 1)
  const moved = [...shifts].filter(([, byType]) => [...byType.values()].some(by => by !== 0)).map(([id]) => id)
  if (moved.length === 0) return
  const { records } = await termsIn(tx.store).find({ where: whereTerms.in('id', moved) })
  await shiftCounts(tx, records, shifts)
}

/** Adjusts the counts of terms by shifts for each type of post, by the ids of the terms. */
async function shiftCounts(
  { site, store, lock }: Counting,
  terms: readonly TermRecord[],
  shifts: ReadonlyMap<number, ReadonlyMap<string, number>>,
): Promise<void> {
  const recounted: number[] = []
  const amounts = new Map<number, number>()
  for (const { id, taxonomy: name } of terms) {
    const taxonomy = site.get(taxonomies).get(name)
    const types = taxonomy === undefined ? [] : objectTypesOf(site, taxonomy)
    const by = types.reduce((sum, type) => sum + (shifts.get(id)?.get(type) ?? 0), 0)
    if (inheritingOf(site, types).length > 0) recounted.push(id)
    else if (by !== 0) amounts.set(id, by)
  }
  if (amounts.size > 0) await termsIn(store).increment('count', amounts)
  if (recounted.length === 0) return
  await lock('counts of terms')
  await recountTerms(site, store, recounted)
}

/** The types whose posts can inherit their status. */
const inheritingOf = (site: SiteContext, types: readonly string[]): readonly string[] =>
  types.filter(type => site.get(postTypes).get(type)?.inheritsStatus === true)

/** The objects counted by the terms of a taxonomy: all public ones. */
export const publishedObjects = (site: SiteContext, taxonomy: Taxonomy): Condition<PostRecord> =>
  publishedOf(site, objectTypesOf(site, taxonomy))

/** The condition of published objects: files are as public as the post that they are attached to. */
function publishedOf(site: SiteContext, types: readonly string[]): Condition<PostRecord> {
  const published = wherePosts.and(wherePosts.in('type', types), wherePosts.eq('status', 'publish'))
  const inheriting = inheritingOf(site, types)
  if (inheriting.length === 0) return published
  const attached = wherePosts.and(
    wherePosts.in('type', inheriting),
    wherePosts.eq('status', 'inherit'),
    wherePosts.or(
      wherePosts.eq('parent', 0),
      wherePosts.exists(wherePosts, { foreign: 'id', local: 'parent' }, wherePosts.eq('status', 'publish')),
    ),
  )
  return wherePosts.or(published, attached)
}
