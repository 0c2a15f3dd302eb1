import {
  type ConditionalState,
  type HandlerRequest,
  linkHeader,
  PRIVATE_CACHE_CONTROL,
  type Reply,
  type Resource,
} from '@platen/core'
import { loadPermalinks } from '../../permalinks/load-permalinks.js'
import { postLink } from '../../permalinks/post-link.js'
import type { PostType } from '../../registrations/post-types.js'
import type { SiteContext } from '../../site-context.js'
import type { PostRecord } from '../../storage/index.js'
import { millisecondsOf } from '../../time/site-time.js'

/** How the endpoints of single posts of one type reply. */
export interface SinglePosts {
  stateOf(post: PostRecord): ConditionalState
  /** The reply to a reader, with a link to the page of the post where it has one. */
  read(post: PostRecord, request: HandlerRequest): Promise<Reply>
}

/** How single posts of a type are replied. */
export function singlePosts(
  site: SiteContext,
  type: PostType,
  resource: Pick<Resource<PostRecord, never>, 'reply'>,
): SinglePosts {
  // A new post was changed at its own date: one that is yet to come says nothing of later changes.
  function stateOf({ version, modifiedGmt }: PostRecord): ConditionalState {
    const modified = millisecondsOf(modifiedGmt)
    return { version, modified: modified <= site.services.clock() ? modified : undefined }
  }
  return {
    stateOf,
    async read(post, request) {
      // What a password opens is for those who know it.
      const headers = request.has('password') ? { 'Cache-Control': PRIVATE_CACHE_CONTROL } : {}
      // Dynamic blocks show what changes without the post: its date says nothing of them.
      const state = site.blocks.mayLoad(post.content) ? { version: post.version } : stateOf(post)
      const reply = { ...(await resource.reply(post, request)), state, headers }
      if (!type.viewable) return reply
      const link = postLink(post, await loadPermalinks(site, [post], request.principal))
      return { ...reply, linkHeader: [linkHeader(link, 'alternate', { type: 'text/html' })] }
    },
  }
}
