import { type HandlerRequest, memoKey, type PermissionResult } from '@platen/core'
import type { SiteContext } from '../../../kernel/context/index.js'
import { type PostRecord, postsIn } from '../../../kernel/records/index.js'
import { refusal } from '../../../kernel/refusals/index.js'
import { recordById } from '../../../kernel/rest/index.js'
import { addressedPost, mayCreate, mayUpdate } from '../../posts/index.js'
import type { PostType } from '../../types/index.js'
import { mayAttachTo, mayEditImage as mayCopyImage, mayUpload as mayUploadTo } from './media-access.js'

type Permission = (site: SiteContext, type: PostType, request: HandlerRequest) => Promise<PermissionResult>

const parent = memoKey<Promise<PostRecord | undefined>>('parent')

/** The post that a request attaches a file to, loaded once per request; `undefined` if it does not exist. */
function requestedParent(site: SiteContext, request: HandlerRequest): Promise<PostRecord | undefined> {
  return request.once(parent, () => recordById(postsIn(site.store), request.params['post']))
}

/** Whether the caller may upload files at all. Checked before the body is read. */
export const admitUpload = (type: PostType, request: HandlerRequest): PermissionResult =>
  request.principal.can(type.capabilities.create_posts) ||
  refusal(request, 'rest_cannot_create', 'You are not allowed to upload files.')

/** Whether the caller may upload the file and attach it to the requested post. */
export const mayUpload: Permission = async (site, type, request) => {
  const created = await mayCreate(site, type, request)
  if (created !== true) return created
  const attachedTo = Number(request.params['post']) || 0
  return mayUploadTo(type, request.principal, { attachedTo }, await requestedParent(site, request))
}

/** Whether the caller may attach files to the requested post. */
const mayAttach: Permission = async (site, type, request) =>
  mayAttachTo(type, request.principal, Number(request.params['post']), await requestedParent(site, request))

/** Whether the caller may edit the attachment and, if the request moves it, attach it to the requested post. */
export const mayUpdateMedia: Permission = async (site, type, request) => {
  const update = await mayUpdate(site, type, request)
  if (update !== true) return update
  const stays = (await addressedPost(site, type, request))?.parent === request.params['post']
  return stays || mayAttach(site, type, request)
}

/** Whether the caller may upload files, edit the image, and attach the new image to the requested post. */
export const mayEditImage: Permission = async (site, type, request) => {
  const copy = mayCopyImage(type, request.principal)
  if (copy !== true) return copy
  const update = await mayUpdate(site, type, request)
  return update === true ? mayAttach(site, type, request) : update
}
