import { type HandlerRequest, memoKey, type PermissionResult } from '@platen/core'
import type { PostType } from '../../registrations/post-types.js'
import { recordById } from '../../rest/record-by-id.js'
import { refusal } from '../../rest/refusal.js'
import type { SiteContext } from '../../site-context.js'
import type { PostRecord } from '../../storage/index.js'
import { noSuchPost } from '../posts/post-access.js'
import { addressedPost, mayCreate, mayUpdate } from '../posts/post-permissions.js'
import { mayNotAttach } from './media-access.js'

const parent = memoKey<Promise<PostRecord | undefined>>('parent')

/** What a file is to be attached to, loaded once; `undefined` when it is not there, or nothing was named. */
export function wantedParent(site: SiteContext, request: HandlerRequest): Promise<PostRecord | undefined> {
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
  if (!Number(request.params['post'])) return true
  const parent = await wantedParent(site, request)
  return (parent !== undefined && request.principal.can('edit_post', parent)) || mayNotAttach(request.principal)
}

/** Who may attach files to what the request names; what is not there yet may become anybody's. */
async function mayAttach(site: SiteContext, type: PostType, request: HandlerRequest): Promise<PermissionResult> {
  if (!(Number(request.params['post']) > 0)) return true
  const parent = await wantedParent(site, request)
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
  if (!request.principal.can(type.capabilities.create_posts)) {
    return refusal(request, 'rest_cannot_edit_image', 'You are not allowed to edit images.')
  }
  const update = await mayUpdate(site, type, request)
  return update === true ? mayAttach(site, type, request) : update
}
