import type { BindingUse } from '@platen/rendering'
import type { BlockScope } from '../../../kernel/blocks/index.js'
import { conditionOf } from '../../../kernel/context/index.js'
import { type PostRecord, postsIn, wherePosts } from '../../../kernel/records/index.js'
import { findShown } from '../../../kernel/rest/index.js'
import { canReadPost, unlockedPosts } from '../rules/post-rights.js'

/** The maximum number of posts that the blocks of a page take values from. */
const MAX_POSTS = 1000

/** The id of the post that a block takes values from; 0 if there is none. */
export const boundPost = ({ context }: Pick<BindingUse, 'context'>): number => {
  const id = context['postId']
  return typeof id === 'number' && Number.isSafeInteger(id) && id > 0 ? id : 0
}

/** Loads the posts that blocks take values from, by id: those that the reader may read, if need be with the password. */
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
