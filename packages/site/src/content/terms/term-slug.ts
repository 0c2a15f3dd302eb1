import { suffixedSlug } from '@platen/rendering'
import type { StoreSession } from '@platen/storage'
import type { Tx } from '../../kernel/operations/index.js'
import { type TermRecord, termsIn, whereTerms } from '../../kernel/records/index.js'
import { firstFree } from '../../kernel/rest/index.js'
import { type Taxonomy, taxonomies } from '../types/index.js'

/** The slugs among these that other terms of some taxonomies have. */
async function takenSlugs(
  store: StoreSession,
  among: readonly string[],
  slugs: readonly string[],
  self: number,
): Promise<ReadonlySet<string>> {
  const { and, in: isIn, ne } = whereTerms
  return termsIn(store).distinct('slug', and(isIn('taxonomy', among), isIn('slug', slugs), ne('id', self)))
}

/** Whether another term of the taxonomy has a slug; `self` is the id of the term itself, 0 for a new one. */
export async function isSlugTaken(
  store: StoreSession,
  taxonomy: Taxonomy,
  slug: string,
  self: number,
): Promise<boolean> {
  return (await takenSlugs(store, [taxonomy.name], [slug], self)).has(slug)
}

/**
 * A free slug: the requested one, else suffixed with the slugs of `ancestors` (nearest first), else with a number. Terms
 * of two taxonomies may have the requested slug, but not one with a suffix.
 */
export async function freeTermSlug(
  { site, store }: Pick<Tx, 'site' | 'store'>,
  taxonomy: Taxonomy,
  requested: string,
  ancestors: readonly TermRecord[],
  self: number,
): Promise<string> {
  if (!(await isSlugTaken(store, taxonomy, requested, self))) return requested
  const everywhere = site.get(taxonomies).names()
  const taken = (slugs: readonly string[]) => takenSlugs(store, everywhere, slugs, self)
  const named: string[] = []
  for (const { slug } of ancestors) named.push(suffixedSlug(named.at(-1) ?? requested, `-${slug}`))
  const takenNames = named.length === 0 ? new Set<string>() : await taken(named)
  const free = named.find(slug => !takenNames.has(slug))
  if (free !== undefined) return free
  const longest = named.at(-1) ?? requested
  return firstFree(2, number => suffixedSlug(longest, `-${number}`), taken)
}
