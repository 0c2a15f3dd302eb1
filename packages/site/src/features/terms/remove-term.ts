import type { Tx } from '../../operations/tx.js'
import { ancestorsOf } from '../../permalinks/term-link.js'
import type { Taxonomy } from '../../registrations/taxonomies.js'
import type { Condition, StoreSession } from '../../storage/index.js'
import { where } from '../built-in-collections.js'
import type { AssignmentRecord } from './assignment-collection.js'
import type { TermRecord } from './term-collection.js'
import { recountTerms } from './term-counts.js'

const { assignments, meta, terms } = where

/** Removes a term: terms below it move up to its parent, and posts lose it. Runs in a transaction. */
export async function removeTerm(tx: Tx, taxonomy: Taxonomy, term: TermRecord): Promise<void> {
  const { store } = tx
  const below = terms.and(terms.eq('taxonomy', term.taxonomy), terms.eq('parent', term.id))
  await store.terms.updateWhere(below, { parent: await parentAbove(store, term) })
  await detachPosts(tx, taxonomy, term)
  await store.meta.removeWhere(meta.and(meta.eq('kind', 'term'), meta.eq('object', term.id)))
  await store.terms.remove(term.id)
}

/** Where terms below a term move up to: to the top when the term stands below itself, as other writers may have left it. */
async function parentAbove(store: StoreSession, term: TermRecord): Promise<number> {
  const above = (await ancestorsOf(store, [term])).get(term.id) ?? []
  return [term, ...above].at(-1)?.parent === term.id ? 0 : term.parent
}

/** Takes a term away from its posts; those that have no other one get the default term. */
async function detachPosts({ site, store }: Tx, taxonomy: Taxonomy, term: TermRecord): Promise<void> {
  const fallback = await fallbackFor(store, taxonomy, term)
  const orphaned = fallback === undefined ? [] : (await store.assignments.find({ where: onlyTermOf(term) })).records
  await store.assignments.removeWhere(assignments.eq('term', term.id))
  if (fallback === undefined || orphaned.length === 0) return
  await store.assignments.insertMany(orphaned.map(({ object }) => ({ object, term: fallback, position: 0 })))
  await recountTerms(site, store, [fallback])
}

/** The term that takes the place of a deleted one. */
async function fallbackFor(store: StoreSession, taxonomy: Taxonomy, term: TermRecord): Promise<number | undefined> {
  if (taxonomy.defaultTermOption === undefined) return undefined
  const id = Number(await store.options.get(taxonomy.defaultTermOption))
  if (!Number.isSafeInteger(id) || id === term.id) return undefined
  return (await store.terms.get(id))?.taxonomy === taxonomy.name ? id : undefined
}

/** Assignments of a term to objects that have no other term of its taxonomy. */
function onlyTermOf(term: TermRecord): Condition<AssignmentRecord> {
  const another = assignments.and(
    assignments.ne('term', term.id),
    assignments.exists(where.terms, { foreign: 'id', local: 'term' }, terms.eq('taxonomy', term.taxonomy)),
  )
  return assignments.and(
    assignments.eq('term', term.id),
    assignments.not(assignments.exists(where.assignments, { foreign: 'object', local: 'object' }, another)),
  )
}
