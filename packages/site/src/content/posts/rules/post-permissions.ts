import {
  type ArgValidator,
  type HandlerRequest,
  type MaybePromise,
  memoKey,
  type PermissionResult,
  RestError,
} from '@platen/core'
import type { SiteContext } from '../../../kernel/context/index.js'
import { type PostRecord, postsIn, termsIn, whereTerms } from '../../../kernel/records/index.js'
import { refusal } from '../../../kernel/refusals/index.js'
import { containsId, isEmptyValue, recordById, sentText } from '../../../kernel/rest/index.js'
import { isMap } from '../../../kernel/text/index.js'
import { type PostType, taxonomiesOfType } from '../../types/index.js'
import { wrongTemplate } from '../operations/check-post-input.js'
import { STICKY_OPTION } from '../post-meta-keys.js'
import { tryPassword } from '../try-password.js'
import { mayCreatePost, mayDeletePost, mayEditPost, mayNotAssign, maySetOnPost, noSuchPost } from './post-access.js'
import { canReadPost } from './post-rights.js'
import { inheritedOnce } from './post-visibility.js'

export const addressedPostKey = memoKey<MaybePromise<PostRecord | undefined>>('post')

/**
 * The post that a request addresses, loaded once; `undefined` if there is none of the type. `beside` begins to read what the
 * request needs besides the post.
 */
export function addressedPost(
  site: SiteContext,
  type: PostType,
  request: HandlerRequest,
  beside?: () => void,
): MaybePromise<PostRecord | undefined> {
  return request.once(addressedPostKey, async () => {
    beside?.()
    const post = await recordById(postsIn(site.store), request.params['id'])
    return post?.type === type.name ? post : undefined
  })
}

/** Who may list posts: everybody, but the context `edit` is for callers who may edit posts. */
export function mayList(type: PostType, request: HandlerRequest): PermissionResult {
  if (request.params['context'] === 'edit' && !request.principal.can(type.capabilities.edit_posts)) {
    return refusal(request, 'rest_forbidden_context', 'You are not allowed to read posts in the context "edit".')
  }
  return true
}

export async function mayRead(site: SiteContext, type: PostType, request: HandlerRequest): Promise<PermissionResult> {
  const post = await addressedPost(site, type, request)
  if (post === undefined) return noSuchPost()
  if (request.params['context'] === 'edit' && !request.principal.can('edit_post', post)) {
    return refusal(request, 'rest_forbidden_context', 'You are not allowed to read this post in the context "edit".')
  }
  const readable = canReadPost(site, post, request.principal, await inheritedOnce(site, post, request))
  if (readable && opensWithPassword(request)) await tryPassword(site, request, post, request.params['password'])
  // Callers who may not read the post learn nothing about its password: every password is wrong.
  return opensWithPassword(request) && (!readable || request.params['password'] !== post.password)
    ? new RestError('rest_post_incorrect_password', 'The password of the post is incorrect.', 403)
    : readable
}

/** Whether a request opens a post with a password. In requests that do not read, the parameter is a new password. */
function opensWithPassword({ method, params: { password } }: HandlerRequest): boolean {
  const isRead = method === 'GET' || method === 'OPTIONS'
  return isRead && typeof password === 'string' && password !== '' && password !== '0'
}

/** Not a user's id: a list of authors, as in a request for a list, never equals the caller. */
const SEVERAL = -1

/**
 * Whether a parameter of a request is empty. If the method does not declare it as an argument, it is the text that was
 * sent.
 */
function isUnset(request: HandlerRequest, name: string): boolean {
  const { params, query, form, json } = request
  const value = params[name]
  if (value !== undefined && !(Array.isArray(value) && value.length === 0)) return isEmptyValue(value)
  // Refused values are not in the parameters.
  const sent = form?.[name] ?? (isMap(json) ? json[name] : undefined) ?? query[name]
  return request.has(name) ? isEmptyValue(sent) : true
}

