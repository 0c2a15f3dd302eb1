import type { BindingUse } from '@platen/rendering'
import { type BlockScope, defineBindingSource } from '../../../kernel/blocks/index.js'
import type { PostRecord } from '../../../kernel/records/index.js'
import { formatDate, millisecondsOf } from '../../../kernel/time/index.js'
import { loadPermalinks } from '../permalinks/load-permalinks.js'
import { postLink } from '../permalinks/post-link.js'
import { boundPost, boundPosts } from './bound-posts.js'

interface PostData {
  readonly posts: ReadonlyMap<number, PostRecord>
  linkOf(post: PostRecord): string
}

function dateOf(local: string, utc: string | null, { time }: BlockScope['options']): string {
  return formatDate(local, 'c', time.offset(utc === null ? time.moment(local) : millisecondsOf(utc)))
}

function dataValue(use: BindingUse, { posts, linkOf }: PostData, { options }: BlockScope): unknown {
  const post = posts.get(boundPost(use))
  if (post === undefined) return undefined
  switch (use.args['field'] ?? use.args['key']) {
    case 'date':
      return dateOf(post.date, post.dateGmt, options)
    case 'modified':
      return post.modified > post.date ? dateOf(post.modified, post.modifiedGmt, options) : ''
    case 'link':
      return linkOf(post)
    default:
      return undefined
  }
}

/** `core/post-data`: the date, the time of the last change or the URL of the post, by the argument `field`. */
export const postDataSource = defineBindingSource({
  name: 'core/post-data',
  label: 'Post Data',
  usesContext: ['postId', 'postType'],
  async load(uses, scope): Promise<PostData> {
    const posts = await boundPosts(uses, scope)
    const permalinks = await loadPermalinks(scope.site, [...posts.values()], scope.principal)
    return { posts, linkOf: post => postLink(post, permalinks) }
  },
  value: dataValue,
})
