import type { BindingUse } from '@platen/rendering'
import { type BlockScope, defineBindingSource } from '../../kernel/blocks/index.js'
import { conditionOf } from '../../kernel/context/index.js'
import { type MetaRecord, type PostRecord, postsIn, wherePosts } from '../../kernel/records/index.js'
import { findShown } from '../../kernel/rest/index.js'
import { formatDate, millisecondsOf } from '../../kernel/time/index.js'
import { metaKeys, presentMeta } from '../meta/index.js'
import { loadPermalinks } from './permalinks/load-permalinks.js'
import { postLink } from './permalinks/post-link.js'
import { canReadPost, unlockedPosts } from './rules/post-rights.js'

/** The maximum number of posts that the blocks of a page take values from. */
const MAX_POSTS = 1000

/** The id of the post that a block takes values from; 0 if there is none. */
export const boundPost = ({ context }: Pick<BindingUse, 'context'>): number => {
  const id = context['postId']
  return typeof id === 'number' && Number.isSafeInteger(id) && id > 0 ? id : 0
}

/** Loads the posts that blocks take values from, by id, without those that the reader cannot read even with the password. */
export async function boundPosts(
  uses: readonly Pick<BindingUse, 'context'>[],
  { site, principal, request }: Pick<BlockScope, 'site' | 'principal' | 'request'>,
): Promise<ReadonlyMap<number, PostRecord>> {
  const ids = [...new Set(uses.map(boundPost))].filter(id => id !== 0).slice(0, MAX_POSTS)
  if (ids.length === 0) return new Map()
  const unlocked = conditionOf(unlockedPosts(false, request.query['password']))
  const records = await findShown(postsIn(site.store), {
    where: wherePosts.and(wherePosts.in('id', ids), unlocked),
  })
  return new Map(records.filter(post => canReadPost(site, post, principal)).map(post => [post.id, post]))
}

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

interface PostMeta {
  readonly posts: ReadonlyMap<number, PostRecord>
  readonly meta: ReadonlyMap<number, readonly MetaRecord[]>
}

/** Keys with this prefix are internal. */
const INTERNAL = '_'

function metaValue(use: BindingUse, { posts, meta }: PostMeta, { site, principal }: BlockScope): unknown {
  const { key } = use.args
  const post = posts.get(boundPost(use))
  if (post === undefined || typeof key !== 'string' || key.startsWith(INTERNAL)) return undefined
  const keys = site.get(metaKeys).of('post', post.type)
  const metaKey = keys.find(each => each.key === key && each.showInRest && each.authorizeRead(principal))
  if (metaKey === undefined) return undefined
  const value = presentMeta(metaKey, meta.get(post.id) ?? [], site.dialect.emptyObjects)
  // An attribute shows one value: the first of a key with several.
  return !metaKey.single && Array.isArray(value) ? (value[0] ?? '') : value
}

/** `core/post-meta`: the registered meta of the post, by the argument `key`. */
export const postMetaSource = defineBindingSource({
  name: 'core/post-meta',
  label: 'Post Meta',
  usesContext: ['postId', 'postType'],
  async load(uses, scope): Promise<PostMeta> {
    const posts = await boundPosts(uses, scope)
    const { meta } = await postsIn(scope.site.store).related([...posts.keys()], ['meta'])
    return { posts, meta }
  },
  value: metaValue,
})
