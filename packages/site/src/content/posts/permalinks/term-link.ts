import type { StoreSession } from '@platen/storage'
import type { SiteContext } from '../../../kernel/context/index.js'
import type { OptionSnapshot } from '../../../kernel/options/index.js'
import { type TermRecord, termsIn, whereTerms } from '../../../kernel/records/index.js'
import { findShown } from '../../../kernel/rest/index.js'
import { taxonomies } from '../../types/index.js'
import { MAX_LEVELS, structureOf } from './structure.js'

/** Ancestors by term id, the parent first. Terms without ancestors are absent. */
export type TermAncestors = ReadonlyMap<number, readonly TermRecord[]>

/**
 * The URL of a term's archive, below those of `ancestors` if the taxonomy nests them; a query parameter without pretty
 * permalinks.
 */
export function termLink(
  site: Pick<SiteContext, 'url' | 'get'>,
  term: TermRecord,
  ancestors: readonly TermRecord[],
  options: Pick<OptionSnapshot, 'derived'>,
): string {
  const taxonomy = site.get(taxonomies).get(term.taxonomy)
  const { plain, front, end } = structureOf(options)
  if (!plain && taxonomy !== undefined && taxonomy.rewriteSlug !== false) {
    const nested = taxonomy.hierarchical && taxonomy.rewriteHierarchical ? ancestors : []
    const path = [...nested.map(ancestor => ancestor.slug).reverse(), term.slug].join('/')
    return `${site.url}${front}${taxonomy.rewriteSlug}/${path}${end}`
  }
  if (term.taxonomy === 'category') return `${site.url}/?cat=${term.id}`
  const query = taxonomy?.queryVar
  if (query !== undefined && query !== false) return `${site.url}/?${query}=${term.slug}`
  return `${site.url}/?taxonomy=${term.taxonomy}&term=${term.slug}`
}

/** Loads the ancestors of terms that permalinks contain by default, with one query per level. */
export async function ancestorsOf(
  store: StoreSession,
  terms: readonly TermRecord[],
  maxLevels = MAX_LEVELS,
): Promise<TermAncestors> {
  const loaded = new Map(terms.map(term => [term.id, term]))
  const requested = new Set<number>()
  let missing = missingParents(terms, loaded, requested)
  for (let level = 0; level < maxLevels && missing.length > 0; level++) {
    const records = await findShown(termsIn(store), { where: whereTerms.in('id', missing) })
    for (const record of records) loaded.set(record.id, record)
    missing = missingParents(records, loaded, requested)
  }
  const ancestors = new Map<number, readonly TermRecord[]>()
  for (const term of terms) if (term.parent !== 0) ancestors.set(term.id, chainAbove(term, loaded, maxLevels))
  return ancestors
}

/** The parents that have been neither loaded nor requested; adds them to `requested`. */
function missingParents(
  terms: readonly TermRecord[],
  loaded: ReadonlyMap<number, TermRecord>,
  requested: Set<number>,
): readonly number[] {
  const missing = terms.map(term => term.parent).filter(id => id !== 0 && !loaded.has(id) && !requested.has(id))
  for (const id of missing) requested.add(id)
  return [...new Set(missing)]
}

function chainAbove(
  term: TermRecord,
  loaded: ReadonlyMap<number, TermRecord>,
  maxLevels: number,
): readonly TermRecord[] {
  const chain: TermRecord[] = []
  const passed = new Set([term.id])
  let ancestor = loaded.get(term.parent)
  // Writes prevent loops, but data written by other programs must not hang the site.
  while (ancestor !== undefined && !passed.has(ancestor.id) && chain.length < maxLevels) {
    passed.add(ancestor.id)
    chain.push(ancestor)
    ancestor = loaded.get(ancestor.parent)
  }
  return chain
}
