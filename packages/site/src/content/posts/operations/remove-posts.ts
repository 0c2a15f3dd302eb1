import { registrationKey } from '../../../kernel/context/index.js'
import { createRemovals, type Tx } from '../../../kernel/operations/index.js'
import { assignmentsIn, type PostRecord, postsIn, whereAssignments, wherePosts } from '../../../kernel/records/index.js'
import { forgetReferences, removeMetaOf } from '../../meta/index.js'
import { postDeleted } from '../post-hooks.js'
import { postLocks } from '../post-locks.js'
import { moveUp, treeLocks } from '../post-parents.js'
import { releasePosts } from '../post-references.js'
import { countedTerms, shiftTermCounts } from '../term-counts.js'
import { postCompanions } from './post-companions.js'

/** Posts that are removed together with others, such as the faces of a font family, by the ids of the latter. */
export type PostsThatFollow = ReadonlyMap<number, readonly PostRecord[]>

/** The removals of features, by post type; each resolves with the posts that are removed as well. */
export const postRemovals = registrationKey('post removals', () =>
  createRemovals<PostRecord, PostsThatFollow | undefined>(),
)

/**
 * Removes posts and all their related records, with few statements for any number of posts; their children move up.
 * Emits the event of each post after those of the posts that are removed with it. The caller must check the permission.
 */
export async function removePosts(tx: Tx, removed: readonly PostRecord[]): Promise<void> {
  const groups = await removeSilently(tx, removed)
  for (const group of groups.values()) for (const post of group) tx.emit(postDeleted, { post })
}

/**
 * Does the same without events; resolves with the removed posts, by the id of the post that each was removed with,
 * which comes last itself.
 */
export async function removeSilently(
  tx: Tx,
  removed: readonly PostRecord[],
): Promise<ReadonlyMap<number, readonly PostRecord[]>> {
  const { site, store } = tx
  const groups = await withFollowing(tx, removed, new Set())
  const all = [...groups.values()].flat()
  if (all.length === 0) return groups
  const ids = all.map(({ id }) => id)
  await tx.lock(
    ids.flatMap(id => postLocks(id)),
    treeLocks(site, all),
  )
  await forgetReferences(tx, 'post', ids)
  const counted = await countedTerms(site, store, all)
  await assignmentsIn(store).removeWhere(whereAssignments.in('object', ids))
  for (const companion of site.get(postCompanions)) await companion.remove?.(tx, ids)
  const isRevision = wherePosts.and(wherePosts.in('parent', ids), wherePosts.eq('type', 'revision'))
  const revisions = await postsIn(store).pick([], { where: isRevision })
  const gone = [...ids, ...revisions.map(({ id }) => id)]
  await removeMetaOf(tx, 'post', gone, ids)
  if (revisions.length > 0) await postsIn(store).removeWhere(isRevision)
  await moveUp(tx, all)
  await postsIn(store).removeWhere(wherePosts.in('id', ids))
  await releasePosts(tx, all)
  await shiftTermCounts(tx, counted, [])
  return groups
}

/** Posts by their ids, each after all posts that are removed with it; a post in `seen` is listed elsewhere. */
async function withFollowing(
  tx: Tx,
  posts: readonly PostRecord[],
  seen: Set<number>,
): Promise<ReadonlyMap<number, readonly PostRecord[]>> {
  const fresh = posts.filter(({ id }) => !seen.has(id))
  for (const { id } of fresh) seen.add(id)
  if (fresh.length === 0) return new Map()
  const related = await tx.site.get(postRemovals).run(tx, fresh, ({ type }) => type)
  const following = (id: number) => related.flatMap(each => each?.get(id) ?? [])
  const below = await withFollowing(
    tx,
    fresh.flatMap(({ id }) => following(id)),
    seen,
  )
  return new Map(
    fresh.map(post => [post.id, [...following(post.id).flatMap(({ id }) => below.get(id) ?? []), post]] as const),
  )
}
