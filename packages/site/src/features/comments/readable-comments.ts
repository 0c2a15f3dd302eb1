import type { Principal } from '@platen/core'
import type { Condition } from '@platen/storage'
import { allOf, conditionOf, type Right } from '../../access/rights.js'
import type { SiteContext } from '../../site-context.js'
import { type PostRecord, wherePosts } from '../posts/post-collection.js'
import { editPosts, readPosts, unlockedPosts } from '../posts/post-rights.js'
import { type CommentRecord, whereComments } from './comment-collection.js'
import { APPROVED, NOTE } from './comment-values.js'

/** `undefined` matches all comments. */
type Where = Condition<CommentRecord> | undefined

export const NO_COMMENTS: Condition<CommentRecord> = whereComments.or()

const on = (right: Right<PostRecord>): Condition<CommentRecord> =>
  right === false ? NO_COMMENTS : whereComments.exists(wherePosts, { foreign: 'id', local: 'post' }, conditionOf(right))

/** Comments that are not notes, for callers who may read the posts. */
const open = (principal: Principal, readable: Where): Condition<CommentRecord> =>
  whereComments.and(
    whereComments.ne('type', NOTE),
    whereComments.or(
      whereComments.eq('status', APPROVED),
      principal.id === 0
        ? undefined
        : whereComments.and(whereComments.ne('author', 0), whereComments.eq('author', principal.id)),
    ),
    readable,
  )

/** The comments that a caller may change: those for which `canEditComment` is true. */
export function editableComments(site: SiteContext, principal: Principal): Condition<CommentRecord> {
  const editable = on(editPosts(site, principal))
  return principal.can('moderate_comments') ? whereComments.or(whereComments.ne('type', NOTE), editable) : editable
}

/** The comments that a caller may read: those for which `canReadComment` is true without a password. */
export function readableComments(site: SiteContext, principal: Principal): Condition<CommentRecord> {
  const readable = on(allOf(readPosts(site, principal), unlockedPosts(editPosts(site, principal))))
  if (!principal.authenticated) return open(principal, readable)
  return whereComments.or(editableComments(site, principal), open(principal, readable))
}

/**
 * The same for comments on posts that the caller can read; `editable` contains the ids of the posts that the caller can
 * edit.
 */
export function readableOnPosts(principal: Principal, editable: readonly number[]): Condition<CommentRecord> {
  const onEditable = whereComments.in('post', editable)
  return whereComments.or(
    principal.can('moderate_comments') ? whereComments.or(whereComments.ne('type', NOTE), onEditable) : onEditable,
    open(principal, undefined),
  )
}
