import type { StoreSession } from '@platen/storage'
import type { Taxonomy } from '../../registrations/taxonomies.js'
import { type TermRecord, termsIn } from './term-collection.js'

/** The default term of posts without one; `undefined` if the taxonomy has none. */
export async function defaultTermOf(
  store: StoreSession,
  { name, defaultTermOption: option }: Taxonomy,
): Promise<TermRecord | undefined> {
  const id = option === undefined ? 0 : Number(await store.options.get(option))
  const term = Number.isSafeInteger(id) && id > 0 ? await termsIn(store).get(id) : undefined
  return term?.taxonomy === name ? term : undefined
}
