import type { Principal } from '@platen/core'
import type { SiteContext } from '../../site-context.js'
import type { Condition } from '../../storage/index.js'
import { where } from '../built-in-collections.js'
import { editablePosts, NO_POSTS, readablePosts } from '../posts/permitted-posts.js'
import type { PostRecord } from '../posts/post-collection.js'
import type { CommentRecord } from './comment-collection.js'
import { APPROVED, NOTE } from './comment-values.js'

const { comments, posts } = where

/** `undefined` matches all comments. */
type Where = Condition<CommentRecord> | undefined

export const NO_COMMENTS: Condition<CommentRecord> = comments.or()

const on = (condition: Condition<PostRecord>): Condition<CommentRecord> =>
  condition === NO_POSTS ? NO_COMMENTS : comments.exists(where.posts, { foreign: 'id', local: 'post' }, condition)

/** Comments that are not notes, for callers who may read the posts. */
const open = (principal: Principal, readable: Where): Condition<CommentRecord> =>
  comments.and(
    comments.ne('type', NOTE),
    comments.or(
      comments.eq('status', APPROVED),
      principal.id === 0 ? undefined : comments.and(comments.ne('author', 0), comments.eq('author', principal.id)),
    ),
    readable,
  )

/** The comments that a caller may change: those for which `canEditComment` is true. */
export function editableComments(site: SiteContext, principal: Principal): Condition<CommentRecord> {
  const editable = on(editablePosts(site, principal))
  return principal.can('moderate_comments') ? comments.or(comments.ne('type', NOTE), editable) : editable
}

/** The comments that a caller may read: those for which `canReadComment` is true without a password. */
export function readableComments(site: SiteContext, principal: Principal): Condition<CommentRecord> {
  const editable = editablePosts(site, principal)
  const unlocked = posts.or(posts.eq('password', ''), editable === NO_POSTS ? undefined : editable)
  const readable = on(posts.and(readablePosts(site, principal), unlocked))
  if (!principal.authenticated) return open(principal, readable)
  return comments.or(editableComments(site, principal), open(principal, readable))
}

/**
 * The same for comments on posts that the caller can read; `editable` contains the ids of the posts that the caller can
 * edit.
 */
export function readableOnPosts(principal: Principal, editable: readonly number[]): Condition<CommentRecord> {
  const onEditable = comments.in('post', editable)
  return comments.or(
    principal.can('moderate_comments') ? comments.or(comments.ne('type', NOTE), onEditable) : onEditable,
    open(principal, undefined),
  )
}
