import type { Tx } from '../../operations/tx.js'
import { postTypes, supports } from '../../registrations/post-types.js'
import { where } from '../built-in-collections.js'
import type { UserRecord } from '../users/user-collection.js'
import { postDeleted, postSaved } from './post-hooks.js'
import { moveToTrash, removePost } from './trash-post.js'

const { posts } = where

/** Gives all posts of one author to another one. Who calls it answers for the permission. */
export async function reassignPosts({ store }: Tx, from: number, to: number): Promise<void> {
  await store.posts.updateWhere(posts.eq('author', from), { author: to })
}

/** Takes the posts of an author from the site, as far as their types have authors. Who calls it answers for the permission. */
export async function removePostsOf(tx: Tx, author: UserRecord): Promise<void> {
  const { site, store } = tx
  const types = site
    .get(postTypes)
    .filter(type => supports(type, 'author'))
    .map(type => type.name)
  const { records } = await store.posts.find({
    where: posts.and(posts.eq('author', author.id), posts.in('type', types)),
  })
  for (const before of records) {
    if (site.get(postTypes).get(before.type)?.deletedWithAuthor === 'trash' && before.status !== 'trash') {
      tx.emit(postSaved, { before, post: await moveToTrash(site, store, before, { user: author.id }) })
    } else {
      await removePost(tx, before)
      tx.emit(postDeleted, { post: before })
    }
  }
}
