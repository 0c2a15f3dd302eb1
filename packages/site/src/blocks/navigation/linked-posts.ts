import type { BlockUse } from '@platen/rendering'
import { where } from '../../features/built-in-collections.js'
import type { BlockScope } from '../block-scope.js'

/** A page of records shows at most so many links to different posts. */
const MAX_POSTS = 500

interface LinkedPost {
  readonly id?: number | undefined
  readonly kind?: string | undefined
  readonly type?: string | undefined
}

/** The post that a link of a navigation leads to; undefined for links to anything else. */
const postOf = ({ id, kind, type }: LinkedPost): number | undefined =>
  id !== undefined && id > 0 && (kind === 'post-type' || type === 'post' || type === 'page') ? id : undefined

/** Tells which links of a navigation may be shown. */
export type ShowsLink = (link: LinkedPost) => boolean

/** Finds the links that lead to published posts, or to anything else than a post, with one query. */
export async function loadLinkedPosts(uses: readonly BlockUse<LinkedPost>[], { site }: BlockScope): Promise<ShowsLink> {
  const ids = [...new Set(uses.flatMap(({ attributes }) => postOf(attributes) ?? []))].slice(0, MAX_POSTS)
  if (ids.length === 0) return link => postOf(link) === undefined
  const { and, eq, in: isIn } = where.posts
  const { records } = await site.store.posts.find({ where: and(isIn('id', ids), eq('status', 'publish')) })
  const published = new Set(records.map(({ id }) => id))
  return link => {
    const id = postOf(link)
    return id === undefined || published.has(id)
  }
}
