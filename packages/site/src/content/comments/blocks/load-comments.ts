import { groupBy } from '@platen/core'
import type { BlockUse } from '@platen/rendering'
import { type BlockScope, oncePerPage } from '../../../kernel/blocks/index.js'
import {
  APPROVED,
  COMMENT,
  type CommentRecord,
  commentsIn,
  HELD,
  type PostRecord,
  whereComments,
} from '../../../kernel/records/index.js'
import { findShown } from '../../../kernel/rest/index.js'
import { type UsedPosts, usedPosts } from '../../posts/blocks/index.js'
import { listedComments } from './used-comments.js'

/** The maximum number of comments on a page of records. */
const MAX_COMMENTS = 2000
/** The maximum depth of nested replies; deeper ones are shown at the last level. */
const MAX_DEPTH = 10

/** A comment and the replies to it, the oldest first. */
export interface CommentThread {
  readonly comment: CommentRecord
  readonly replies: CommentThread[]
}

/** The comments of the posts that the uses of a block are about. */
export interface UsedThreads {
  readonly posts: UsedPosts
  /** The threads of a post, the oldest first. */
  of(post: PostRecord): readonly CommentThread[]
}

/** Whether a text may show the comments of a post: those of a protected post appear in its own content only. */
export const showsCommentsOf = (post: PostRecord, { postId }: { readonly postId: number }): boolean =>
  post.password === '' || post.id === postId

/** Nests replies below their parents; replies to comments that are not shown are omitted. */
function nest(comments: readonly CommentRecord[]): readonly CommentThread[] {
  const roots: CommentThread[] = []
  const placed = new Map<number, { readonly thread: CommentThread; readonly depth: number }>()
  const byParent = groupBy(comments, ({ parent }) => parent)
  const waiting = [0]
  for (let parent = waiting.pop(); parent !== undefined; parent = waiting.pop()) {
    const above = placed.get(parent)
    for (const comment of byParent.get(parent) ?? []) {
      const thread: CommentThread = { comment, replies: [] }
      const isDeepest = above !== undefined && above.depth >= MAX_DEPTH
      if (above === undefined) roots.push(thread)
      else above.thread.replies.push(thread)
      placed.set(comment.id, { thread: isDeepest ? above.thread : thread, depth: (above?.depth ?? 0) + 1 })
      waiting.push(comment.id)
    }
  }
  return roots
}

const threads = oncePerPage<Promise<ReadonlyMap<number, readonly CommentThread[]>>>('comments threads')

async function findThreads(posts: readonly PostRecord[], scope: BlockScope) {
  const { and, eq, in: isIn, or } = whereComments
  const { site, principal } = scope
  const isOwn = principal.authenticated ? and(eq('status', HELD), eq('author', principal.id)) : undefined
  const records = await findShown(commentsIn(site.store), {
    where: and(
      isIn(
        'post',
        posts.map(post => post.id),
      ),
      eq('type', COMMENT),
      isOwn === undefined ? eq('status', APPROVED) : or(eq('status', APPROVED), isOwn),
    ),
    order: [
      { by: 'field', field: 'dateGmt', direction: 'asc' },
      { by: 'field', field: 'id', direction: 'asc' },
    ],
    limit: MAX_COMMENTS,
  })
  const listed = listedComments(scope)
  const byPost = new Map<number, CommentRecord[]>(posts.map(post => [post.id, []]))
  const postOf = new Map(posts.map(post => [post.id, post]))
  for (const comment of records) {
    const post = postOf.get(comment.post)
    if (post === undefined) continue
    listed.set(comment.id, { comment, post })
    byPost.get(post.id)?.push(comment)
  }
  return new Map([...byPost].map(([id, comments]) => [id, nest(comments)]))
}

/** Loads the comments of the posts that the uses of a block refer to, with one query besides that for the posts. */
export async function loadThreads(uses: readonly BlockUse<unknown>[], scope: BlockScope): Promise<UsedThreads> {
  const posts = await usedPosts(uses, scope)
  const commented = posts.all.filter(post => post.commentCount > 0 || scope.principal.authenticated)
  const key = commented.map(post => post.id).join()
  const threadsByPost =
    commented.length === 0 ? undefined : await threads(scope, key, () => findThreads(commented, scope))
  return { posts, of: post => threadsByPost?.get(post.id) ?? [] }
}

const PARAMETER = 'cpage'
const PER_PAGE = 50

/** The threads that one page of the comments of a post shows. */
export interface CommentPage {
  readonly threads: readonly CommentThread[]
  /** The number of the page, from 1: the first one has the oldest comments. */
  readonly page: number
  readonly pages: number
}

/** Whether the site divides the comments of a post into pages. */
export const hasPages = ({ options }: Pick<BlockScope, 'options'>): boolean => options.flag('page_comments')

/** The requested page of a post's comments, if the option `page_comments` divides them into pages. */
export function commentPage(
  { of }: UsedThreads,
  post: PostRecord,
  scope: Pick<BlockScope, 'options' | 'request'>,
): CommentPage {
  const { options, request } = scope
  const threads = of(post)
  const perPage = hasPages(scope) ? Math.trunc(options.number('comments_per_page', PER_PAGE)) : 0
  if (perPage < 1 || threads.length <= perPage) return { threads, page: 1, pages: 1 }
  const pages = Math.ceil(threads.length / perPage)
  const requested = Object.hasOwn(request.query, PARAMETER) ? Number(request.query[PARAMETER]) : 0
  const isPage = Number.isInteger(requested) && requested >= 1 && requested <= pages
  const byDefault = options.text('default_comments_page') === 'oldest' ? 1 : pages
  const page = isPage ? requested : byDefault
  return { threads: threads.slice((page - 1) * perPage, page * perPage), page, pages }
}

/** The URL of a page of the comments of a post. */
export const commentPageUrl = (link: string, page: number): string =>
  `${link}${link.includes('?') ? '&' : '?'}${PARAMETER}=${page}#comments`
