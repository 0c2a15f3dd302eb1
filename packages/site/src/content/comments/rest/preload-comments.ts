import {
  type HandlerRequest,
  type ItemPage,
  type MaybePromise,
  memoKey,
  type RequestedRecords,
  type Resource,
} from '@platen/core'
import type { SiteContext } from '../../../kernel/context/index.js'
import { type CommentRecord, commentsIn, postsIn, whereComments } from '../../../kernel/records/index.js'
import { findList, hasAddedArgument } from '../../../kernel/rest/index.js'
import { postsAround } from '../../posts/index.js'
import { loadCommentedPosts } from '../commented-posts.js'
import { addressedCommentKey, listedPostsKey } from '../rules/comment-permissions.js'
import { canReadComment } from '../rules/comment-rights.js'
import { idsOf } from './comment-query.js'

type CommentResource = Pick<Resource<CommentRecord, never>, 'preload'>

/** The page of a list of comments. */
export interface FoundComments extends Pick<ItemPage, 'total' | 'capped' | 'cursor'> {
  readonly records: readonly CommentRecord[]
}

/** The result of a list of comments. */
export const listedComments = memoKey<MaybePromise<FoundComments>>('comments')

/** Preloads the comments that several requests address, and their posts. */
export async function preloadSingleComments(
  site: SiteContext,
  resource: CommentResource,
  requests: readonly HandlerRequest[],
): Promise<void> {
  const ids = [...new Set(requests.map(({ params }) => Number(params['id'])))].filter(Number.isSafeInteger)
  const [first] = requests
  if (first === undefined) return
  const condition = whereComments.in('id', ids)
  const { records } = await findList(
    site,
    first,
    limits => commentsIn(site.store).find({ ...limits, where: condition }),
    ids.length,
  )
  const posts = await loadCommentedPosts(
    site.store,
    records.map(({ post }) => post),
  )
  const byId = new Map(records.map(comment => [comment.id, comment]))
  const lists = requests.flatMap(request => {
    const comment = byId.get(Number(request.params['id']))
    const addressed = comment && { comment, commented: posts.get(comment.post) }
    request.once(addressedCommentKey, () => addressed)
    return comment === undefined ? [] : [{ request, records: [comment] }]
  })
  await resource.preload(lists, 'id')
}

/** The parameters of lists whose comments can be loaded together with those of other posts or comments. */
const isPlain = ({ query, params }: HandlerRequest, parameter: 'post' | 'parent') =>
  idsOf(params[parameter]).length === 1 &&
  Object.keys(query).every(name => name === parameter || name === 'context' || name === '_fields')

/** Preloads the first pages of comments on several posts, and of replies to several comments. */
export async function preloadCommentLists(
  site: SiteContext,
  resource: CommentResource,
  requests: readonly HandlerRequest[],
): Promise<void> {
  const unfiltered = requests.filter(request => !hasAddedArgument(site, 'comment', request))
  const onPosts = unfiltered.filter(request => isPlain(request, 'post'))
  const onComments = unfiltered.filter(request => isPlain(request, 'parent'))
  if (onPosts.length > 0) await resource.preload(await commentsOnPosts(site, onPosts), 'post')
  if (onComments.length > 0) await resource.preload(await replies(site, onComments), 'parent')
}

const idIn = ({ params }: HandlerRequest, parameter: string) => idsOf(params[parameter])[0] ?? 0

/** Embedded responses have no totals, so none are counted. */
function note(request: HandlerRequest, records: readonly CommentRecord[]): RequestedRecords<CommentRecord> {
  request.once(listedComments, () => ({ records, total: records.length }))
  return { request, records }
}

async function commentsOnPosts(site: SiteContext, requests: readonly HandlerRequest[]) {
  const ids = [...new Set(requests.map(request => idIn(request, 'post')))]
  const [first] = requests
  if (first === undefined) return []
  const posts = await loadCommentedPosts(site.store, ids, postsAround(first).records)
  const { newestComments } = await findList(site, first, limits =>
    postsIn(site.store).related([...posts.keys()], ['newestComments'], limits),
  )
  return requests.map(request => {
    const id = idIn(request, 'post')
    const commented = posts.get(id)
    request.once(listedPostsKey, () => new Map(commented && [[id, commented]]))
    return note(request, newestComments.get(id) ?? [])
  })
}

async function replies(site: SiteContext, requests: readonly HandlerRequest[]) {
  const ids = [...new Set(requests.map(request => idIn(request, 'parent')))]
  const [first] = requests
  if (first === undefined) return []
  const { newestReplies } = await findList(site, first, limits =>
    commentsIn(site.store).related(ids, ['newestReplies'], limits),
  )
  const found = requests.map(request => ({ request, records: newestReplies.get(idIn(request, 'parent')) ?? [] }))
  const posts = await loadCommentedPosts(
    site.store,
    found.flatMap(({ records }) => records.map(({ post }) => post)),
  )
  return found.flatMap(({ request, records }) => {
    const isReadable = (comment: CommentRecord) =>
      canReadComment(site, request.principal, comment, posts.get(comment.post))
    // If the page contains unreadable comments, others replace them, which a separate query finds.
    return records.every(isReadable) ? [note(request, records)] : []
  })
}
