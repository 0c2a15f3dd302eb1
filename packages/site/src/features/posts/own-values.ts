import type { StoreSession } from '../../storage/index.js'
import { where } from '../built-in-collections.js'
import { STICKY_OPTION } from './post-meta-keys.js'

/** Makes a post sticky, or not. Call it in the transaction that stores the post. */
export async function setSticky(store: StoreSession, id: number, sticky: boolean): Promise<void> {
  const stored = await store.options.get(STICKY_OPTION)
  const ids = Array.isArray(stored) ? (stored as number[]) : []
  if (ids.includes(id) === sticky) return
  await store.options.set(STICKY_OPTION, sticky ? [...ids, id] : ids.filter(other => other !== id))
}

/** Sets or, with `undefined`, removes a value that posts keep in a meta key of their own. */
export async function setOwnMeta(store: StoreSession, id: number, key: string, value: unknown): Promise<void> {
  const { and, eq } = where.meta
  await store.meta.removeWhere(and(eq('kind', 'post'), eq('object', id), eq('key', key)))
  if (value !== undefined) await store.meta.insert({ kind: 'post', object: id, key, value })
}
