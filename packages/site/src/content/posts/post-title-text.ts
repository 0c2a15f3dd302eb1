import type { PostRecord } from '../../features/posts/post-collection.js'
import { renderedTitle } from '../../features/posts/rendered-title.js'
import type { BlockScope } from '../block-scope.js'

/** The title of a post for display, as HTML; protected and private posts are marked as such. */
export function shownTitle(post: PostRecord, { site }: Pick<BlockScope, 'site'>): string {
  const title = renderedTitle(post, { site })
  if (post.password !== '') return `Protected: ${title}`.trimEnd()
  return post.status === 'private' ? `Private: ${title}`.trimEnd() : title
}
