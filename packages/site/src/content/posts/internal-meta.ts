import type { StoreSession } from '@platen/storage'
import { metaIn, whereMeta } from '../../kernel/records/index.js'

/** Sets or, with `undefined`, removes a value of posts in an internal meta key. */
export const setInternalMeta = (store: StoreSession, id: number, key: string, value: unknown): Promise<void> =>
  setInternalMetaOf(store, [key], value === undefined ? [] : [{ id, key, value }], [id])

/** Sets values of posts in internal meta keys, and removes all other values of these keys. */
export async function setInternalMetaOf(
  store: StoreSession,
  keys: readonly string[],
  values: readonly { readonly id: number; readonly key: string; readonly value: unknown }[],
  ids: readonly number[],
): Promise<void> {
  const { and, eq, in: isIn } = whereMeta
  await metaIn(store).removeWhere(and(eq('kind', 'post'), isIn('object', ids), isIn('key', keys)))
  if (values.length > 0)
    await metaIn(store).insertMany(values.map(({ id, key, value }) => ({ kind: 'post', object: id, key, value })))
}
