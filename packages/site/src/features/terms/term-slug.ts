import { suffixedSlug } from '@platen/rendering'
import type { Taxonomy } from '../../registrations/taxonomies.js'
import { firstFree } from '../../storage/first-free.js'
import type { StoreSession } from '../../storage/index.js'
import { where } from '../built-in-collections.js'
import type { TermRecord } from './term-collection.js'

/** Which of these slugs other terms of the taxonomy have. */
async function takenSlugs(
  store: Pick<StoreSession, 'terms'>,
  taxonomy: Taxonomy,
  slugs: readonly string[],
  self: number,
): Promise<ReadonlySet<string>> {
  const { and, eq, in: isIn, ne } = where.terms
  const among = and(eq('taxonomy', taxonomy.name), isIn('slug', slugs), ne('id', self))
  return store.terms.distinct('slug', among)
}

/** Whether another term of the taxonomy has a slug; `self` is the id of the term that it is for, 0 for a new one. */
export async function isSlugTaken(
  store: Pick<StoreSession, 'terms'>,
  taxonomy: Taxonomy,
  slug: string,
  self: number,
): Promise<boolean> {
  return (await takenSlugs(store, taxonomy, [slug], self)).has(slug)
}

/** A free slug: the requested one, else suffixed with the slugs of `ancestors` (nearest first), else with a number. */
export async function freeTermSlug(
  store: Pick<StoreSession, 'terms'>,
  taxonomy: Taxonomy,
  requested: string,
  ancestors: readonly TermRecord[],
  self: number,
): Promise<string> {
  const named = [requested]
  for (const ancestor of ancestors) named.push(suffixedSlug(named.at(-1) ?? requested, `-${ancestor.slug}`))
  const taken = await takenSlugs(store, taxonomy, named, self)
  const free = named.find(slug => !taken.has(slug))
  if (free !== undefined) return free
  const longest = named.at(-1) ?? requested
  return firstFree(
    2,
    number => suffixedSlug(longest, `-${number}`),
    slugs => takenSlugs(store, taxonomy, slugs, self),
  )
}
