import { type PermissionResult, type Principal, RestError } from '@platen/core'
import type { PostType } from '../../content/types/index.js'
import { refusal } from '../../kernel/refusals/index.js'

/** Who may see fonts: users who may change the appearance of the site. */
export const maySeeFonts = (type: PostType, principal: Principal): PermissionResult =>
  principal.can(type.capabilities.read) ||
  refusal({ principal }, 'rest_cannot_read', 'You are not allowed to see the fonts of the site.')

export const noSuchFamily = (): RestError =>
  new RestError('rest_post_invalid_parent', 'There is no such font family.', 404)

export const otherFamily = (): RestError =>
  new RestError('rest_font_face_parent_id_mismatch', 'The font face belongs to another family.', 404)
