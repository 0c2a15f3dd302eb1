import type { StoreSession } from '../../storage/index.js'
import { where } from '../built-in-collections.js'

/** Sets or, with `undefined`, removes a value that comments keep in a meta key of the feature's own. */
export async function setCommentMeta(
  { meta }: StoreSession,
  object: number,
  key: string,
  value: string | undefined,
): Promise<void> {
  const { and, eq } = where.meta
  await meta.removeWhere(and(eq('kind', 'comment'), eq('object', object), eq('key', key)))
  if (value !== undefined) await meta.insert({ kind: 'comment', object, key, value })
}
