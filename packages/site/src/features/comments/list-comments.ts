import { type HandlerRequest, PRIVATE_CACHE_CONTROL, pageReply, type Reply, type Resource } from '@platen/core'
import { findPage } from '../../rest/find-page.js'
import type { SiteContext } from '../../site-context.js'
import type { CommentRecord } from './comment-collection.js'
import { listedPosts } from './comment-permissions.js'
import { commentListQuery, commentPage } from './comment-query.js'
import { type FoundComments, listedComments } from './preload-comments.js'

/** Headers for what a password opens, which is for those who know it. */
export const headersFor = (request: HandlerRequest): Readonly<Record<string, string>> =>
  request.has('password') ? { 'Cache-Control': PRIVATE_CACHE_CONTROL } : {}

/** Answers a list of the comments that the caller may read. */
export async function listComments(
  site: SiteContext,
  resource: Pick<Resource<CommentRecord>, 'present'>,
  request: HandlerRequest,
): Promise<Reply> {
  const { records, total, cursor } = await request.once(listedComments, async (): Promise<FoundComments> => {
    const { query, counted } = await commentListQuery(site, request, await listedPosts(site, request))
    return findPage(site, request, site.store.comments, { ...query, counted })
  })
  const items = await resource.present(records, request)
  const reply = pageReply({ items, total, cursor, ...commentPage(request) }, request, site.registry)
  return { ...reply, headers: { ...reply.headers, ...headersFor(request) } }
}
