import { type HandlerRequest, type MaybePromise, memoKey, type PermissionResult, whenAvailable } from '@platen/core'
import type { SiteContext } from '../../../kernel/context/index.js'
import { holds } from '../../../kernel/context/index.js'
import { COMMENT, type CommentRecord, commentsIn, NOTE } from '../../../kernel/records/index.js'
import { refusal } from '../../../kernel/refusals/index.js'
import { recordById } from '../../../kernel/rest/index.js'
import { tryPassword } from '../../posts/index.js'
import { type CommentedPost, type CommentedPosts, canReadCommentsOn, loadCommentedPosts } from '../commented-posts.js'
import { requestedName } from '../rest/comment-list-args.js'
import { idsOf } from '../rest/comment-query.js'
import { mayDeleteComment, mayEditComment, mayMoveComment, noSuchComment } from './comment-access.js'
import { canEditComment, canReadComment, ownComments } from './comment-rights.js'
import { mayCreateComment, supportsNotes } from './may-create-comment.js'

/** A comment that a request addresses, and its post. */
export interface AddressedComment {
  readonly comment: CommentRecord
  readonly commented: CommentedPost | undefined
}

export const addressedCommentKey = memoKey<MaybePromise<AddressedComment | undefined>>('comment')

/** The comment that a request addresses, loaded once; `undefined` if it does not exist. */
export const addressedComment = (
  site: SiteContext,
  request: HandlerRequest,
): MaybePromise<AddressedComment | undefined> =>
  request.once(addressedCommentKey, async () => {
    const comment = await recordById(commentsIn(site.store), request.params['id'])
    if (comment === undefined) return undefined
    return { comment, commented: (await loadCommentedPosts(site.store, [comment.post])).get(comment.post) }
  })

export const listedPostsKey = memoKey<MaybePromise<CommentedPosts>>('commented posts')

/** The posts that a list of comments names, loaded once. */
export const listedPosts = (site: SiteContext, request: HandlerRequest): MaybePromise<CommentedPosts> =>
  request.once(listedPostsKey, () => loadCommentedPosts(site.store, idsOf(request.params['post'])))

const mayNotSeeAsEditor = (request: HandlerRequest) =>
  refusal(request, 'rest_forbidden_context', 'You are not allowed to read comments in the context "edit".')

const mayNotSend = (request: HandlerRequest, names: readonly string[]) =>
  refusal(request, 'rest_forbidden_param', `You are not allowed to send these: ${names.join(', ')}.`)

/** The arguments of a list that require the right to edit posts. */
function restrictedArgs({ params }: HandlerRequest): readonly string[] {
  const names = ['author', 'author_exclude', 'author_email'].filter(name => {
    const value = params[name]
    return value !== undefined && value !== null && value !== '' && !(Array.isArray(value) && value.length === 0)
  })
  if (requestedName(params['type']) !== COMMENT) names.push('type')
  if (requestedName(params['status']) !== 'approve') names.push('status')
  return names
}

/**
 * Who may list comments: callers may list those on posts that they can read, and only approved ones unless they can
 * edit posts.
 */
export const mayListComments = (site: SiteContext, request: HandlerRequest): MaybePromise<PermissionResult> =>
  whenAvailable(listedPosts(site, request), posts => {
    // A password opens the post that it was sent for.
    const [commented, ...rest] = posts.values()
    const trying = rest.length === 0 ? triedOn(site, request, commented) : undefined
    return whenAvailable(trying, () => mayListCommentsOn(site, request, posts))
  })

/** Counts the password of a request for the comments of a post. */
const triedOn = (site: SiteContext, request: HandlerRequest, commented: CommentedPost | undefined) =>
  tryPassword(site, request, commented?.post, request.params['password'])

