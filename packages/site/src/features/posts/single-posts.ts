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
import { replyToWrite } from '../../rest/report-failures.js'
import type { SiteContext } from '../../site-context.js'
import type { PostRecord } from '../../storage/index.js'
import { millisecondsOf } from '../../time/site-time.js'
import { addressedPost, noSuchPost } from './post-permissions.js'

/** How the endpoints of single posts of one type find and answer them. */
export interface SinglePosts {
  /** The post that a request addresses; throws when there is none. */
  addressed(request: HandlerRequest): Promise<PostRecord>
  stateOfAddressed(request: HandlerRequest): Promise<ConditionalState>
  /** The answer that is read, with a link to the page of the post where it has one. */
  read(request: HandlerRequest): Promise<Reply>
  /** The answer to who has changed or made a post. */
  edited(post: PostRecord, request: HandlerRequest): Promise<Reply>
}

/** How single posts of a type are found and answered. */
export function singlePosts(
  site: SiteContext,
  type: PostType,
  resource: Pick<Resource<PostRecord, never>, 'reply' | 'title'>,
): SinglePosts {
  async function addressed(request: HandlerRequest): Promise<PostRecord> {
    const post = await addressedPost(site, type, request)
    if (post === undefined) throw noSuchPost()
    return post
  }
  // A new post was changed at its own date: one that is yet to come says nothing of later changes.
  function stateOf({ version, modifiedGmt }: PostRecord): ConditionalState {
    const modified = millisecondsOf(modifiedGmt)
    return { version, modified: modified <= site.services.clock() ? modified : undefined }
  }
  return {
    addressed,
    stateOfAddressed: async request => stateOf(await addressed(request)),
    async read(request) {
      const post = await addressed(request)
      // What a password opens is for those who know it.
      const headers = request.has('password') ? { 'Cache-Control': PRIVATE_CACHE_CONTROL } : {}
      const reply = { ...(await resource.reply(post, request)), state: stateOf(post), headers }
      if (!type.viewable) return reply
      const link = postLink(post, await loadPermalinks(site, [post], request.principal))
      return { ...reply, linkHeader: [linkHeader(link, 'alternate', { type: 'text/html' })] }
    },
    edited: async (post, request) => ({
      ...(await replyToWrite(site, resource, post, request)),
      state: stateOf(post),
    }),
  }
}
