import { taxonomies } from '../registrations/taxonomies.js'
import type { OptionSnapshot } from '../settings/options.js'
import type { SiteContext } from '../site-context.js'
import { type StoreContents, type TermRecord, where } from '../storage/index.js'
import { structureOf } from './structure.js'

/** Ancestors of terms by id of the term, the parent first; terms without any are not in it. */
export type TermAncestors = ReadonlyMap<number, readonly TermRecord[]>

/**
 * The address of a term's page: below its ancestors where the taxonomy says so, by a parameter where there are no pretty
 * addresses. `ancestors` are as {@link ancestorsOf} gives them.
 */
export function termLink(
  site: Pick<SiteContext, 'url' | 'get'>,
  term: TermRecord,
  ancestors: readonly TermRecord[],
  options: Pick<OptionSnapshot, 'text'>,
): string {
  const taxonomy = site.get(taxonomies).get(term.taxonomy)
  const { plain, front, end } = structureOf(options)
  if (!plain && taxonomy !== undefined && taxonomy.rewriteSlug !== false) {
    const above = taxonomy.hierarchical && taxonomy.rewriteHierarchical ? ancestors : []
    const path = [...above.map(ancestor => ancestor.slug).reverse(), term.slug].join('/')
    return `${site.url}${front}${taxonomy.rewriteSlug}/${path}${end}`
  }
  if (term.taxonomy === 'category') return `${site.url}/?cat=${term.id}`
  const query = taxonomy?.queryVar
  if (query !== undefined && query !== false) return `${site.url}/?${query}=${term.slug}`
  return `${site.url}/?taxonomy=${term.taxonomy}&term=${term.slug}`
}

/** Loads the ancestors of terms level by level: as many queries as the tree is deep, however many terms there are. */
export async function ancestorsOf(
  contents: Pick<StoreContents, 'terms'>,
  terms: readonly TermRecord[],
): Promise<TermAncestors> {
  const known = new Map(terms.map(term => [term.id, term]))
  const sought = new Set<number>()
  let wanted = missingParents(terms, known, sought)
  while (wanted.length > 0) {
    const { records } = await contents.terms.find({ where: where.terms.in('id', wanted) })
    for (const record of records) known.set(record.id, record)
    wanted = missingParents(records, known, sought)
  }
  const found = new Map<number, readonly TermRecord[]>()
  for (const term of terms) if (term.parent !== 0) found.set(term.id, chainAbove(term, known))
  return found
}

function missingParents(
  terms: readonly TermRecord[],
  known: ReadonlyMap<number, TermRecord>,
  sought: Set<number>,
): readonly number[] {
  const missing = terms.map(term => term.parent).filter(id => id !== 0 && !known.has(id) && !sought.has(id))
  for (const id of missing) sought.add(id)
  return [...new Set(missing)]
}

function chainAbove(term: TermRecord, known: ReadonlyMap<number, TermRecord>): readonly TermRecord[] {
  const chain: TermRecord[] = []
  const passed = new Set([term.id])
  let above = known.get(term.parent)
  // Parents are stored without loops; what another writer left must not hang the site.
  while (above !== undefined && !passed.has(above.id)) {
    passed.add(above.id)
    chain.push(above)
    above = known.get(above.parent)
  }
  return chain
}
