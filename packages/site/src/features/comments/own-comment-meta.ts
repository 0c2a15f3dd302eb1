import type { StoreSession } from '../../storage/index.js'
import { where } from '../built-in-collections.js'
import type { CommentRecord } from './comment-collection.js'

/** Sets or, with `undefined`, removes a value of comments in a meta key that belongs to the feature. */
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

/** Saves the status of each comment in a meta key that belongs to the feature, replacing its value. */
export async function saveStatuses(
  { meta }: StoreSession,
  comments: readonly Pick<CommentRecord, 'id' | 'status'>[],
  key: string,
): Promise<void> {
  if (comments.length === 0) return
  const ids = comments.map(({ id }) => id)
  const { and, eq, in: isIn } = where.meta
  await meta.removeWhere(and(eq('kind', 'comment'), isIn('object', ids), eq('key', key)))
  await meta.insertMany(comments.map(({ id: object, status }) => ({ kind: 'comment', object, key, value: status })))
}
