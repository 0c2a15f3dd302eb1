import { type PermissionResult, type Principal, RestError } from '@platen/core'
import type { SiteContext } from '../../../kernel/context/index.js'
import { APPROVED, type CommentRecord, NOTE } from '../../../kernel/records/index.js'
import { refusal } from '../../../kernel/refusals/index.js'
import { type CommentedPost, canReadCommentsOn } from '../commented-posts.js'

/** All that access to a comment depends on. */
export type RuledComment = Pick<CommentRecord, 'type' | 'status' | 'author' | 'post'>

export const noSuchComment = (): RestError => new RestError('rest_comment_invalid_id', 'There is no such comment.', 404)

/**
 * Whether a caller may change a comment: moderators may change all comments except notes, other users those on posts
 * that they can edit.
 */
export const canEditComment = (
  principal: Principal,
  comment: RuledComment,
  commented: CommentedPost | undefined,
): boolean =>
  (comment.type !== NOTE && principal.can('moderate_comments')) ||
  principal.can('edit_comment', comment, commented?.post)

/** Whether a caller wrote a comment, which its author may read in any status if the post can be read. */
export const isReadableByAuthor = (principal: Principal, { type, author }: RuledComment): boolean =>
  type !== NOTE && principal.id !== 0 && author === principal.id

/** Whether a caller may read a comment; `password` is that of the post, as far as the caller knows it. */
export function canReadComment(
  site: SiteContext,
  principal: Principal,
  comment: RuledComment,
  commented: CommentedPost | undefined,
  password?: unknown,
): boolean {
  if (canEditComment(principal, comment, commented)) return true
  if (comment.type === NOTE || commented === undefined) return false
  const isShown = comment.status === APPROVED || isReadableByAuthor(principal, comment)
  return isShown && canReadCommentsOn(site, principal, commented, password)
}

export const mayEditComment = (
  principal: Principal,
  comment: RuledComment,
  commented: CommentedPost | undefined,
): PermissionResult =>
  canEditComment(principal, comment, commented) ||
  refusal({ principal }, 'rest_cannot_edit', 'You are not allowed to edit this comment.')

export const mayDeleteComment = (
  principal: Principal,
  comment: RuledComment,
  commented: CommentedPost | undefined,
): PermissionResult =>
  canEditComment(principal, comment, commented) ||
  refusal({ principal }, 'rest_cannot_delete', 'You are not allowed to delete this comment.')

/** Whether a caller may move a comment to the post `id`; `target` is `undefined` if it does not exist. */
export const mayMoveComment = (
  principal: Principal,
  comment: RuledComment,
  id: number,
  target: CommentedPost | undefined,
): PermissionResult => {
  const isNowhere = target === undefined && (id === 0 || canEditComment(principal, comment, target))
  return isNowhere ? noSuchPost(principal) : mayEditComment(principal, comment, target)
}

/** The refusal of a comment about a post that does not exist. */
export const noSuchPost = (principal: Principal): RestError =>
  refusal({ principal }, 'rest_comment_invalid_post_id', 'A comment needs a post that exists.')
