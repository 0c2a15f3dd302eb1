import { suffixedSlug } from '@platen/rendering'
import type { RecordChanges, StoreSession } from '@platen/storage'
import type { SiteContext } from '../../../kernel/context/index.js'
import { systemActor, type Tx } from '../../../kernel/operations/index.js'
import { metaIn, type PostRecord, postsIn, whereMeta, wherePosts } from '../../../kernel/records/index.js'
import { postTypes } from '../../types/index.js'
import { changedGuid } from '../changed-guid.js'
import { setInternalMetaOf } from '../internal-meta.js'
import { slugLock } from '../post-locks.js'
import { postMetaKeys } from '../post-meta-keys.js'
import { releasePosts } from '../post-references.js'
import type { SlugRequest } from '../post-slugs.js'
import { slugsInOrder } from '../slugs-in-order.js'
import { countedTerms, shiftTermCounts } from '../term-counts.js'
import { assignTerms } from './assign-terms.js'
import { postCompanions, reviseCompanions } from './post-companions.js'

const MARK = '__trashed'

interface Contents {
  readonly site: SiteContext
  readonly store: StoreSession
}

/**
 * Moves posts to the trash with their companions, with few statements for any number of posts: their slugs become free,
 * and they are no longer sticky. Resolves with the changed posts, in the same order. `leaving` are posts that are
 * removed at the same time: their slugs are free for the posts after them. Runs within a transaction.
 */
export async function trashPosts(
  tx: Pick<Tx, 'site' | 'store' | 'lock'>,
  requested: readonly PostRecord[],
  user: number,
  leaving: ReadonlySet<number> = new Set(),
): Promise<readonly PostRecord[]> {
  if (requested.length === 0) return []
  const { site, store } = tx
  const options = await site.options()
  const now = site.services.clock()
  const ids = requested.map(({ id }) => id)
  const counted = await countedTerms(site, store, requested)
  await keepForRestoring(store, requested, Math.floor(now / 1000))
  const requests = requested.map(post => ({ ...post, slug: markedSlug(post) }))
  const slugs = await lockedSlugs(tx, requests, leaving)
  const followed: RecordChanges<PostRecord> = {}
  for (const companion of site.get(postCompanions)) Object.assign(followed, await companion.trash?.(store, ids, site))
  const times = { modified: options.time.local(now), modifiedGmt: options.time.utc(now) }
  await postsIn(store).updateMany(
    requested.map(post => ({
      id: post.id,
      changes: {
        ...followed,
        ...times,
        status: 'trash',
        trashedStatus: post.status,
        slug: slugs.get(post.id) ?? post.slug,
        guid: changedGuid(site, post),
      },
    })),
  )
  const stored = new Map(
    (await postsIn(store).find({ where: wherePosts.in('id', ids) })).records.map(each => [each.id, each]),
  )
  const trashed = requested.map(post => stored.get(post.id) ?? post)
  const typesOf = (posts: readonly PostRecord[]) =>
    posts.flatMap(post => {
      const type = site.get(postTypes).get(post.type)
      return type === undefined ? [] : { post, type }
    })
  await assignTerms(
    { site, store },
    systemActor(site),
    typesOf(requested).map(each => ({ ...each, terms: {}, isStored: true })),
  )
  await reviseCompanions({ site, store }, typesOf(trashed), user)
  await releasePosts(tx, requested)
  await shiftTermCounts(tx, counted, [])
  return trashed
}

/** The data of posts in the trash, besides their records. */
const TRASH_META_KEYS = [postMetaKeys.trashedTime, postMetaKeys.desiredSlug]

/**
 * Stores what posts get back when they leave the trash, and the time at which they were trashed. A slug that is already
 * marked stays as it is, unless another one is given.
 */
const keepForRestoring = (store: StoreSession, posts: readonly PostRecord[], time: number): Promise<void> =>
  setInternalMetaOf(
    store,
    TRASH_META_KEYS,
    posts.flatMap(({ id, slug }) => [
      { id, key: postMetaKeys.trashedTime, value: time },
      { id, key: postMetaKeys.desiredSlug, value: slug.endsWith(MARK) ? '' : slug },
    ]),
    posts.map(({ id }) => id),
  )

/** The new slugs of posts, which nobody else can take until the end of the transaction. */
async function lockedSlugs(
  { site, store, lock }: Pick<Tx, 'site' | 'store' | 'lock'>,
  requests: readonly SlugRequest[],
  leaving: ReadonlySet<number>,
): Promise<ReadonlyMap<number, string>> {
  const locked = new Set<string>()
  let sought = requests.map(({ slug }) => slug)
  for (;;) {
    await lock(sought.map(slugLock))
    for (const slug of sought) locked.add(slug)
    const slugs = await slugsInOrder(site, store, requests, leaving)
    sought = [...slugs.values()].filter(slug => !locked.has(slug))
    if (sought.length === 0) return slugs
  }
}

const markedSlug = ({ slug }: PostRecord): string => (slug.endsWith(MARK) ? slug : suffixedSlug(slug, MARK))

/**
 * Renames posts in the trash, of any type, that have the slug of a post outside it; resolves with whether there were any.
 * Runs within a transaction.
 */
export async function freeTrashedSlugs(
  { store }: Pick<Contents, 'store'>,
  { id, slug, status }: Pick<PostRecord, 'id' | 'slug' | 'status'>,
): Promise<boolean> {
  if (slug === '' || slug.endsWith(MARK) || status === 'trash') return false
  const { and, eq, ne } = wherePosts
  const inTrash = and(eq('slug', slug), eq('status', 'trash'), ne('id', id))
  // There hardly ever are any: slugs are marked on their way into the trash.
  if ((await postsIn(store).count(inTrash)) === 0) return false
  await postsIn(store).updateWhere(inTrash, { slug: suffixedSlug(slug, MARK) })
  return true
}

/**
 * Restores a post from the trash with its companions, and returns the changes of its record: its previous slug, unless
 * it had none and one is `given`. Runs within a transaction.
 */
export async function untrashed(
  site: SiteContext,
  store: StoreSession,
  post: PostRecord,
  requested?: string,
): Promise<RecordChanges<PostRecord>> {
  const { and, eq } = whereMeta
  const { records } = await metaIn(store).find({
    where: and(eq('kind', 'post'), eq('object', post.id), eq('key', postMetaKeys.desiredSlug)),
  })
  const desired = records[0]?.value
  await setInternalMetaOf(store, TRASH_META_KEYS, [], [post.id])
  const changes: RecordChanges<PostRecord> = { trashedStatus: '' }
  for (const companion of site.get(postCompanions)) Object.assign(changes, await companion.restore?.(store, post, site))
  if (desired === '' && requested !== undefined) return changes
  return { ...changes, slug: restoredSlug(site, post, typeof desired === 'string' ? desired : undefined) }
}

/** The slug that a post had before it was moved to the trash. A post without one may have got a slug in the trash. */
function restoredSlug({ dialect }: SiteContext, { slug }: PostRecord, desired: string | undefined): string {
  if (desired === undefined) return slug.replace(new RegExp(`${MARK}$`), '')
  if (desired !== '') return desired
  return dialect.clearsTrashedSlugs && new RegExp(`^${MARK}(-\\d+)?$`).test(slug) ? '' : slug
}
