import {
  type HandlerRequest,
  type MaybePromise,
  PRIVATE_CACHE_CONTROL,
  pageReply,
  type Reply,
  type Resource,
  whenAvailable,
} from '@platen/core'
import type { Condition } from '@platen/storage'
import type { SiteContext } from '../../../kernel/context/index.js'
import { type CommentRecord, commentsIn, whereComments } from '../../../kernel/records/index.js'
import { findPage } from '../../../kernel/rest/index.js'
import { listedPosts } from '../rules/comment-permissions.js'
import { commentListQuery, commentPage } from './comment-query.js'
import { type FoundComments, listedComments } from './preload-comments.js'

/** Headers of responses with password-protected content, which only callers with the password may see. */
export const headersFor = (request: HandlerRequest): Readonly<Record<string, string>> =>
  request.has('password') ? { 'Cache-Control': PRIVATE_CACHE_CONTROL } : {}

async function readableAmong(
  { store }: SiteContext,
  matching: readonly CommentRecord[],
  readable: Condition<CommentRecord>,
): Promise<readonly CommentRecord[]> {
  const ids = matching.map(({ id }) => id)
  const shown = await commentsIn(store).pick(['id'], {
    where: whereComments.and(whereComments.in('id', ids), readable),
  })
  const shownIds = new Set(shown.map(({ id }) => id))
  return matching.filter(({ id }) => shownIds.has(id))
}

/** Replies with a list of the comments that the caller may read. */
export function listComments(
  site: SiteContext,
  resource: Pick<Resource<CommentRecord>, 'present'>,
  request: HandlerRequest,
): MaybePromise<Reply> {
  const finding = request.once(listedComments, async (): Promise<FoundComments> => {
    const { query, counted, readable } = await commentListQuery(site, request, await listedPosts(site, request))
    const page = await findPage(site, request, commentsIn(site.store), { ...query, counted })
    return readable === undefined ? page : { ...page, records: await readableAmong(site, page.records, readable) }
  })
  return whenAvailable(finding, ({ records, total, capped, cursor }) =>
    whenAvailable(resource.present(records, request), items => {
      const reply = pageReply({ items, total, capped, cursor, ...commentPage(request) }, request, site.registry)
      return request.has('password') ? { ...reply, headers: { ...reply.headers, ...headersFor(request) } } : reply
    }),
  )
}
