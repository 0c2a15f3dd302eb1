import { RestError } from '@platen/core'
import { withoutLoops } from '../../operations/parent-loops.js'
import type { StoreSession } from '../../storage/index.js'
import type { PostRecord } from './post-collection.js'

type Posts = Pick<StoreSession, 'posts'>

/** The parent `id`, or 0 if the post would become its own ancestor, in the transaction that stores the post. */
export async function cutParentLoop(store: Posts, id: number, post: Pick<PostRecord, 'id'>): Promise<number> {
  const [link] = await withoutLoops([{ id: post.id, parent: id }], each => parentOf(store, each))
  return link?.parent ?? 0
}

/** The stored parent of a post; 0 for none. */
export const parentOf = async (store: Posts, id: number): Promise<number> => (await store.posts.get(id))?.parent ?? 0

/** The parent that a request gives a post; `before` is the post as it is stored. Throws when there is no such parent. */
export async function resolveParent(store: Posts, id: number, before: PostRecord | undefined): Promise<number> {
  if (id === 0) return 0
  if ((await store.posts.get(id)) === undefined)
    throw new RestError('rest_post_invalid_id', 'There is no such parent.', 400)
  return before === undefined ? id : cutParentLoop(store, id, before)
}
