import { type PermissionResult, type Principal, RestError } from '@platen/core'
import type { SiteContext } from '../../../kernel/context/index.js'
import type { OptionSnapshot } from '../../../kernel/options/index.js'
import type { PostRecord } from '../../../kernel/records/index.js'
import { refusal } from '../../../kernel/refusals/index.js'
import { mayDeletePost, noSuchPost } from '../../posts/index.js'
import { postTypes } from '../../types/index.js'

export const noSuchParent = (): RestError => new RestError('rest_post_invalid_parent', 'There is no such post.', 404)

/** Whether a caller may read the revisions and autosaves of a post: only callers who may edit it. */
export const mayReadRevisions = (principal: Principal, post: PostRecord): PermissionResult =>
  principal.can('edit_post', post) ||
  refusal({ principal }, 'rest_cannot_read', 'You are not allowed to read the revisions of this post.')

/**
 * Whether a caller may delete a revision of a post, `undefined` if it does not exist. Unless the type allows it
 * otherwise, this requires the capability `delete_revisions`, which no built-in role has.
 */
export function mayDeleteRevision(
  site: Pick<SiteContext, 'get'>,
  principal: Principal,
  { post, revision }: { readonly post: PostRecord; readonly revision: PostRecord | undefined },
  options: OptionSnapshot,
): PermissionResult {
  const permitted = mayDeletePost(principal, post, options)
  if (permitted !== true) return permitted
  if (revision === undefined) return noSuchPost()
  return (
    site.get(postTypes).get(post.type)?.deletableRevisions === true ||
    principal.can('delete_revisions') ||
    refusal({ principal }, 'rest_cannot_delete', 'You are not allowed to delete revisions.')
  )
}
