import { where } from '../built-in-collections.js'
import type { PostCompanion } from '../posts/post-companions.js'
import { POST_TRASHED } from './comment-values.js'

const { comments, meta } = where

/** Comments follow their post to the trash, and are removed with it. A restored post gets back those that are approved again. */
export const commentsOfPost: PostCompanion = Object.freeze<PostCompanion>({
  async trash(store, { id }) {
    await store.comments.updateWhere(comments.eq('post', id), { status: POST_TRASHED })
    return { commentCount: 0 }
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
