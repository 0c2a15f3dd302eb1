import type { As, AsOf, ContentCalls } from '../../../kernel/operations/index.js'
import { type PostRecord, postsIn, wherePosts } from '../../../kernel/records/index.js'
import { recordById } from '../../../kernel/rest/index.js'
import { type MetaFields, metaFields, requireIndexFor } from '../../meta/index.js'
import { noSuchPost } from '../rules/post-access.js'
import { type PostsContent, postsContent } from './post-content.js'
import type { PostInput } from './post-input.js'

/** The posts of one type, in process: see `PostsContent`. Posts of other types do not exist here. */
export interface PostsOfType extends Pick<PostsContent, 'get' | 'find'> {
  /** Conditions and orders for `find` by declared meta keys: `meta['price']?.gte(10)`. */
  readonly meta: MetaFields<PostRecord>
  create(input: PostInput, by: As): Promise<PostRecord>
  update(id: number, changes: PostInput, by: AsOf): Promise<PostRecord>
  /** Moves a post to the trash. */
  trash(id: number, by: AsOf): Promise<PostRecord>
  /** Permanently deletes a post, and resolves with it. */
  delete(id: number, by: AsOf): Promise<PostRecord>
}

export function postsOfType(calls: ContentCalls, type: string): PostsOfType {
  const { site, actor } = calls
  const posts = postsContent(calls)
  const isOfType = wherePosts.eq('type', type)
  /** Types never change, so the transaction that follows does not have to check it again. */
  const requireType = async (id: number, by: As) => {
    await actor(by)
    if ((await recordById(postsIn(site.store), id))?.type !== type) throw noSuchPost()
  }
  return Object.freeze<PostsOfType>({
    create: (input, by) => posts.create({ ...input, type }, by),
    async update(id, changes, by) {
      await requireType(id, by)
      return posts.update(id, changes, by)
    },
    async trash(id, by) {
      await requireType(id, by)
      return posts.trash(id, by)
    },
    async delete(id, by) {
      await requireType(id, by)
      return posts.delete(id, by)
    },
    async get(id, by) {
      const post = await posts.get(id, by)
      return post?.type === type ? post : undefined
    },
    async find(query, by) {
      await actor(by)
      await requireIndexFor(site, 'post', query, type)
      return posts.find({ ...query, where: wherePosts.and(query.where, isOfType) }, by)
    },
    meta: metaFields<PostRecord>(site, 'post', type),
  })
}
