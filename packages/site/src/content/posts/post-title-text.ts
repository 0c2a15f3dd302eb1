import type { BlockScope } from '../../kernel/blocks/index.js'
import type { PostRecord } from '../../kernel/records/index.js'
import { renderedTitle } from './rest/rendered-title.js'

/** The title of a post for display, as HTML; protected and private posts are marked as such. */
export function shownTitle(post: PostRecord, { site }: Pick<BlockScope, 'site'>): string {
  const title = renderedTitle(post, { site })
  if (post.password !== '') return `Protected: ${title}`.trimEnd()
  return post.status === 'private' ? `Private: ${title}`.trimEnd() : title
}
