import type { BindingUse } from '@platen/rendering'
import { type BlockScope, defineBindingSource } from '../../../kernel/blocks/index.js'
import { type MetaRecord, type PostRecord, postsIn } from '../../../kernel/records/index.js'
import { metaKeys, presentMeta } from '../../meta/index.js'
import { boundPost, boundPosts } from './bound-posts.js'

interface PostMeta {
  readonly posts: ReadonlyMap<number, PostRecord>
  readonly meta: ReadonlyMap<number, readonly MetaRecord[]>
}

/** Keys with this prefix are internal. */
const INTERNAL = '_'

function metaValue(use: BindingUse, { posts, meta }: PostMeta, { site }: BlockScope): unknown {
  const { key } = use.args
  const post = posts.get(boundPost(use))
  if (post === undefined || typeof key !== 'string' || key.startsWith(INTERNAL)) return undefined
  const known = site.get(metaKeys).of('post', post.type)
  const found = known.find(each => each.key === key && each.showInRest)
  if (found === undefined) return undefined
  const value = presentMeta(found, meta.get(post.id) ?? [], site.dialect.emptyObjects)
  // An attribute shows one value: the first of a key with several.
  return !found.single && Array.isArray(value) ? (value[0] ?? '') : value
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
