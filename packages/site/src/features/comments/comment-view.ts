import type { HandlerRequest } from '@platen/core'
import type { SitePrincipal } from '../../access/site-principal.js'
import type { MetaRecord } from '../../meta/meta-collection.js'
import { loadPermalinks } from '../../permalinks/load-permalinks.js'
import type { PermalinkScope } from '../../permalinks/post-link.js'
import type { OptionSnapshot } from '../../settings/options.js'
import type { SiteContext } from '../../site-context.js'
import { where } from '../built-in-collections.js'
import { postsAround } from '../posts/shown-posts.js'
import type { CommentRecord } from './comment-collection.js'
import { listedPostsKey } from './comment-permissions.js'
import { APPROVED, HELD, NOTE } from './comment-values.js'
import { type CommentedPost, loadCommentedPosts } from './commented-posts.js'

/** What fields and links of comments may need beside the record. */
export type CommentNeed = 'post' | 'permalink' | 'meta' | 'replies'

/** What is loaded for a page of comments. */
export interface CommentView {
  readonly site: SiteContext
  readonly options: OptionSnapshot
  readonly principal: SitePrincipal
  readonly password: unknown
  readonly permalinks: PermalinkScope | undefined
  postOf(comment: CommentRecord): CommentedPost | undefined
  metaOf(comment: CommentRecord): readonly MetaRecord[]
  hasReplies(comment: CommentRecord): boolean
}

const NONE: readonly never[] = Object.freeze([])

/** Those of some comments that others reply to: comments to comments, and notes to notes. */
async function repliedTo(site: SiteContext, ids: readonly number[]): Promise<ReadonlySet<number>> {
  const { and, eq, exists, in: isIn, ne, or } = where.comments
  // Whether a held reply exists is shown where totals count it.
  const shown = site.dialect.countsUnreadable ? [APPROVED, HELD] : [APPROVED]
  const on = { foreign: 'parent', local: 'id' } as const
  const { records } = await site.store.comments.find({
    where: and(
      isIn('id', ids),
      or(
        and(ne('type', NOTE), exists(where.comments, on, and(isIn('status', shown), ne('type', NOTE)))),
        and(eq('type', NOTE), exists(where.comments, on, and(isIn('status', [APPROVED, HELD]), eq('type', NOTE)))),
      ),
    ),
  })
  return new Set(records.map(({ id }) => id))
}

/** Loads what is needed for comments: a fixed number of queries for the whole page. */
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
  const { meta } = wants('meta') ? await site.store.comments.related(ids, ['meta']) : {}
  const replied = wants('replies') ? await repliedTo(site, ids) : undefined
  return {
    site,
    options: await site.options(),
    principal,
    password: request.params['password'],
    permalinks:
      wants('permalink') && posts !== undefined
        ? await loadPermalinks(
            site,
            [...posts.values()].map(({ post }) => post),
            principal,
          )
        : undefined,
    postOf: ({ post }) => posts?.get(post),
    metaOf: ({ id }) => meta?.get(id) ?? NONE,
    hasReplies: ({ id }) => replied?.has(id) === true,
  }
}

/** The posts of comments; those that permission or the embedding list has loaded are not loaded again. */
async function postsOf(site: SiteContext, comments: readonly CommentRecord[], request: HandlerRequest) {
  const wanted = [...new Set(comments.map(({ post }) => post))]
  if (request.params['post'] !== undefined && request.method === 'GET') {
    const listed = await request.once(listedPostsKey, async () => new Map())
    if (wanted.every(id => listed.has(id))) return listed
  }
  return loadCommentedPosts(site.store, wanted, postsAround(request).records)
}
