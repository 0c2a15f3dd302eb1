import type { HandlerRequest } from '@platen/core'
import { ancestorsOf } from '../../permalinks/term-link.js'
import type { Taxonomy } from '../../registrations/taxonomies.js'
import type { SiteContext } from '../../site-context.js'
import {
  type AssignmentRecord,
  type Condition,
  type StoreContents,
  type TermRecord,
  where,
} from '../../storage/index.js'
import { recountTerms } from './term-counts.js'
import { mayNotDelete, noSuchTerm } from './term-permissions.js'

const { assignments, meta, terms } = where

/**
 * Deletes a term and what hangs on it, inside of a transaction: terms below it move up to its parent, posts lose it, and
 * those that lose their last one get the default term where the taxonomy has one. It goes by the term as it is by then,
 * and returns that; one that has been deleted or made the default meanwhile is refused.
 */
export async function deleteTerm(
  site: SiteContext,
  contents: StoreContents,
  taxonomy: Taxonomy,
  known: TermRecord,
  request: HandlerRequest,
): Promise<TermRecord> {
  const term = await contents.terms.get(known.id)
  if (term === undefined) throw noSuchTerm()
  const byDefault = taxonomy.defaultTermOption && (await contents.options.get(taxonomy.defaultTermOption))
  if (Number(byDefault) === term.id) throw mayNotDelete(request)
  const version = request.expectedVersion
  // Nothing else compares versions when a record goes.
  if (version !== undefined) await contents.terms.update(term.id, {}, { version })
  const below = terms.and(terms.eq('taxonomy', term.taxonomy), terms.eq('parent', term.id))
  await contents.terms.updateWhere(below, { parent: await parentAbove(contents, term) })
  await leavePosts(site, contents, taxonomy, term)
  await contents.meta.removeWhere(meta.and(meta.eq('kind', 'term'), meta.eq('object', term.id)))
  await contents.terms.remove(term.id)
  return term
}

/** Where terms below a term move up to: to the top when the term stands below itself, as other writers may have left it. */
async function parentAbove(contents: StoreContents, term: TermRecord): Promise<number> {
  const above = (await ancestorsOf(contents, [term])).get(term.id) ?? []
  return [term, ...above].at(-1)?.parent === term.id ? 0 : term.parent
}

async function leavePosts(
  site: SiteContext,
  contents: StoreContents,
  taxonomy: Taxonomy,
  term: TermRecord,
): Promise<void> {
  const fallback = await fallbackFor(contents, taxonomy, term)
  const lonely = fallback === undefined ? [] : (await contents.assignments.find({ where: onlyTermOf(term) })).records
  await contents.assignments.removeWhere(assignments.eq('term', term.id))
  if (fallback === undefined || lonely.length === 0) return
  await contents.assignments.insertMany(lonely.map(({ object }) => ({ object, term: fallback, position: 0 })))
  await recountTerms(site, contents, [fallback])
}

/** The term that takes the place of a deleted one. */
async function fallbackFor(contents: StoreContents, taxonomy: Taxonomy, term: TermRecord): Promise<number | undefined> {
  if (taxonomy.defaultTermOption === undefined) return undefined
  const id = Number(await contents.options.get(taxonomy.defaultTermOption))
  if (!Number.isSafeInteger(id) || id === term.id) return undefined
  return (await contents.terms.get(id))?.taxonomy === taxonomy.name ? id : undefined
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
