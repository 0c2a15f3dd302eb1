import { groupBy } from '@platen/core'
import type { StoreSession } from '../../storage/index.js'
import { where } from '../built-in-collections.js'
import type { PostCompanion } from '../posts/post-companions.js'
import { APPROVED, commentMetaKeys, NOTE, POST_TRASHED } from './comment-values.js'

const { comments, meta } = where

/** Comments share the fate of their post. */
export const commentsOfPost: PostCompanion = Object.freeze<PostCompanion>({
  async trash(store, { id }) {
    const onPost = comments.and(comments.eq('post', id), comments.ne('status', POST_TRASHED))
    const { records } = await store.comments.find({ where: onPost })
    if (records.length > 0) {
      const key = commentMetaKeys.statusBeforePostTrash
      await store.meta.insertMany(
        records.map(({ id: object, status }) => ({ kind: 'comment', object, key, value: status })),
      )
      await store.comments.updateWhere(onPost, { status: POST_TRASHED })
    }
    return { commentCount: 0 }
  },
  async restore(store, { id }) {
    const { records } = await store.comments.find({
      where: comments.and(comments.eq('post', id), comments.eq('status', POST_TRASHED)),
    })
    await restoreStatuses(
      store,
      records.map(comment => comment.id),
    )
    return { commentCount: await store.comments.count(countedOn(id)) }
  },
  async remove(store, { id }) {
    const { records } = await store.comments.find({ where: comments.eq('post', id) })
    if (records.length === 0) return
    const ids = records.map(comment => comment.id)
    await store.meta.removeWhere(meta.and(meta.eq('kind', 'comment'), meta.in('object', ids)))
    await store.comments.removeWhere(comments.eq('post', id))
    // Replies on other posts stay.
    await store.comments.updateWhere(comments.in('parent', ids), { parent: 0 })
  },
})

/** The comments that count for a post. */
const countedOn = (id: number) =>
  comments.and(comments.eq('post', id), comments.eq('status', APPROVED), comments.ne('type', NOTE))

async function restoreStatuses(store: StoreSession, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return
  const kept = meta.and(
    meta.eq('kind', 'comment'),
    meta.eq('key', commentMetaKeys.statusBeforePostTrash),
    meta.in('object', ids),
  )
  const { records } = await store.meta.find({ where: kept })
  for (const [status, alike] of groupBy(records, ({ value }) => String(value))) {
    const of = alike.map(({ object }) => object)
    await store.comments.updateWhere(comments.in('id', of), { status })
  }
  await store.meta.removeWhere(kept)
}
