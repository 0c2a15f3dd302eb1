import { type PermissionResult, type Principal, RestError } from '@platen/core'
import { refusal } from '../../rest/refusal.js'
import { mayDeletePost } from '../posts/post-access.js'
import type { PostRecord } from '../posts/post-collection.js'

export const noSuchParent = (): RestError => new RestError('rest_post_invalid_parent', 'There is no such post.', 404)

/** Whether a caller may read the revisions and autosaves of a post: those may who may edit it. */
export const mayReadRevisions = (principal: Principal, post: PostRecord): PermissionResult =>
  principal.can('edit_post', post) ||
  refusal({ principal }, 'rest_cannot_read', 'You are not allowed to read the revisions of this post.')

/** Whether a caller may delete revisions of a post. No built-in role has the capability `delete_revisions`. */
export function mayDeleteRevisions(principal: Principal, post: PostRecord): PermissionResult {
  const permitted = mayDeletePost(principal, post)
  if (permitted !== true) return permitted
  return (
    principal.can('delete_revisions') ||
    refusal({ principal }, 'rest_cannot_delete', 'You are not allowed to delete revisions.')
  )
}
