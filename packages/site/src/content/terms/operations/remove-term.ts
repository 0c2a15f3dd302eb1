import type { Condition, StoreSession } from '@platen/storage'
import { registrationKey } from '../../../kernel/context/index.js'
import { createRemovals, type Tx } from '../../../kernel/operations/index.js'
import {
  type AssignmentRecord,
  assignmentsIn,
  type TermRecord,
  termsIn,
  whereAssignments,
  whereTerms,
} from '../../../kernel/records/index.js'
import { forgetReferences, removeMetaOf } from '../../meta/index.js'
import { ancestorsOf, defaultTermOf, recountTerms } from '../../posts/index.js'
import type { Taxonomy } from '../../types/index.js'

/** The removals of features, by taxonomy. */
export const termRemovals = registrationKey('term removals', () => createRemovals<TermRecord>())

/** Removes a term: terms below it move up to its parent, and posts lose it. Runs in a transaction. */
export async function removeTerm(tx: Tx, taxonomy: Taxonomy, term: TermRecord): Promise<void> {
  const { site, store } = tx
  await forgetReferences(tx, 'term', [term.id])
  await site.get(termRemovals).run(tx, [term], ({ taxonomy }) => taxonomy)
  const below = whereTerms.and(whereTerms.eq('taxonomy', term.taxonomy), whereTerms.eq('parent', term.id))
  await termsIn(store).updateWhere(below, { parent: await parentAbove(store, term) })
  await detachPosts(tx, taxonomy, term)
  await removeMetaOf(tx, 'term', [term.id])
  await termsIn(store).remove(term.id)
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
      : (await assignmentsIn(store).find({ where: onlyTermOf(term) })).records
  await assignmentsIn(store).removeWhere(whereAssignments.eq('term', term.id))
  if (fallback === undefined || orphaned.length === 0) return
  await assignmentsIn(store).insertMany(orphaned.map(({ object }) => ({ object, term: fallback.id, position: 0 })))
  await recountTerms(site, store, [fallback.id])
}

/** Assignments of a term to objects that have no other term of its taxonomy. */
function onlyTermOf(term: TermRecord): Condition<AssignmentRecord> {
  const another = whereAssignments.and(
    whereAssignments.ne('term', term.id),
    whereAssignments.exists(whereTerms, { foreign: 'id', local: 'term' }, whereTerms.eq('taxonomy', term.taxonomy)),
  )
  return whereAssignments.and(
    whereAssignments.eq('term', term.id),
    whereAssignments.not(whereAssignments.exists(whereAssignments, { foreign: 'object', local: 'object' }, another)),
  )
}
