import { groupBy } from '@platen/core'
import type { StoreSession } from '@platen/storage'
import type { SiteContext } from '../../../kernel/context/index.js'
import { type MetaRecord, type PostRecord, postsIn, wherePosts } from '../../../kernel/records/index.js'
import { type PostType, supports } from '../../types/index.js'
import { revisionsToKeepOption } from '../revision-options.js'
import { revisionRecord, revisionSlug, savedRevisionsOf } from '../revision-records.js'
import { copyMeta, hasSameTexts, isSameMeta, loadMeta, removeMeta, revisionedKeys } from '../revisioned-meta.js'

/** The maximum number of surplus revisions that are removed at once, for example after the limit was lowered. */
const MAX_REMOVED = 500

interface Contents {
  readonly site: SiteContext
  readonly store: StoreSession
}

/** A post whose state is stored, and its type. */
export interface RevisedPost {
  readonly post: PostRecord
  readonly type: PostType
}

/**
 * Stores the state of a post, unless its texts and revisioned meta equal those of its latest revision. The previous
 * state of the post is not compared, because an autosave changes a draft without a revision. White space is ignored.
 * Creating a post stores no revision. The oldest revisions beyond the limit of the type or the site are removed.
 */
export const storeRevision = (tx: Contents, type: PostType, post: PostRecord, author: number): Promise<void> =>
  storeRevisions(tx, [{ post, type }], author)

/** Does the same for several posts, with few queries for any number of posts. */
export async function storeRevisions(
  { site, store }: Contents,
  posts: readonly RevisedPost[],
  author: number,
): Promise<void> {
  const limitOf = (type: PostType) => type.revisionsToKeep ?? revisionsToKeepOption.of(site) ?? Number.POSITIVE_INFINITY
  const revised = posts.filter(({ type }) => supports(type, 'revisions') && limitOf(type) >= 1)
  const changed = await changedPosts({ site, store }, revised)
  if (changed.length === 0) return
  const revisions = await postsIn(store).insertMany(changed.map(({ post }) => revisionOf(post, author)))
  await copyMeta(store, new Map(revisions.map(({ id }, at) => [id, changed[at]?.values ?? []])))
  const limited = changed.filter(({ type }) => Number.isFinite(limitOf(type)))
  await removeSurplus(store, new Map(limited.map(({ post, type }) => [post.id, Math.floor(limitOf(type))])))
}

/** The posts that differ from their latest revisions, by id, with their revisioned meta. */
async function changedPosts(
  { site, store }: Contents,
  posts: readonly RevisedPost[],
): Promise<readonly (RevisedPost & { readonly values: readonly MetaRecord[] })[]> {
  if (posts.length === 0) return []
  const ids = posts.map(({ post }) => post.id)
  const types = groupBy(posts, each => each.type)
  // Mostly the texts differ, and the meta of the revision does not matter.
  const [{ latestRevision }, metaOfTypes] = await Promise.all([
    postsIn(store).related(ids, ['latestRevision']),
    Promise.all(
      [...types].map(([type, some]) =>
        loadMeta(
          store,
          revisionedKeys(site, type.name),
          some.map(({ post }) => post.id),
        ),
      ),
    ),
  ])
  const changed = []
  for (const [at, [type, some]] of [...types].entries()) {
    const keys = revisionedKeys(site, type.name)
    const metaOf = metaOfTypes[at] ?? (() => [])
    const compared = some.map(({ post }) => {
      const latest = latestRevision.get(post.id)?.[0]
      return { post, same: latest !== undefined && hasSameTexts(latest, post) ? latest.id : undefined }
    })
    const metaOfRevision = await loadMeta(
      store,
      keys,
      compared.flatMap(({ same }) => same ?? []),
    )
    for (const { post, same } of compared) {
      const values = metaOf(post.id)
      if (same === undefined || !isSameMeta(keys, values, metaOfRevision(same))) changed.push({ post, type, values })
    }
  }
  return changed.sort((a, b) => a.post.id - b.post.id)
}

function revisionOf({ id, title, content, excerpt, modified: local, modifiedGmt: utc }: PostRecord, author: number) {
  return revisionRecord(id, { slug: revisionSlug(id), author, local, utc, title, content, excerpt })
}

/** Removes the oldest revisions of posts, beyond the number that each may have. */
async function removeSurplus(store: StoreSession, limits: ReadonlyMap<number, number>): Promise<void> {
  if (limits.size === 0) return
  const saved = await postsIn(store).pick(['parent'], {
    where: savedRevisionsOf([...limits.keys()]),
    order: [{ by: 'field', field: 'id', direction: 'desc' }],
  })
  const surplus: number[] = []
  for (const [post, revisions] of groupBy(saved, ({ parent }) => parent)) {
    const limit = limits.get(post) ?? revisions.length
    for (const { id } of revisions.slice(limit, limit + MAX_REMOVED)) surplus.push(id)
  }
  if (surplus.length === 0) return
  await removeMeta(store, surplus)
  await postsIn(store).removeWhere(wherePosts.in('id', surplus))
}
