import type { BlockScope } from '../../../kernel/blocks/index.js'
import { type TermRecord, termsIn, whereTerms } from '../../../kernel/records/index.js'
import { findShown } from '../../../kernel/rest/index.js'
import { compareNames as compareTexts } from '../../../kernel/text/index.js'
import { type Taxonomy, taxonomies } from '../../types/index.js'
import { canReadTerms } from '../rules/term-rights.js'

/** The maximum number of terms of a taxonomy in a list. */
const MAX_TERMS = 1000

/** Where terms are shown. */
export type TermScope = Pick<BlockScope, 'site' | 'options' | 'principal'>

/** The terms of a taxonomy that a reader may see, sorted by name. */
export interface TaxonomyTerms {
  readonly taxonomy: Taxonomy
  readonly terms: readonly TermRecord[]
}

/** A registered taxonomy whose terms blocks may show to a reader: a public one, if they are not restricted to others. */
export function shownTaxonomy(name: string, { site, principal }: TermScope): Taxonomy | undefined {
  const taxonomy = site.get(taxonomies).get(name)
  return taxonomy?.public === true && canReadTerms(site, taxonomy, principal) ? taxonomy : undefined
}

/** Loads the terms of taxonomies, with one query for each registered one that is shown. */
export async function loadTaxonomyTerms(
  names: Iterable<string>,
  scope: TermScope,
): Promise<ReadonlyMap<string, TaxonomyTerms>> {
  const shown = [...new Set(names)].flatMap(name => shownTaxonomy(name, scope) ?? [])
  const loaded = await Promise.all(
    shown.map(async taxonomy => {
      const records = await findShown(termsIn(scope.site.store), {
        where: whereTerms.eq('taxonomy', taxonomy.name),
        order: [{ by: 'field', field: 'name', direction: 'asc', folded: true }],
        limit: MAX_TERMS,
      })
      return [taxonomy.name, { taxonomy, terms: records }] as const
    }),
  )
  return new Map(loaded)
}

/** Orders terms by their names, without regard to case and accents. */
export const compareNames = (a: TermRecord, b: TermRecord): number => compareTexts(a.name, b.name) || a.id - b.id
