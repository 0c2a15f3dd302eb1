import { groupBy } from '@platen/core'
import type { StoreSession } from '../../storage/index.js'
import { where } from '../built-in-collections.js'
import type { PostCompanion } from '../posts/post-companions.js'
import { APPROVED, commentMetaKeys, NOTE, POST_TRASHED } from './comment-values.js'
import { keepStatuses } from './own-comment-meta.js'

const { comments, meta } = where

/** Comments follow their post to the trash and, where the dialect has it so, back; they are removed with it. */
export const commentsOfPost: PostCompanion = Object.freeze<PostCompanion>({
  async trash(store, { id }, { dialect }) {
    if (dialect.restoresComments) {
      const { records } = await store.comments.find({
        where: comments.and(comments.eq('post', id), comments.ne('status', POST_TRASHED)),
      })
      await keepStatuses(store, records, commentMetaKeys.statusBeforePostTrash)
    }
    await store.comments.updateWhere(comments.eq('post', id), { status: POST_TRASHED })
    return { commentCount: 0 }
  },
  async restore(store, { id }, { dialect }) {
    if (!dialect.restoresComments) return {}
    await restoreStatuses(store, id)
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

/** Gives comments the statuses that were kept, but those that got another one since. */
async function restoreStatuses(store: StoreSession, post: number): Promise<void> {
  const { records } = await store.comments.find({ where: comments.eq('post', post) })
  if (records.length === 0) return
  const ids = records.map(({ id }) => id)
  const ofComments = meta.and(meta.eq('kind', 'comment'), meta.in('object', ids))
  const kept = meta.and(ofComments, meta.eq('key', commentMetaKeys.statusBeforePostTrash))
  const { records: statuses } = await store.meta.find({ where: kept })
  for (const [status, alike] of groupBy(statuses, ({ value }) => String(value))) {
    const objects = alike.map(({ object }) => object)
    const waiting = comments.and(comments.in('id', objects), comments.eq('status', POST_TRASHED))
    await store.comments.updateWhere(waiting, { status })
  }
  await store.meta.removeWhere(kept)
}
