import {
  type ConditionalState,
  type HandlerRequest,
  linkHeader,
  memoKey,
  PRIVATE_CACHE_CONTROL,
  type Reply,
  type Resource,
} from '@platen/core'
import type { TextLimits } from '@platen/storage'
import type { SiteContext } from '../../../kernel/context/index.js'
import { type PostRecord, postsIn, wherePosts } from '../../../kernel/records/index.js'
import { findList, preloadRecords } from '../../../kernel/rest/index.js'
import { millisecondsOf } from '../../../kernel/time/index.js'
import type { PostType } from '../../types/index.js'
import { loadPermalinks } from '../permalinks/load-permalinks.js'
import { type PermalinkScope, postLink } from '../permalinks/post-link.js'
import { addressedPostKey } from '../rules/post-permissions.js'
import { preloadInherited } from '../rules/post-visibility.js'

const permalinks = memoKey<Promise<PermalinkScope>>('permalinks')

/** How single posts of a type are replied. */
export function singlePosts(
  site: SiteContext,
  type: PostType,
  resource: Pick<Resource<PostRecord, never>, 'reply' | 'preload'>,
) {
  // The modification date of a new post is its own date: a future one would hide later changes.
  function stateOf({ version, modifiedGmt }: PostRecord): ConditionalState {
    const modified = millisecondsOf(modifiedGmt)
    return { version, modified: modified <= site.services.clock() ? modified : undefined }
  }
  return {
    stateOf,
    /** Preloads what permission and reply of several requests need. */
    async preload(requests: readonly HandlerRequest[]) {
      const { and, eq, in: isIn } = wherePosts
      const found = await preloadRecords(requests, addressedPostKey, async ids => {
        const [first] = requests
        if (first === undefined) return []
        const condition = and(eq('type', type.name), isIn('id', ids))
        const find = (limits: TextLimits) => postsIn(site.store).find({ ...limits, where: condition })
        return (await findList(site, first, find, ids.length)).records
      })
      const each = found.flatMap(({ request, records }) => records.map(post => ({ request, post })))
      await preloadInherited(site, each)
      await resource.preload(found, 'id')
      const [first] = each
      if (!type.viewable || first === undefined) return
      const posts = each.map(({ post }) => post)
      const scope = loadPermalinks(site, posts, first.request.principal)
      for (const { request } of each) void request.once(permalinks, () => scope)
      await scope
    },
    /** The reply to a reader, with a link to the page of the post where it has one. */
    async read(post: PostRecord, request: HandlerRequest): Promise<Reply> {
      // Password-protected content is only for callers with the password.
      const headers = request.has('password') ? { 'Cache-Control': PRIVATE_CACHE_CONTROL } : {}
      // Dynamic blocks show data that changes independently of the post and its date.
      const state = site.blocks.mayLoad(post.content) ? { version: post.version } : stateOf(post)
      const reply = { ...(await resource.reply(post, request)), state, headers }
      if (!type.viewable) return reply
      const scope = await request.once(permalinks, () => loadPermalinks(site, [post], request.principal))
      const link = postLink(post, scope)
      return { ...reply, linkHeader: [linkHeader(link, 'alternate', { type: 'text/html' })] }
    },
  }
}
