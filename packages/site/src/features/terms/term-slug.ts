import { suffixedSlug } from '@platen/rendering'
import type { Taxonomy } from '../../registrations/taxonomies.js'
import { firstFree } from '../../storage/first-free.js'
import { type StoreContents, type TermRecord, where } from '../../storage/index.js'

/** Which of these slugs other terms of the taxonomy have. */
async function takenSlugs(
  contents: Pick<StoreContents, 'terms'>,
  taxonomy: Taxonomy,
  slugs: readonly string[],
  self: number,
): Promise<ReadonlySet<string>> {
  const { and, eq, in: isIn, ne } = where.terms
  const among = and(eq('taxonomy', taxonomy.name), isIn('slug', slugs), ne('id', self))
  return contents.terms.distinct('slug', among)
}

/** Whether another term of the taxonomy has a slug; `self` is the term that wants it, 0 for a new one. */
export async function isSlugTaken(
  contents: Pick<StoreContents, 'terms'>,
  taxonomy: Taxonomy,
  slug: string,
  self: number,
): Promise<boolean> {
  return (await takenSlugs(contents, taxonomy, [slug], self)).has(slug)
}

/**
 * A free slug like the wished one. What is taken is told apart by the slugs of the ancestors (the parent comes first in
 * `ancestors`), and where they do not suffice by a number.
 */
export async function freeTermSlug(
  contents: Pick<StoreContents, 'terms'>,
  taxonomy: Taxonomy,
  wished: string,
  ancestors: readonly TermRecord[],
  self: number,
): Promise<string> {
  const named = [wished]
  for (const ancestor of ancestors) named.push(suffixedSlug(named.at(-1) ?? wished, `-${ancestor.slug}`))
  const taken = await takenSlugs(contents, taxonomy, named, self)
  const free = named.find(slug => !taken.has(slug))
  if (free !== undefined) return free
  const longest = named.at(-1) ?? wished
  return firstFree(
    2,
    number => suffixedSlug(longest, `-${number}`),
    slugs => takenSlugs(contents, taxonomy, slugs, self),
  )
}
