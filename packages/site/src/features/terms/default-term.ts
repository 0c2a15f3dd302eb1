import type { Taxonomy } from '../../registrations/taxonomies.js'
import type { StoreSession } from '../../storage/index.js'
import type { TermRecord } from './term-collection.js'

/** The default term of posts without one; `undefined` if the taxonomy has none. */
export async function defaultTermOf(
  store: StoreSession,
  { name, defaultTermOption: option }: Taxonomy,
): Promise<TermRecord | undefined> {
  const id = option === undefined ? 0 : Number(await store.options.get(option))
  const term = Number.isSafeInteger(id) && id > 0 ? await store.terms.get(id) : undefined
  return term?.taxonomy === name ? term : undefined
}
