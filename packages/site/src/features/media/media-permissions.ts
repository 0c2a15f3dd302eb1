import { type HandlerRequest, memoKey, type PermissionResult } from '@platen/core'
import type { PostType } from '../../registrations/post-types.js'
import { recordById } from '../../rest/record-by-id.js'
import { refusal } from '../../rest/refusal.js'
import type { SiteContext } from '../../site-context.js'
import type { PostRecord } from '../../storage/index.js'
import { noSuchPost } from '../posts/post-access.js'
import { addressedPost, mayCreate, mayUpdate } from '../posts/post-permissions.js'
import { mayEditImage as mayCopyImage, mayNotAttach, mayUpload as mayUploadTo } from './media-access.js'

const parent = memoKey<Promise<PostRecord | undefined>>('parent')

/** The post that a request attaches a file to, loaded once; `undefined` when there is none. */
export function requestedParent(site: SiteContext, request: HandlerRequest): Promise<PostRecord | undefined> {
  return request.once(parent, () => recordById(site.store.posts, request.params['post']))
}

/** Who may upload anything at all: large files of all others are not read. */
export const admitUpload = (type: PostType, request: HandlerRequest): PermissionResult =>
  request.principal.can(type.capabilities.create_posts) ||
  refusal(request, 'rest_cannot_create', 'You are not allowed to upload files.')

/** Who may upload: those who may upload files, and edit what the file is attached to. */
export async function mayUpload(site: SiteContext, type: PostType, request: HandlerRequest): Promise<PermissionResult> {
  const created = await mayCreate(site, type, request)
  if (created !== true) return created
  const attachedTo = Number(request.params['post']) || 0
  return mayUploadTo(type, request.principal, { attachedTo }, await requestedParent(site, request))
}

/** Who may attach files to what the request names; what is not there yet may become anybody's. */
async function mayAttach(site: SiteContext, type: PostType, request: HandlerRequest): Promise<PermissionResult> {
  if (!(Number(request.params['post']) > 0)) return true
  const parent = await requestedParent(site, request)
  const may =
    parent === undefined
      ? request.principal.can(type.capabilities.edit_others_posts)
      : request.principal.can('edit_post', parent)
  return may || mayNotAttach(request.principal)
}

/** Who may change a file: those who may edit it, and what they attach it to. Where it is attached already it may stay. */
export async function mayUpdateMedia(
  site: SiteContext,
  type: PostType,
  request: HandlerRequest,
): Promise<PermissionResult> {
  const update = await mayUpdate(site, type, request)
  if (update !== true) return update
  const stays = (await addressedPost(site, type, request))?.parent === request.params['post']
  return stays || mayAttach(site, type, request)
}

/** Who may make another image of one: those who may upload, edit the image, and what the new one is attached to. */
export async function mayEditImage(
  site: SiteContext,
  type: PostType,
  request: HandlerRequest,
): Promise<PermissionResult> {
  if ((await addressedPost(site, type, request)) === undefined) return noSuchPost()
  const copy = mayCopyImage(type, request.principal)
  if (copy !== true) return copy
  const update = await mayUpdate(site, type, request)
  return update === true ? mayAttach(site, type, request) : update
}
