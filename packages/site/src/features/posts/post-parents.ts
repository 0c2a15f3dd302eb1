import { RestError } from '@platen/core'
import type { StoreSession } from '../../storage/index.js'
import type { PostRecord } from './post-collection.js'

type Posts = Pick<StoreSession, 'posts'>

/**
 * The parent `id`, or 0 if that would make the post its own ancestor. Call it in the transaction that stores the post.
 */
export async function cutParentLoop(store: Posts, id: number, post: Pick<PostRecord, 'id'>): Promise<number> {
  // Loops that other writers left above the post have no end either.
  const passed = new Set<number>()
  for (let above = id; above !== 0 && !passed.has(above); ) {
    if (above === post.id) return 0
    passed.add(above)
    above = (await store.posts.get(above))?.parent ?? 0
  }
  return id
}

/** The parent that a request gives a post; `before` is the post as it is stored. Throws when there is no such parent. */
export async function settleParent(store: Posts, id: number, before: PostRecord | undefined): Promise<number> {
  if (id === 0) return 0
  if ((await store.posts.get(id)) === undefined)
    throw new RestError('rest_post_invalid_id', 'There is no such parent.', 400)
  return before === undefined ? id : cutParentLoop(store, id, before)
}
