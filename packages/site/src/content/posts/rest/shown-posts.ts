import { type HandlerRequest, memoKey } from '@platen/core'
import type { PostRecord, PostRelated } from '../../../kernel/records/index.js'

/** The posts of a list, and the data loaded with them. */
export interface ShownPosts {
  readonly records: readonly PostRecord[]
  readonly related?: Partial<PostRelated> | undefined
}

const NO_POSTS: ShownPosts = Object.freeze({ records: [] })
const shownPosts = memoKey<ShownPosts>('shown posts')

/** Memoizes the posts of a list, for the requests that it embeds. */
export const noteShownPosts = (request: HandlerRequest, shown: ShownPosts): unknown =>
  request.once(shownPosts, () => shown)

/** The posts of the list that embeds a request; empty if no list of posts does. */
export const postsAround = ({ origin }: HandlerRequest): ShownPosts =>
  origin?.once(shownPosts, () => NO_POSTS) ?? NO_POSTS
