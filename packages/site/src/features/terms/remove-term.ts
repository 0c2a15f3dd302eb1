import type { Tx } from '../../operations/tx.js'
import { ancestorsOf } from '../../permalinks/term-link.js'
import type { Taxonomy } from '../../registrations/taxonomies.js'
import type { Condition, StoreSession } from '../../storage/index.js'
import { where } from '../built-in-collections.js'
import type { AssignmentRecord } from './assignment-collection.js'
import { defaultTermOf } from './default-term.js'
import type { TermRecord } from './term-collection.js'
import { recountTerms } from './term-counts.js'
import { termRemovals } from './term-removals.js'

const { assignments, meta, terms } = where

/** Removes a term: terms below it move up to its parent, and posts lose it. Runs in a transaction. */
export async function removeTerm(tx: Tx, taxonomy: Taxonomy, term: TermRecord): Promise<void> {
  const { site, store } = tx
  await site.get(termRemovals).run(tx, [term], ({ taxonomy }) => taxonomy)
  const below = terms.and(terms.eq('taxonomy', term.taxonomy), terms.eq('parent', term.id))
  await store.terms.updateWhere(below, { parent: await parentAbove(store, term) })
  await detachPosts(tx, taxonomy, term)
  await store.meta.removeWhere(meta.and(meta.eq('kind', 'term'), meta.eq('object', term.id)))
  await store.terms.remove(term.id)
}

/**
 * The new parent of a removed term's children: the top level if the term is its own ancestor, which other writers may
 * have caused.
 */
async function parentAbove(store: StoreSession, term: TermRecord): Promise<number> {
  const above = (await ancestorsOf(store, [term], Number.POSITIVE_INFINITY)).get(term.id) ?? []
  return [term, ...above].at(-1)?.parent === term.id ? 0 : term.parent
}

/** Removes a term from its posts; posts without another term get the default term. */
async function detachPosts({ site, store }: Tx, taxonomy: Taxonomy, term: TermRecord): Promise<void> {
  const fallback = await defaultTermOf(store, taxonomy)
  const orphaned =
    fallback === undefined || fallback.id === term.id
      ? []
      : (await store.assignments.find({ where: onlyTermOf(term) })).records
  await store.assignments.removeWhere(assignments.eq('term', term.id))
  if (fallback === undefined || orphaned.length === 0) return
  await store.assignments.insertMany(orphaned.map(({ object }) => ({ object, term: fallback.id, position: 0 })))
  await recountTerms(site, store, [fallback.id])
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
