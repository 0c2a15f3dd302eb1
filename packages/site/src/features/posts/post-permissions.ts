import { type ArgValidator, type HandlerRequest, memoKey, type PermissionResult, RestError } from '@platen/core'
import { unlessEmptyZero } from '../../dialect/dialect.js'
import { type PostType, supports } from '../../registrations/post-types.js'
import { postStatuses } from '../../registrations/statuses.js'
import { postTemplates } from '../../registrations/templates.js'
import { recordById } from '../../rest/record-by-id.js'
import { refusal } from '../../rest/refusal.js'
import type { SiteContext } from '../../site-context.js'
import { type PostRecord, type StoreContents, where } from '../../storage/index.js'
import { taxonomiesOfType } from '../taxonomies/object-types.js'
import { canReadPost, inheritedFrom } from './post-visibility.js'

/** That there is no such post, of this type. */
export const noSuchPost = (): RestError => new RestError('rest_post_invalid_id', 'There is no such post.', 404)

const addressed = memoKey<Promise<PostRecord | undefined>>('post')

/** The post that a request addresses, loaded once; `undefined` when there is none of the type. */
export function addressedPost(
  site: SiteContext,
  type: PostType,
  request: HandlerRequest,
): Promise<PostRecord | undefined> {
  return request.once(addressed, async () => {
    const post = await recordById(site.store.posts, request.params['id'])
    return post?.type === type.name ? post : undefined
  })
}

/** Who may list posts: everybody, but the view of editors is for those who may edit. */
export function mayList(type: PostType, request: HandlerRequest): PermissionResult {
  if (request.params['context'] === 'edit' && !request.principal.can(type.capabilities.edit_posts)) {
    return refusal(request, 'rest_forbidden_context', 'You are not allowed to see posts as editors do.')
  }
  return true
}

/** Who may read one post. */
export async function mayRead(site: SiteContext, type: PostType, request: HandlerRequest): Promise<PermissionResult> {
  const post = await addressedPost(site, type, request)
  if (post === undefined) return noSuchPost()
  if (request.params['context'] === 'edit' && !request.principal.can('edit_post', post)) {
    return refusal(request, 'rest_forbidden_context', 'You are not allowed to see this post as editors do.')
  }
  // Who may not read the post learns nothing of its password.
  if (!canReadPost(site, post, request.principal, await inheritedFrom(site, post))) return false
  const { password } = request.params
  if (request.method === 'GET' && typeof password === 'string' && password !== '' && password !== post.password) {
    return new RestError('rest_post_incorrect_password', 'The password is not that of this post.', 403)
  }
  return true
}

/** What a change may not do, whoever owns the post: give it to somebody else, make it sticky, assign terms. */
async function mayChange(type: PostType, request: HandlerRequest): Promise<PermissionResult> {
  const { author, sticky } = request.params
  const caps = type.capabilities
  if (
    supports(type, 'author') &&
    typeof author === 'number' &&
    author !== 0 &&
    author !== request.principal.id &&
    !request.principal.can(caps.edit_others_posts)
  ) {
    return refusal(request, 'rest_cannot_edit_others', "You are not allowed to write in others' names.")
  }
  if (
    type.name === 'post' &&
    sticky === true &&
    !(request.principal.can(caps.edit_others_posts) && request.principal.can(caps.publish_posts))
  ) {
    return refusal(request, 'rest_cannot_assign_sticky', 'You are not allowed to keep posts at the top.')
  }
  return true
}

async function mayAssignTerms(site: SiteContext, type: PostType, request: HandlerRequest): Promise<PermissionResult> {
  for (const taxonomy of taxonomiesOfType(site, type)) {
    const given = request.params[taxonomy.restBase]
    if (!Array.isArray(given) || given.length === 0) continue
    const { records } = await site.store.terms.find({
      where: where.terms.and(where.terms.eq('taxonomy', taxonomy.name), where.terms.in('id', given as number[])),
    })
    if (given.includes(0) || !records.every(term => request.principal.can('assign_term', term))) {
      return refusal(request, 'rest_cannot_assign_term', 'You are not allowed to assign these terms.')
    }
  }
  return true
}

/** Who may create a post. */
export async function mayCreate(site: SiteContext, type: PostType, request: HandlerRequest): Promise<PermissionResult> {
  if (request.method === 'POST' && request.params['id'] !== undefined && Number(request.params['id']) !== 0) {
    return new RestError('rest_post_exists', 'A new post cannot bring its id.', 400)
  }
  const change = await mayChange(type, request)
  if (change !== true) return change
  if (!request.principal.can(type.capabilities.create_posts))
    return refusal(request, 'rest_cannot_create', 'You are not allowed to create posts of this type.')
  return mayAssignTerms(site, type, request)
}

/** Whether a caller may edit a post. */
export const mayEdit = (post: PostRecord, request: HandlerRequest): PermissionResult =>
  request.principal.can('edit_post', post) ||
  refusal(request, 'rest_cannot_edit', 'You are not allowed to edit this post.')

/** Whether a caller may delete a post. */
export const mayRemove = (post: PostRecord, request: HandlerRequest): PermissionResult =>
  request.principal.can('delete_post', post) ||
  refusal(request, 'rest_cannot_delete', 'You are not allowed to delete this post.')

/** A post as it is inside of the transaction that changes it: somebody may have changed it since permission was given. */
export async function asItIsNow(
  contents: StoreContents,
  id: number,
  may: (post: PostRecord) => PermissionResult,
): Promise<PostRecord> {
  const post = await contents.posts.get(id)
  if (post === undefined) throw noSuchPost()
  const permitted = may(post)
  if (permitted instanceof RestError) throw permitted
  return post
}

/** Who may update a post. */
export async function mayUpdate(site: SiteContext, type: PostType, request: HandlerRequest): Promise<PermissionResult> {
  const post = await addressedPost(site, type, request)
  if (post === undefined) return noSuchPost()
  const edit = mayEdit(post, request)
  if (edit !== true) return edit
  const change = await mayChange(type, request)
  return change === true ? mayAssignTerms(site, type, request) : change
}

/** Who may delete a post. */
export async function mayDelete(site: SiteContext, type: PostType, request: HandlerRequest): Promise<PermissionResult> {
  const post = await addressedPost(site, type, request)
  if (post === undefined) return noSuchPost()
  return mayRemove(post, request)
}

/** Lists may ask for statuses that are not public only in the name of those who may edit, or read what is private. */
export function statusCheck(site: SiteContext, type: PostType): ArgValidator {
  return (value, request) => {
    for (const name of value as readonly string[]) {
      if (
        site.get(postStatuses).get(name)?.public === true ||
        (name === 'inherit' && type.name === 'attachment') ||
        request.principal.can(type.capabilities.edit_posts)
      )
        continue
      if (name === 'private' && request.principal.can(type.capabilities.read_private_posts)) continue
      return refusal(request, 'rest_forbidden_status', `You are not allowed to list posts with the status ${name}.`)
    }
    return undefined
  }
}

/** Whether posts of a type may choose a template; empty is always right, and what the post has already stays. */
export function templateCheck(site: SiteContext, type: PostType): ArgValidator {
  return value => {
    const name = unlessEmptyZero(site.dialect, String(value))
    if (
      name === '' ||
      site.get(postTemplates).get(name)?.postTypes.includes(type.name) === true ||
      Object.hasOwn(type.templates, name)
    )
      return undefined
    const known = site
      .get(postTemplates)
      .all()
      .filter(template => template.postTypes.includes(type.name))
      .map(template => template.name)
    return new RestError('rest_invalid_param', `template is not one of ${known.join(', ')}.`, null)
  }
}
