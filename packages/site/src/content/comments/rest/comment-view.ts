import type { HandlerRequest } from '@platen/core'
import type { SiteContext, SitePrincipal } from '../../../kernel/context/index.js'
import type { OptionSnapshot } from '../../../kernel/options/index.js'
import { type CommentRecord, commentsIn, type MetaRecord, NOTE, usersById } from '../../../kernel/records/index.js'
import { findList } from '../../../kernel/rest/index.js'
import { type LinkedTargets, linkedKeys, loadTargets } from '../../meta/index.js'
import { loadPermalinks, type PermalinkScope, postsAround } from '../../posts/index.js'
import { avatarEmail } from '../comment-author.js'
import { type CommentedPost, loadCommentedPosts } from '../commented-posts.js'
import { listedPostsKey } from '../rules/comment-permissions.js'

/** The data that fields and links of comments may need besides the record. */
export type CommentNeed = 'post' | 'permalink' | 'meta' | 'replies' | 'user' | 'linked'

/** The loaded data of a page of comments. */
export interface CommentView {
  readonly site: SiteContext
  readonly options: OptionSnapshot
  readonly principal: SitePrincipal
  readonly permalinks: PermalinkScope | undefined
  postOf(comment: CommentRecord): CommentedPost | undefined
  metaOf(comment: CommentRecord): readonly MetaRecord[]
  /** The objects that meta keys refer to. */
  readonly targets: LinkedTargets
  hasReplies(comment: CommentRecord): boolean
  /** The email address of the picture of the author. */
  avatarEmailOf(comment: CommentRecord): string
}

const NONE: readonly never[] = Object.freeze([])

/**
 * The relations that determine whether a comment has replies: held ones are included if totals count unreadable
 * comments.
 */
const repliesIn = ({ dialect }: SiteContext) =>
  dialect.countsUnreadable
    ? (['approvedReply', 'heldReply', 'noteReply'] as const)
    : (['approvedReply', 'noteReply'] as const)

/** Loads the data of comments, with a fixed number of queries for the whole page. */
export async function loadCommentView(
  site: SiteContext,
  comments: readonly CommentRecord[],
  needs: ReadonlySet<CommentNeed>,
  request: HandlerRequest,
): Promise<CommentView> {
  const ids = comments.map(({ id }) => id)
  const wants = (need: CommentNeed) => needs.has(need) && ids.length > 0
  const principal = site.principal(request)
  const posts = wants('post') || wants('permalink') ? await postsOf(site, comments, request) : undefined
  const authors = wants('user') ? comments.map(({ author }) => author) : NONE
  const users = await usersById(site.store, authors)
  const relations = [...(wants('meta') ? (['meta'] as const) : []), ...(wants('replies') ? repliesIn(site) : [])]
  const related =
    relations.length === 0
      ? {}
      : await findList(site, request, limits => commentsIn(site.store).related(ids, relations, limits))
  const { meta, approvedReply, heldReply, noteReply } = related
  return {
    site,
    options: await site.options(),
    principal,
    permalinks:
      wants('permalink') && posts !== undefined
        ? await loadPermalinks(
            site,
            [...posts.values()].map(({ post }) => post),
            principal,
          )
        : undefined,
    postOf: ({ post }) => posts?.get(post),
    avatarEmailOf: comment => avatarEmail(comment, users),
    targets: await loadTargets(site, wants('linked') ? linkedKeys(site, 'comment', '') : [], meta, principal),
    metaOf: ({ id }) => meta?.get(id) ?? NONE,
    hasReplies: ({ id, type }) =>
      type === NOTE ? noteReply?.has(id) === true : approvedReply?.has(id) === true || heldReply?.has(id) === true,
  }
}

/** The posts of comments; posts that the permission or the embedding list has loaded are not loaded again. */
async function postsOf(site: SiteContext, comments: readonly CommentRecord[], request: HandlerRequest) {
  const postIds = [...new Set(comments.map(({ post }) => post))]
  if (request.params['post'] !== undefined && request.method === 'GET') {
    const listed = await request.once(listedPostsKey, async () => new Map())
    if (postIds.every(id => listed.has(id))) return listed
  }
  return loadCommentedPosts(site.store, postIds, postsAround(request).records)
}
