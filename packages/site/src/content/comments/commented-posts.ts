import type { Principal } from '@platen/core'
import type { StoreSession } from '@platen/storage'
import { holds, type SiteContext } from '../../kernel/context/index.js'
import { type CommentRecord, isCounted, type PostRecord, postsIn, wherePosts } from '../../kernel/records/index.js'
import { canReadPost, unlockedPosts } from '../posts/index.js'

/** A post that has comments, and the parent that it inherits its status from, for `canReadPost`. */
export interface CommentedPost {
  readonly post: PostRecord
  readonly parent: PostRecord | 'gone' | undefined
}

/** Commented posts by id. */
export type CommentedPosts = ReadonlyMap<number, CommentedPost>

/** The maximum number of posts in memory with their texts. */
const MOST_WITH_TEXTS = 100
/** All of a post but its texts. */
const SHORT_FIELDS = [
  'version',
  'type',
  'status',
  'author',
  'date',
  'dateGmt',
  'modified',
  'modifiedGmt',
  'slug',
  'title',
  'password',
  'parent',
  'menuOrder',
  'commentStatus',
  'pingStatus',
  'guid',
  'mimeType',
  'commentCount',
  'trashedStatus',
] as const

/**
 * Finds posts by id. Lists of comments may refer to thousands of posts, whose texts would take unlimited memory: for
 * more than 100 posts, the texts are omitted.
 */
async function findPosts(store: StoreSession, ids: ReadonlySet<number>): Promise<readonly PostRecord[]> {
  if (ids.size === 0) return []
  const query = { where: wherePosts.in('id', [...ids]) }
  if (ids.size <= MOST_WITH_TEXTS) return (await postsIn(store).find(query)).records
  const short = await postsIn(store).pick(SHORT_FIELDS, query)
  return short.map(post => ({ ...post, content: '', excerpt: '' }))
}

/**
 * Loads the posts with some ids, unless they are in `known`, and the posts that they inherit their status from, with at
 * most two queries.
 */
export async function loadCommentedPosts(
  store: StoreSession,
  ids: readonly number[],
  preloaded: readonly PostRecord[] = [],
): Promise<CommentedPosts> {
  const postIds = new Set(ids.filter(id => Number.isSafeInteger(id) && id > 0))
  const shown = preloaded.filter(({ id }) => postIds.delete(id))
  const posts = [...shown, ...(await findPosts(store, postIds))]
  const parentOf = ({ status, parent }: PostRecord) => (status === 'inherit' ? parent : 0)
  const parentIds = new Set(posts.map(parentOf).filter(id => id !== 0))
  const parents = new Map((await findPosts(store, parentIds)).map(record => [record.id, record]))
  return new Map(
    posts.map(post => {
      const id = parentOf(post)
      return [post.id, { post, parent: id === 0 ? undefined : (parents.get(id) ?? ('gone' as const)) }]
    }),
  )
}

/**
 * Whether a caller can read the comments of a post: the caller can read the post, and knows its password or can edit
 * it.
 */
export function canReadCommentsOn(
  site: SiteContext,
  principal: Principal,
  { post, parent }: CommentedPost,
  password: unknown,
): boolean {
  if (!canReadPost(site, post, principal, parent)) return false
  return holds(unlockedPosts(principal.can('edit_post', post), password), post)
}

/**
 * Adjusts the comment counts of posts to a change of one comment; `undefined` means that it does not exist. Runs in the
 * same transaction.
 */
export async function shiftCommentCounts(
  store: StoreSession,
  before: CommentRecord | undefined,
  after: CommentRecord | undefined,
): Promise<void> {
  const shifts = new Map<number, number>()
  const shift = (comment: CommentRecord | undefined, by: number) => {
    if (comment !== undefined && isCounted(comment)) shifts.set(comment.post, (shifts.get(comment.post) ?? 0) + by)
  }
  shift(before, -1)
  shift(after, 1)
  if (shifts.size > 0) await postsIn(store).increment('commentCount', shifts, { keepVersion: true })
}
