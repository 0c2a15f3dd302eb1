import type { SiteContext } from '../../site-context.js'
import { type Condition, type PostRecord, type StoreContents, where } from '../../storage/index.js'
import { objectTypesOf } from '../taxonomies/object-types.js'

/**
 * Counts anew how many published objects carry each of the terms. Call it in the transaction that changed assignments
 * or statuses; terms that are gone, and counts that are right, are left alone.
 */
export async function recountTerms(site: SiteContext, contents: StoreContents, termIds: readonly number[]): Promise<void> {
  const ids = [...new Set(termIds)]
  if (ids.length === 0) return
  const { records } = await contents.terms.find({ where: where.terms.in('id', ids) })
  for (const term of records) {
    const taxonomy = site.taxonomies.get(term.taxonomy)
    if (taxonomy === undefined) continue
    const counted = where.assignments.exists('posts', { foreign: 'id', local: 'object' }, publishedOf(objectTypesOf(site, taxonomy)))
    const count = await contents.assignments.count(where.assignments.and(where.assignments.eq('term', term.id), counted))
    if (count !== term.count) await contents.terms.update(term.id, { count })
  }
}

/** What counts as published: files are as public as the post that they are attached to. */
function publishedOf(types: readonly string[]): Condition<PostRecord> {
  const published = where.posts.and(where.posts.in('type', types), where.posts.eq('status', 'publish'))
  if (!types.includes('attachment')) return published
  const attached = where.posts.and(
    where.posts.eq('type', 'attachment'),
    where.posts.eq('status', 'inherit'),
    where.posts.or(
      where.posts.eq('parent', 0),
      where.posts.exists('posts', { foreign: 'id', local: 'parent' }, where.posts.eq('status', 'publish')),
    ),
  )
  return where.posts.or(published, attached)
}
