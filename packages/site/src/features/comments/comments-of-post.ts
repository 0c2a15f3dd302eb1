import { groupBy } from '@platen/core'
import type { StoreSession } from '../../storage/index.js'
import { where } from '../built-in-collections.js'
import type { PostCompanion } from '../posts/post-companions.js'
import { APPROVED, commentMetaKeys, NOTE, POST_TRASHED } from './comment-values.js'
import { saveStatuses } from './own-comment-meta.js'

const { comments, meta } = where

/** Comments move to the trash with their post, are restored with it in some dialects, and are removed with it. */
export const commentsOfPost: PostCompanion = Object.freeze<PostCompanion>({
  async trash(store, posts, { dialect }) {
    const onPosts = comments.in('post', posts)
    if (dialect.restoresComments) {
      const kept = await store.comments.pick(['status'], {
        where: comments.and(onPosts, comments.ne('status', POST_TRASHED)),
      })
      await saveStatuses(store, kept, commentMetaKeys.statusBeforePostTrash)
    }
    await store.comments.updateWhere(onPosts, { status: POST_TRASHED })
    return { commentCount: 0 }
  },
  async restore(store, { id }, { dialect }) {
    if (!dialect.restoresComments) return {}
    await restoreStatuses(store, id)
    return { commentCount: await store.comments.count(countedOn(id)) }
  },
  async remove(store, posts) {
    const onPosts = comments.in('post', posts)
    const ids = (await store.comments.pick([], { where: onPosts })).map(({ id }) => id)
    if (ids.length === 0) return
    await store.meta.removeWhere(meta.and(meta.eq('kind', 'comment'), meta.in('object', ids)))
    await store.comments.removeWhere(onPosts)
    // Replies on other posts are kept.
    await store.comments.updateWhere(comments.in('parent', ids), { parent: 0 })
  },
})

/** The comments that are included in a post's count. */
const countedOn = (id: number) =>
  comments.and(comments.eq('post', id), comments.eq('status', APPROVED), comments.ne('type', NOTE))

/** Restores the saved statuses of comments, except those that got another status since. */
async function restoreStatuses(store: StoreSession, post: number): Promise<void> {
  const ids = (await store.comments.pick([], { where: comments.eq('post', post) })).map(({ id }) => id)
  if (ids.length === 0) return
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
