import { type StoreContents, where } from '../../storage/index.js'
import { STICKY_OPTION } from './post-meta-keys.js'

/**
 * Keeps the post of an id at the top, or no more; what is so already is not stored again. Call it in the transaction that
 * stores the post.
 */
export async function setSticky(contents: StoreContents, id: number, sticky: boolean): Promise<void> {
  const stored = await contents.options.get(STICKY_OPTION)
  const ids = Array.isArray(stored) ? (stored as number[]) : []
  if (ids.includes(id) === sticky) return
  await contents.options.set(STICKY_OPTION, sticky ? [...ids, id] : ids.filter(other => other !== id))
}

/** Sets or, with `undefined`, removes a value that posts keep in a meta key of their own. */
export async function setOwnMeta(contents: StoreContents, id: number, key: string, value: unknown): Promise<void> {
  const { and, eq } = where.meta
  await contents.meta.removeWhere(and(eq('kind', 'post'), eq('object', id), eq('key', key)))
  if (value !== undefined) await contents.meta.insert({ kind: 'post', object: id, key, value })
}
