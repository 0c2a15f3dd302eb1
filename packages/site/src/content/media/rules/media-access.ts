import { type PermissionResult, type Principal, RestError } from '@platen/core'
import type { SiteContext } from '../../../kernel/context/index.js'
import type { Tx } from '../../../kernel/operations/index.js'
import { type PostRecord, postsIn } from '../../../kernel/records/index.js'
import { refusal } from '../../../kernel/refusals/index.js'
import { recordById } from '../../../kernel/rest/index.js'
import { mayCreatePost, noSuchPost, reloadPost } from '../../posts/index.js'
import { type PostType, postTypes } from '../../types/index.js'
import type { MediaInput } from '../operations/media-input.js'

const mayNotAttach = (principal: Principal): RestError =>
  refusal({ principal }, 'rest_cannot_edit', 'You are not allowed to attach files to this post.')

/**
 * Whether a caller may attach files to the post `id`, stored as `parent`. A missing post requires `edit_others_posts`,
 * since any user may create it later.
 */
export function mayAttachTo(
  type: PostType,
  principal: Principal,
  id: number,
  parent: PostRecord | undefined,
): PermissionResult {
  if (!(id > 0)) return true
  const may =
    parent === undefined ? principal.can(type.capabilities.edit_others_posts) : principal.can('edit_post', parent)
  return may || mayNotAttach(principal)
}

/** The same for the stored post, which must be of a type that takes files. */
export async function mayAttach(
  { site, store }: Pick<Tx, 'site' | 'store'>,
  type: PostType,
  principal: Principal,
  id: number,
): Promise<PermissionResult> {
  const parent = await recordById(postsIn(store), id)
  const may = mayAttachTo(type, principal, id, parent)
  if (may === true) refuseWrongParent(site, parent)
  return may
}

/** Whether a caller may upload a file, attached to the post `parent` if `input.attachedTo` is set. */
export function mayUpload(
  type: PostType,
  principal: Principal,
  input: Pick<MediaInput, 'author' | 'sticky' | 'attachedTo'>,
  parent: PostRecord | undefined,
): PermissionResult {
  const create = mayCreatePost(type, principal, input)
  if (create !== true || !input.attachedTo) return create
  return (parent !== undefined && principal.can('edit_post', parent)) || mayNotAttach(principal)
}

/** Whether a caller may store an edited copy of an image. */
export const mayEditImage = (type: PostType, principal: Principal): PermissionResult =>
  principal.can(type.capabilities.create_posts) ||
  refusal({ principal }, 'rest_cannot_edit_image', 'You are not allowed to edit images.')

/** Throws if files cannot be attached to a post of this type. */
export function refuseWrongParent(site: SiteContext, parent: PostRecord | undefined): void {
  if (parent !== undefined && !takesFiles(site, parent)) throw wrongParent()
}

const takesFiles = (site: SiteContext, { type }: PostRecord): boolean =>
  site.get(postTypes).get(type)?.attachments !== false

const wrongParent = () => new RestError('rest_invalid_param', 'Files cannot be attached to posts of this type.', 400)

/** Reloads an attachment in the transaction that changes it. Throws if it does not exist, or if `may` refuses. */
export const reloadMedia = (tx: Tx, id: number, may: (post: PostRecord) => PermissionResult): Promise<PostRecord> =>
  reloadPost(tx, id, post => {
    if (post.type !== 'attachment') throw noSuchPost()
    return may(post)
  })
