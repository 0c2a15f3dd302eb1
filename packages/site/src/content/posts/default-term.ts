import type { StoreSession } from '@platen/storage'
import { type TermRecord, termsIn } from '../../kernel/records/index.js'
import type { Taxonomy } from '../types/index.js'

/** The default term of posts without one; `undefined` if the taxonomy has none. */
export async function defaultTermOf(
  store: StoreSession,
  { name, defaultTermOption: option }: Taxonomy,
): Promise<TermRecord | undefined> {
  const id = option === undefined ? 0 : Number(await store.options.get(option))
  const term = Number.isSafeInteger(id) && id > 0 ? await termsIn(store).get(id) : undefined
  return term?.taxonomy === name ? term : undefined
}
