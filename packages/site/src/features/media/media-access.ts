import { type PermissionResult, type Principal, RestError } from '@platen/core'
import type { PostType } from '../../registrations/post-types.js'
import { refusal } from '../../rest/refusal.js'
import type { PostRecord } from '../../storage/index.js'

/** Types whose posts nothing can be attached to. */
const NO_PARENTS = new Set(['attachment', 'revision'])

/** The refusal to attach a file. */
export const mayNotAttach = (principal: Principal): RestError =>
  refusal({ principal }, 'rest_cannot_edit', 'You are not allowed to attach files to this post.')

/**
 * Whether a caller may attach files to the post of an id; `parent` is that post, if there is one. What is not there yet may
 * become anybody's. Files and revisions carry no files.
 */
export function mayAttachTo(
  type: PostType,
  principal: Principal,
  id: number,
  parent: PostRecord | undefined,
): PermissionResult {
  if (!(id > 0)) return true
  if (parent !== undefined && NO_PARENTS.has(parent.type)) return wrongParent()
  const may =
    parent === undefined ? principal.can(type.capabilities.edit_others_posts) : principal.can('edit_post', parent)
  return may || mayNotAttach(principal)
}

/** Refuses a parent that can carry no files. */
export function refuseWrongParent(parent: PostRecord | undefined): void {
  if (parent !== undefined && NO_PARENTS.has(parent.type)) throw wrongParent()
}

const wrongParent = () => new RestError('rest_invalid_param', 'Nothing can be attached to such a post.', 400)
