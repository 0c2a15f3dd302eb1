import type { PostType } from '../../registrations/post-types.js'
import type { SiteContext } from '../../site-context.js'
import type { StoreSession } from '../../storage/index.js'
import { where } from '../built-in-collections.js'
import { taxonomiesOfType } from '../taxonomies/object-types.js'

const { assignments, terms } = where

/**
 * Assigns the default terms of taxonomies in which a post has no term, except those in `given`, in the post's
 * transaction.
 */
export async function giveDefaultTerms(
  site: SiteContext,
  store: StoreSession,
  type: PostType,
  post: number,
  given: { has(taxonomy: string): boolean },
): Promise<void> {
  for (const { name, defaultTermOption } of taxonomiesOfType(site, type)) {
    if (defaultTermOption === undefined || given.has(name)) continue
    const ofTaxonomy = assignments.exists(where.terms, { foreign: 'id', local: 'term' }, terms.eq('taxonomy', name))
    const held = await store.assignments.first({
      where: assignments.and(assignments.eq('object', post), ofTaxonomy),
    })
    if (held !== undefined) continue
    const id = Number(await store.options.get(defaultTermOption))
    const term = Number.isSafeInteger(id) && id > 0 ? await store.terms.get(id) : undefined
    if (term?.taxonomy === name) await store.assignments.insert({ object: post, term: id, position: 0 })
  }
}
