import type { Actor, Tx } from '../../kernel/operations/index.js'
import { type PostRecord, postsIn, type UserRecord, wherePosts } from '../../kernel/records/index.js'
import { forgetReferences } from '../meta/index.js'
import { postTypes, supports } from '../types/index.js'
import { removeSilently } from './operations/remove-posts.js'
import { trashPosts } from './operations/trash-posts.js'
import { postDeleted, postSaved } from './post-hooks.js'

/** The number of posts that are removed at once, whose records are in memory. */
const BATCH = 500

/** Reassigns all posts of one author to another. The caller must check the permission. */
export async function reassignPosts({ store }: Tx, from: number, to: number): Promise<void> {
  await postsIn(store).updateWhere(wherePosts.eq('author', from), { author: to })
}

/**
 * Removes the posts of an author whose types have authors, in the order of their ids; the actor is the author of the
 * revisions that the trash makes. The caller must check the permission.
 */
export async function removePostsOf(tx: Tx, actor: Actor, author: UserRecord): Promise<void> {
  const { site, store } = tx
  const types = site
    .get(postTypes)
    .filter(type => supports(type, 'author'))
    .map(type => type.name)
  const isTrashed = ({ type, status }: Pick<PostRecord, 'type' | 'status'>) =>
    site.get(postTypes).get(type)?.deletedWithAuthor === 'trash' && status !== 'trash'
  const all = await postsIn(store).pick(['type', 'status', 'parent'], {
    where: wherePosts.and(wherePosts.eq('author', author.id), wherePosts.in('type', types)),
  })
  const leaving = new Set(all.filter(post => !isTrashed(post)).map(({ id }) => id))
  await forgetReferences(tx, 'post', [...leaving])
  // Revisions of removed posts are removed with them.
  const ids = all.filter(({ type, parent }) => type !== 'revision' || !leaving.has(parent)).map(({ id }) => id)
  for (let from = 0; from < ids.length; from += BATCH) {
    const { records } = await postsIn(store).find({ where: wherePosts.in('id', ids.slice(from, from + BATCH)) })
    const kept = records.filter(isTrashed)
    const trashed = new Map((await trashPosts(tx, kept, actor.id, leaving)).map(post => [post.id, post]))
    const removed = await removeSilently(
      tx,
      records.filter(post => !isTrashed(post)),
    )
    for (const before of records) {
      const post = trashed.get(before.id)
      if (post !== undefined) tx.emit(postSaved, { before, post })
      for (const gone of removed.get(before.id) ?? []) tx.emit(postDeleted, { post: gone })
    }
  }
}
