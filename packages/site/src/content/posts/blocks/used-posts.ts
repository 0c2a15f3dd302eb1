import type { BlockUse, BlockValues } from '@platen/rendering'
import { type BlockScope, oncePerPage } from '../../../kernel/blocks/index.js'
import { type PostRecord, postsIn, wherePosts } from '../../../kernel/records/index.js'
import { findShown } from '../../../kernel/rest/index.js'
import { canReadPost } from '../index.js'

/** The maximum number of additional posts that are loaded for a page of records. */
const MAX_POSTS = 1000

/** The posts that the uses of a block are about. */
export interface UsedPosts {
  /** The post of a context; undefined if there is none or the caller may not read it. */
  of(context: BlockValues): PostRecord | undefined
  readonly all: readonly PostRecord[]
}

const idOf = ({ postId }: BlockValues): number =>
  typeof postId === 'number' && Number.isSafeInteger(postId) ? postId : 0

const listed = oncePerPage<Map<number, PostRecord>>('posts listed')
const loaded = oncePerPage<Promise<readonly PostRecord[]>>('posts loaded')

/** The posts that lists on the page have loaded. */
const listedPosts = (scope: BlockScope): Map<number, PostRecord> => listed(scope, '', () => new Map())

/** Adds posts that a list has loaded: blocks about them need not load them again. */
export function addListedPosts(scope: BlockScope, posts: readonly PostRecord[]): void {
  const listed = listedPosts(scope)
  for (const post of posts) listed.set(post.id, post)
}

/**
 * Finds the posts that the uses of a block refer to, with at most one query, for posts that are not shown on the page.
 */
export async function usedPosts(uses: readonly BlockUse<unknown>[], scope: BlockScope): Promise<UsedPosts> {
  const listed = listedPosts(scope)
  const ids = new Set(uses.map(({ context }) => idOf(context)))
  ids.delete(0)
  const missing = [...ids].filter(id => !scope.shown.has(id) && !listed.has(id)).slice(0, MAX_POSTS)
  if (missing.length > 0)
    addListedPosts(scope, await loaded(scope, missing.join(), () => readablePosts(missing, scope)))
  const find = (id: number): PostRecord | undefined => scope.shown.get(id) ?? listed.get(id)
  return {
    of: context => find(idOf(context)),
    all: [...ids].flatMap(id => find(id) ?? []),
  }
}

async function readablePosts(ids: readonly number[], { site, principal }: BlockScope): Promise<readonly PostRecord[]> {
  const records = await findShown(postsIn(site.store), { where: wherePosts.in('id', ids), limit: ids.length })
  return records.filter(post => canReadPost(site, post, principal))
}