function mayListCommentsOn(site: SiteContext, request: HandlerRequest, posts: CommentedPosts): PermissionResult {
  const { params, principal } = request
  // A comment that is created without a post lists those of all posts, as its response reports.
  const ids = params['post'] === 0 ? [] : idsOf(params['post'])
  // A password opens the post that it was sent for.
  const password = ids.length === 1 ? params['password'] : undefined
  if (ids.includes(0) && !principal.can('moderate_comments'))
    return refusal(request, 'rest_cannot_read', 'You are not allowed to read comments without a post.')
  for (const commented of posts.values()) {
    if (!canReadCommentsOn(site, principal, commented, password))
      return refusal(request, 'rest_cannot_read_post', 'You are not allowed to read the comments on this post.')
    if (requestedName(params['type']) === NOTE && !supportsNotes(site, commented.post))
      return principal.can('edit_post', commented.post)
        ? refusal(request, 'rest_comment_not_supported_post_type', 'Posts of this type have no notes.')
        : mayNotSend(request, ['type'])
  }
  if (params['context'] === 'edit') {
    const canEdit = (id: number) => {
      const post = posts.get(id)?.post
      return post !== undefined && principal.can('edit_post', post)
    }
    // Callers who may edit a post may read its notes.
    const permitted =
      requestedName(params['type']) === NOTE && ids.length > 0 ? ids.every(canEdit) : principal.can('moderate_comments')
    if (!permitted) return mayNotSeeAsEditor(request)
  }
  const restricted = principal.can('edit_posts') ? [] : restrictedArgs(request)
  if (restricted.length > 0) return mayNotSend(request, restricted)
  return true
}

export async function mayReadComment(site: SiteContext, request: HandlerRequest): Promise<PermissionResult> {
  const addressed = await addressedComment(site, request)
  if (addressed === undefined) return noSuchComment()
  const { comment, commented } = addressed
  const { params, principal } = request
  await triedOn(site, request, commented)
  if (params['context'] === 'edit' && !principal.can('moderate_comments')) {
    if (comment.type !== NOTE || !canEditComment(principal, comment, commented)) return mayNotSeeAsEditor(request)
  }
  if (canReadComment(site, principal, comment, commented, params['password'])) return true
  return holds(ownComments(principal), comment) && commented !== undefined
    ? refusal(request, 'rest_cannot_read_post', 'You are not allowed to read the post of this comment.')
    : refusal(request, 'rest_cannot_read', 'You are not allowed to read this comment.')
}

export async function mayUpdateComment(site: SiteContext, request: HandlerRequest): Promise<PermissionResult> {
  const addressed = await addressedComment(site, request)
  if (addressed === undefined) return noSuchComment()
  const edit = mayEditComment(request.principal, addressed.comment, addressed.commented)
  const { post } = request.params
  // A refused value is not a post.
  if (post === undefined && request.has('post')) return false
  if (edit !== true || typeof post !== 'number' || post === addressed.comment.post) return edit
  const target = (await loadCommentedPosts(site.store, [post])).get(post)
  return mayMoveComment(request.principal, addressed.comment, post, target)
}

export async function mayRemoveComment(site: SiteContext, request: HandlerRequest): Promise<PermissionResult> {
  const addressed = await addressedComment(site, request)
  if (addressed === undefined) return noSuchComment()
  return mayDeleteComment(request.principal, addressed.comment, addressed.commented)
}

/** No user's id. */
const NOBODY = -1

/** Who may create the comment of a request. */
export async function mayCreateComments(site: SiteContext, request: HandlerRequest): Promise<PermissionResult> {
  const { params, principal, remoteAddress } = request
  const { author, author_ip: address, status, type, password } = params
  const post = typeof params['post'] === 'number' ? params['post'] : 0
  const commented = (await loadCommentedPosts(site.store, [post])).get(post)
  await triedOn(site, request, commented)
  const values = {
    post,
    // Refused values are not in the parameters, but still differ from the caller's own name and address.
    ...(typeof author === 'number' ? { author } : request.has('author') && { author: NOBODY }),
    ...(typeof status === 'string' && { status }),
    ...(typeof type === 'string' && { type }),
    ...(typeof password === 'string' && { password }),
    foreignAddress: address === undefined ? request.has('author_ip') : address !== '' && address !== remoteAddress,
  }
  return mayCreateComment(site, principal, values, commented)
}
