import { groupBy } from '@platen/core'
import type { StoreSession } from '@platen/storage'
import {
  APPROVED,
  commentMetaKeys,
  commentsIn,
  metaIn,
  NOTE,
  POST_TRASHED,
  whereComments,
  whereMeta,
} from '../../kernel/records/index.js'
import { removeMetaOf } from '../meta/index.js'
import type { PostCompanion } from '../posts/index.js'
import { saveStatuses } from './own-comment-meta.js'

/** Comments move to the trash with their post, are restored with it in some dialects, and are removed with it. */
export const commentsOfPost: PostCompanion = Object.freeze<PostCompanion>({
  async trash(store, posts, { dialect }) {
    const onPosts = whereComments.in('post', posts)
    if (dialect.restoresComments) {
      const kept = await commentsIn(store).pick(['status'], {
        where: whereComments.and(onPosts, whereComments.ne('status', POST_TRASHED)),
      })
      await saveStatuses(store, kept, commentMetaKeys.statusBeforePostTrash)
    }
    await commentsIn(store).updateWhere(onPosts, { status: POST_TRASHED })
    return { commentCount: 0 }
  },
  async restore(store, { id }, { dialect }) {
    if (!dialect.restoresComments) return {}
    await restoreStatuses(store, id)
    return { commentCount: await commentsIn(store).count(countedOn(id)) }
  },
  async remove(tx, posts) {
    const { store } = tx
    const onPosts = whereComments.in('post', posts)
    const ids = (await commentsIn(store).pick([], { where: onPosts })).map(({ id }) => id)
    if (ids.length === 0) return
    await removeMetaOf(tx, 'comment', ids)
    await commentsIn(store).removeWhere(onPosts)
    // Replies on other posts are kept.
    await commentsIn(store).updateWhere(whereComments.in('parent', ids), { parent: 0 })
  },
})

/** The comments that are included in a post's count. */
const countedOn = (id: number) =>
  whereComments.and(whereComments.eq('post', id), whereComments.eq('status', APPROVED), whereComments.ne('type', NOTE))

/** Restores the saved statuses of comments, except those that got another status since. */
async function restoreStatuses(store: StoreSession, post: number): Promise<void> {
  const ids = (await commentsIn(store).pick([], { where: whereComments.eq('post', post) })).map(({ id }) => id)
  if (ids.length === 0) return
  const ofComments = whereMeta.and(whereMeta.eq('kind', 'comment'), whereMeta.in('object', ids))
  const kept = whereMeta.and(ofComments, whereMeta.eq('key', commentMetaKeys.statusBeforePostTrash))
  const { records: statuses } = await metaIn(store).find({ where: kept })
  for (const [status, alike] of groupBy(statuses, ({ value }) => String(value))) {
    const objects = alike.map(({ object }) => object)
    const waiting = whereComments.and(whereComments.in('id', objects), whereComments.eq('status', POST_TRASHED))
    await commentsIn(store).updateWhere(waiting, { status })
  }
  await metaIn(store).removeWhere(kept)
}
