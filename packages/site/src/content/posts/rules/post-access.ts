import { type PermissionResult, type Principal, RestError } from '@platen/core'
import type { OptionSnapshot } from '../../../kernel/options/index.js'
import type { PostRecord } from '../../../kernel/records/index.js'
import { refusal } from '../../../kernel/refusals/index.js'
import type { PostType } from '../../types/index.js'
import type { PostInput } from '../operations/post-input.js'

export const noSuchPost = (): RestError => new RestError('rest_post_invalid_id', 'There is no such post.', 404)

export const mayEditPost = (principal: Principal, post: PostRecord): PermissionResult =>
  principal.can('edit_post', post) ||
  refusal({ principal }, 'rest_cannot_edit', 'You are not allowed to edit this post.')

export const mayPublishPost = (principal: Principal, post: PostRecord): PermissionResult =>
  principal.can('publish_post', post) ||
  refusal({ principal }, 'rest_cannot_publish', 'You are not allowed to publish posts of this type.')

const FRONT_PAGES = ['page_on_front', 'page_for_posts']

/** Whether a caller may delete a post. The front page and the page for posts require the right to manage the site. */
export const canDeletePost = (principal: Principal, post: PostRecord, options: OptionSnapshot): boolean =>
  principal.can('delete_post', post) &&
  (FRONT_PAGES.every(name => options.number(name) !== post.id) || principal.can('manage_options'))

export const mayDeletePost = (principal: Principal, post: PostRecord, options: OptionSnapshot): PermissionResult =>
  canDeletePost(principal, post, options) ||
  refusal({ principal }, 'rest_cannot_delete', 'You are not allowed to delete this post.')

/** Values that a caller may not change, whoever owns the post: its author, and whether it is sticky. */
export function maySetOnPost(
  type: PostType,
  principal: Principal,
  { author, sticky }: Pick<PostInput, 'author' | 'sticky'>,
  isSticky: boolean,
): PermissionResult {
  const caps = type.capabilities
  if (author !== undefined && author !== 0 && author !== principal.id && !principal.can(caps.edit_others_posts)) {
    return refusal({ principal }, 'rest_cannot_edit_others', "You are not allowed to write in others' names.")
  }
  const changesSticky = sticky !== undefined && sticky !== isSticky
  if (changesSticky && !(principal.can(caps.edit_others_posts) && principal.can(caps.publish_posts))) {
    return refusal({ principal }, 'rest_cannot_assign_sticky', 'You are not allowed to keep posts at the top.')
  }
  return true
}

/** The error for assigning terms to a post. */
export const mayNotAssign = (principal: Principal): RestError =>
  refusal({ principal }, 'rest_cannot_assign_term', 'You are not allowed to assign these terms.')

/** Whether a caller may create such a post. Terms are checked where they are assigned. */
export function mayCreatePost(
  type: PostType,
  principal: Principal,
  input: Pick<PostInput, 'author' | 'sticky'>,
): PermissionResult {
  const set = maySetOnPost(type, principal, input, false)
  if (set !== true) return set
  return (
    principal.can(type.capabilities.create_posts) ||
    refusal({ principal }, 'rest_cannot_create', 'You are not allowed to create posts of this type.')
  )
}
