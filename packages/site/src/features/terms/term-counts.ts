import { postTypes } from '../../registrations/post-types.js'
import { taxonomies } from '../../registrations/taxonomies.js'
import type { SiteContext } from '../../site-context.js'
import type { Condition, StoreSession } from '../../storage/index.js'
import { where } from '../built-in-collections.js'
import type { PostRecord } from '../posts/post-collection.js'
import { objectTypesOf } from '../taxonomies/object-types.js'

/** Recounts the published objects of terms. Call it in the transaction that changed assignments or statuses. */
export async function recountTerms(site: SiteContext, store: StoreSession, termIds: readonly number[]): Promise<void> {
  const ids = [...new Set(termIds)]
  if (ids.length === 0) return
  const { records } = await store.terms.find({ where: where.terms.in('id', ids) })
  for (const term of records) {
    const taxonomy = site.get(taxonomies).get(term.taxonomy)
    if (taxonomy === undefined) continue
    const counted = where.assignments.exists(
      where.posts,
      { foreign: 'id', local: 'object' },
      publishedOf(site, objectTypesOf(site, taxonomy)),
    )
    const count = await store.assignments.count(where.assignments.and(where.assignments.eq('term', term.id), counted))
    if (count !== term.count) await store.terms.update(term.id, { count })
  }
}

/** The terms that a published post is counted for; none while it is not published. */
export async function countedTerms(
  store: StoreSession,
  post: Pick<PostRecord, 'id' | 'status'>,
): Promise<readonly number[]> {
  if (post.status !== 'publish') return []
  const { records } = await store.assignments.find({ where: where.assignments.eq('object', post.id) })
  return records.map(record => record.term)
}

/**
 * Adjusts counts by the terms that a post counted for before and after a change, at constant cost. Taxonomies of
 * attachments are recounted.
 */
export async function shiftTermCounts(
  site: SiteContext,
  store: StoreSession,
  before: readonly number[],
  after: readonly number[],
): Promise<void> {
  const shifts = new Map<number, number>()
  for (const id of before) shifts.set(id, (shifts.get(id) ?? 0) - 1)
  for (const id of after) shifts.set(id, (shifts.get(id) ?? 0) + 1)
  const moved = [...shifts].filter(([, shift]) => shift !== 0)
  if (moved.length === 0) return
  const { records } = await store.terms.find({
    where: where.terms.in(
      'id',
      moved.map(([id]) => id),
    ),
  })
  const anew: number[] = []
  for (const term of records) {
    const taxonomy = site.get(taxonomies).get(term.taxonomy)
    if (taxonomy === undefined) continue
    if (inheritingOf(site, objectTypesOf(site, taxonomy)).length > 0) anew.push(term.id)
    else await store.terms.update(term.id, { count: Math.max(0, term.count + (shifts.get(term.id) ?? 0)) })
  }
  await recountTerms(site, store, anew)
}

/** Those of the types whose posts can have the status of what they are attached to. */
const inheritingOf = (site: SiteContext, types: readonly string[]): readonly string[] =>
  types.filter(type => site.get(postTypes).get(type)?.inheritsStatus === true)

/** What counts as published: files are as public as the post that they are attached to. */
function publishedOf(site: SiteContext, types: readonly string[]): Condition<PostRecord> {
  const published = where.posts.and(where.posts.in('type', types), where.posts.eq('status', 'publish'))
  const inheriting = inheritingOf(site, types)
  if (inheriting.length === 0) return published
  const attached = where.posts.and(
    where.posts.in('type', inheriting),
    where.posts.eq('status', 'inherit'),
    where.posts.or(
      where.posts.eq('parent', 0),
      where.posts.exists(where.posts, { foreign: 'id', local: 'parent' }, where.posts.eq('status', 'publish')),
    ),
  )
  return where.posts.or(published, attached)
}
