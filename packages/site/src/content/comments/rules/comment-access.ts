import { type PermissionResult, type Principal, RestError } from '@platen/core'
import type { CommentRecord } from '../../../kernel/records/index.js'
import { refusal } from '../../../kernel/refusals/index.js'
import type { CommentedPost } from '../commented-posts.js'
import { canEditComment } from './comment-rights.js'

export const noSuchComment = (): RestError => new RestError('rest_comment_invalid_id', 'There is no such comment.', 404)

export const mayEditComment = (
  principal: Principal,
  comment: CommentRecord,
  commented: CommentedPost | undefined,
): PermissionResult =>
  canEditComment(principal, comment, commented) ||
  refusal({ principal }, 'rest_cannot_edit', 'You are not allowed to edit this comment.')

export const mayDeleteComment = (
  principal: Principal,
  comment: CommentRecord,
  commented: CommentedPost | undefined,
): PermissionResult =>
  canEditComment(principal, comment, commented) ||
  refusal({ principal }, 'rest_cannot_delete', 'You are not allowed to delete this comment.')

/** Whether a caller may move a comment to the post `id`; `target` is `undefined` if it does not exist. */
export const mayMoveComment = (
  principal: Principal,
  comment: CommentRecord,
  id: number,
  target: CommentedPost | undefined,
): PermissionResult => {
  const isNowhere = target === undefined && (id === 0 || principal.can('moderate_comments'))
  return isNowhere ? noSuchPost(principal) : mayEditComment(principal, comment, target)
}

/** The refusal of a comment about a post that does not exist. */
export const noSuchPost = (principal: Principal): RestError =>
  refusal({ principal }, 'rest_comment_invalid_post_id', 'A comment needs a post that exists.')
