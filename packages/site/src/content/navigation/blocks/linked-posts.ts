import type { BlockUse } from '@platen/rendering'
import type { BlockScope } from '../../../kernel/blocks/index.js'
import { postsIn, wherePosts } from '../../../kernel/records/index.js'
import { findShown } from '../../../kernel/rest/index.js'

/** The maximum number of links to different posts on a page of records. */
const MAX_POSTS = 500

interface LinkedPost {
  readonly id?: number | undefined
  readonly kind?: string | undefined
  readonly type?: string | undefined
}

/** The post that a navigation link points to; undefined for all other links. */
const postOf = ({ id, kind, type }: LinkedPost): number | undefined =>
  id !== undefined && id > 0 && (kind === 'post-type' || type === 'post' || type === 'page') ? id : undefined

/** Determines which links of a navigation may be shown. */
export type ShowsLink = (link: LinkedPost) => boolean

/** Finds the links that point to published posts, or to anything other than a post, with one query. */
export async function loadLinkedPosts(uses: readonly BlockUse<LinkedPost>[], { site }: BlockScope): Promise<ShowsLink> {
  const ids = [...new Set(uses.flatMap(({ attributes }) => postOf(attributes) ?? []))].slice(0, MAX_POSTS)
  if (ids.length === 0) return link => postOf(link) === undefined
  const { and, eq, in: isIn } = wherePosts
  const records = await findShown(postsIn(site.store), { where: and(isIn('id', ids), eq('status', 'publish')) })
  const published = new Set(records.map(({ id }) => id))
  return link => {
    const id = postOf(link)
    return id === undefined || published.has(id)
  }
}