/** Values in a request that not every caller may set: see `maySetOnPost`. */
function requestedOf(request: HandlerRequest): { readonly author?: number; readonly sticky?: boolean } {
  const { author } = request.params
  const sticky = stickyIn(request)
  return {
    ...(!isUnset(request, 'author') && { author: typeof author === 'number' ? author : SEVERAL }),
    ...(sticky !== undefined && { sticky }),
  }
}

/**
 * Whether a request asks for a sticky post, or not for one. OPTIONS has no arguments, so its value is the text that was
 * sent.
 */
function stickyIn(request: HandlerRequest): boolean | undefined {
  const { method, query } = request
  if (method === 'OPTIONS') return query['sticky'] === undefined ? undefined : !isEmptyValue(query['sticky'])
  return request.has('sticky') ? !isUnset(request, 'sticky') : undefined
}

const isSticky = async (site: SiteContext, { id }: PostRecord): Promise<boolean> =>
  (await site.options()).ids(STICKY_OPTION).includes(id)

const mayAssign = memoKey<MaybePromise<PermissionResult>>('may assign terms')

/** Whether the caller may assign the terms in a request, loaded once. */
const mayAssignTerms = (site: SiteContext, type: PostType, request: HandlerRequest): MaybePromise<PermissionResult> =>
  request.once(mayAssign, async () => {
    const { and, eq, in: isIn, or } = whereTerms
    const requested = taxonomiesOfType(site, type).flatMap(({ name, restBase, capabilities }) => {
      const sent = request.params[restBase]
      // A menu item is in one menu, which is sent as a single id.
      const ids: readonly unknown[] = Array.isArray(sent) ? sent : typeof sent === 'number' ? [sent] : []
      if (ids.length === 0) return []
      return { name, ids: ids as readonly number[], isAssignable: request.principal.can(capabilities.assign_terms) }
    })
    if (requested.some(({ ids }) => ids.includes(0))) return mayNotAssign(request.principal)
    const forbidden = requested.filter(({ isAssignable }) => !isAssignable)
    if (forbidden.length === 0) return true
    // Terms that do not exist are nobody's.
    const term = await termsIn(site.store).first({
      where: or(...forbidden.map(({ name, ids }) => and(eq('taxonomy', name), isIn('id', ids)))),
    })
    return term === undefined || mayNotAssign(request.principal)
  })

/** Who may create a post. */
export async function mayCreate(site: SiteContext, type: PostType, request: HandlerRequest): Promise<PermissionResult> {
  if (containsId(request)) {
    return new RestError('rest_post_exists', 'A new post must not have an id.', 400)
  }
  const create = mayCreatePost(type, request.principal, requestedOf(request))
  return create === true ? mayAssignTerms(site, type, request) : create
}

export async function mayUpdate(site: SiteContext, type: PostType, request: HandlerRequest): Promise<PermissionResult> {
  const post = await addressedPost(site, type, request)
  if (post === undefined) return noSuchPost()
  const edit = mayEditPost(request.principal, post)
  if (edit !== true) return edit
  const set = maySetOnPost(type, request.principal, requestedOf(request), await isSticky(site, post))
  return set === true ? mayAssignTerms(site, type, request) : set
}

export async function mayDelete(site: SiteContext, type: PostType, request: HandlerRequest): Promise<PermissionResult> {
  const post = await addressedPost(site, type, request)
  if (post === undefined) return noSuchPost()
  return mayDeletePost(request.principal, post, await site.options())
}

/** Whether posts of a type may choose a template; the empty one and the post's current one are always valid. */
export function templateCheck(site: SiteContext, type: PostType): ArgValidator {
  const text = site.compile({ type: 'string' })
  return (value, { params }) => {
    const id = Number(params['id'])
    const stored = Number.isSafeInteger(id) && id > 0 ? id : undefined
    const name = sentText(site, value)
    if (name === undefined) return text.validate(value, 'template')
    return wrongTemplate({ site, store: site.store }, type, name, stored, null)
  }
}
