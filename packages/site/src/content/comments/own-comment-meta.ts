import type { StoreSession } from '@platen/storage'
import { type CommentRecord, metaIn, whereMeta } from '../../kernel/records/index.js'

/** Sets or, with `undefined`, removes a value of comments in a meta key that belongs to the feature. */
export async function setCommentMeta(
  store: StoreSession,
  object: number,
  key: string,
  value: string | undefined,
): Promise<void> {
  const { and, eq } = whereMeta
  await metaIn(store).removeWhere(and(eq('kind', 'comment'), eq('object', object), eq('key', key)))
  if (value !== undefined) await metaIn(store).insert({ kind: 'comment', object, key, value })
}

/** Saves the status of each comment in a meta key that belongs to the feature, replacing its value. */
export async function saveStatuses(
  store: StoreSession,
  comments: readonly Pick<CommentRecord, 'id' | 'status'>[],
  key: string,
): Promise<void> {
  if (comments.length === 0) return
  const ids = comments.map(({ id }) => id)
  const { and, eq, in: isIn } = whereMeta
  await metaIn(store).removeWhere(and(eq('kind', 'comment'), isIn('object', ids), eq('key', key)))
  await metaIn(store).insertMany(
    comments.map(({ id: object, status }) => ({ kind: 'comment', object, key, value: status })),
  )
}
