import type { BlockUse, BlockValues } from '@platen/rendering'
import { where } from '../../features/built-in-collections.js'
import type { TermRecord } from '../../features/terms/term-collection.js'
import { ancestorsOf, type TermAncestors } from '../../permalinks/term-link.js'
import type { BlockScope } from '../block-scope.js'
import { shownTaxonomy } from './taxonomy-terms.js'

/** A page of records shows at most so many different terms. */
const MAX_TERMS = 1000

/** The terms that blocks are shown for. */
export interface ContextTerms {
  readonly terms: ReadonlyMap<number, TermRecord>
  readonly ancestors: TermAncestors
}

const idOf = ({ termId }: BlockValues): number | undefined =>
  typeof termId === 'number' && Number.isSafeInteger(termId) ? termId : undefined

/** Loads the terms that are in the context of blocks and that the reader may see. */
export async function loadContextTerms(uses: readonly BlockUse<unknown>[], scope: BlockScope): Promise<ContextTerms> {
  const { store } = scope.site
  const ids = [...new Set(uses.flatMap(({ context }) => idOf(context) ?? []))].slice(0, MAX_TERMS)
  const found = ids.length === 0 ? [] : (await store.terms.find({ where: where.terms.in('id', ids) })).records
  const shown = found.filter(({ taxonomy }) => shownTaxonomy(taxonomy, scope) !== undefined)
  return { terms: new Map(shown.map(term => [term.id, term])), ancestors: await ancestorsOf(store, shown) }
}

/** The term that a block is shown for. */
export const contextTerm = ({ terms }: ContextTerms, context: BlockValues): TermRecord | undefined => {
  const id = idOf(context)
  return id === undefined ? undefined : terms.get(id)
}
