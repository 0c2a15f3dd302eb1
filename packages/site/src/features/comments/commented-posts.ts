import type { Principal } from '@platen/core'
import type { SiteContext } from '../../site-context.js'
import type { StoreSession } from '../../storage/index.js'
import { where } from '../built-in-collections.js'
import type { PostRecord } from '../posts/post-collection.js'
import { canReadPost } from '../posts/post-visibility.js'

/** A post that has comments, and the parent that it inherits its status from, for `canReadPost`. */
export interface CommentedPost {
  readonly post: PostRecord
  readonly parent: PostRecord | 'gone' | undefined
}

/** Commented posts by id. */
export type CommentedPosts = ReadonlyMap<number, CommentedPost>

/** Loads the posts with some ids, unless they are among `known`, and what they inherit from: at most two queries. */
export async function loadCommentedPosts(
  { posts }: Pick<StoreSession, 'posts'>,
  ids: readonly number[],
  known: readonly PostRecord[] = [],
): Promise<CommentedPosts> {
  const wanted = new Set(ids.filter(id => Number.isSafeInteger(id) && id > 0))
  const shown = known.filter(({ id }) => wanted.delete(id))
  const others = wanted.size === 0 ? { records: [] } : await posts.find({ where: where.posts.in('id', [...wanted]) })
  const found = [...shown, ...others.records]
  const parentOf = ({ status, parent }: PostRecord) => (status === 'inherit' ? parent : 0)
  const parentIds = [...new Set(found.map(parentOf))].filter(id => id !== 0)
  const { records } =
    parentIds.length === 0 ? { records: [] } : await posts.find({ where: where.posts.in('id', parentIds) })
  const parents = new Map(records.map(record => [record.id, record]))
  return new Map(
    found.map(post => {
      const id = parentOf(post)
      return [post.id, { post, parent: id === 0 ? undefined : (parents.get(id) ?? ('gone' as const)) }]
    }),
  )
}

/** Whether a caller can read what is said about a post: they can read it, and know its password or can edit it. */
export function canReadCommentsOn(
  site: SiteContext,
  principal: Principal,
  { post, parent }: CommentedPost,
  password: unknown,
): boolean {
  if (!canReadPost(site, post, principal, parent)) return false
  return post.password === '' || post.password === password || principal.can('edit_post', post)
}
