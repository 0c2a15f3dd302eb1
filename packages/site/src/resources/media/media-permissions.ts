import { type HandlerRequest, type PermissionResult, RestError } from '@platen/core'
import type { PostType } from '../../registrations/post-types.js'
import type { SiteContext } from '../../site-context.js'
import type { PostRecord } from '../../storage/index.js'
import { mayCreate } from '../posts/post-permissions.js'
import { recordById } from '../record-by-id.js'
import { refusal } from '../refusal.js'

/** Types whose posts nothing can be attached to. */
const NO_PARENTS = new Set(['attachment', 'revision'])

/** What a file is to be attached to, loaded once; `undefined` when it is not there, or nothing was named. */
export function wantedParent(site: SiteContext, request: HandlerRequest): Promise<PostRecord | undefined> {
  return request.once('parent', () => recordById(site.store.posts, request.params['post']))
}

/** Who may upload: those who may upload files, and edit what the file is attached to. */
export async function mayUpload(site: SiteContext, type: PostType, request: HandlerRequest): Promise<PermissionResult> {
  const created = await mayCreate(site, type, request)
  if (created !== true) return created
  if (!(Number(request.params['post']) > 0)) return true
  const parent = await wantedParent(site, request)
  if (parent !== undefined && request.principal.can('edit_post', parent)) return true
  return refusal(request, 'rest_cannot_edit', 'You are not allowed to attach files to this post.')
}

/** Files and revisions carry no files. */
export async function refuseWrongParent(site: SiteContext, request: HandlerRequest): Promise<void> {
  const parent = await wantedParent(site, request)
  if (parent !== undefined && NO_PARENTS.has(parent.type)) {
    throw new RestError('rest_invalid_param', 'Nothing can be attached to such a post.', 400)
  }
}
