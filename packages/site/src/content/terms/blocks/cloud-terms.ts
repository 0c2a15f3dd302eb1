import { type TermRecord, termsIn, whereTerms } from '../../../kernel/records/index.js'
import { findShown } from '../../../kernel/rest/index.js'
import { ancestorsOf, type TermAncestors } from '../../posts/index.js'
import { shownTaxonomy, type TermScope } from './taxonomy-terms.js'

/** The maximum number of terms in a cloud. */
export const MAX_TAGS = 100

/** The terms of clouds. */
export interface CloudTerms {
  /** The most used terms by taxonomy, the most used first. */
  readonly terms: ReadonlyMap<string, readonly TermRecord[]>
  readonly ancestors: TermAncestors
}

/** Loads the most used terms of taxonomies, with one query for each that is shown and one per level of ancestors. */
export async function loadCloudTerms(names: ReadonlySet<string>, scope: TermScope): Promise<CloudTerms> {
  const { store } = scope.site
  const shown = [...names].flatMap(name => shownTaxonomy(name, scope)?.name ?? [])
  const { and, eq, gt } = whereTerms
  const found = await Promise.all(
    shown.map(async name => {
      const records = await findShown(termsIn(store), {
        where: and(eq('taxonomy', name), gt('count', 0)),
        order: [
          { by: 'field', field: 'count', direction: 'desc' },
          { by: 'field', field: 'name', direction: 'asc', folded: true },
        ],
        limit: MAX_TAGS,
      })
      return [name, records] as const
    }),
  )
  const ancestors = await ancestorsOf(
    store,
    found.flatMap(([, records]) => records),
  )
  return { terms: new Map(found), ancestors }
}
