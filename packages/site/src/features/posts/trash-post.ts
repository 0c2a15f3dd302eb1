import { suffixedSlug } from '@platen/rendering'
import { systemActor, type Tx } from '../../operations/tx.js'
import { postTypes } from '../../registrations/post-types.js'
import type { SiteContext } from '../../site-context.js'
import type { RecordChanges, StoreSession } from '../../storage/index.js'
import { where } from '../built-in-collections.js'
import { storeRevision } from '../revisions/store-revision.js'
import { countedTerms, shiftTermCounts } from '../terms/term-counts.js'
import { assignTerms } from './assign-terms.js'
import { changedGuid } from './changed-guid.js'
import { setOwnMeta, setSticky } from './own-values.js'
import type { PostRecord } from './post-collection.js'
import { postCompanions } from './post-companions.js'
import { postMetaKeys } from './post-meta-keys.js'
import { cutParentLoop } from './post-parents.js'
import { postRemovals } from './post-removals.js'
import { uniqueSlug } from './post-slugs.js'

const MARK = '__trashed'

/** Puts a post into the trash with its companions: its slug becomes free, it is no more sticky. Runs inside of a transaction. */
export async function moveToTrash(
  site: SiteContext,
  store: StoreSession,
  post: PostRecord,
  by: { readonly user: number; readonly version?: number | undefined },
): Promise<PostRecord> {
  const options = await site.options()
  const now = site.services.clock()
  const counted = await countedTerms(site, store, [post])
  await setOwnMeta(store, post.id, postMetaKeys.trashedStatus, post.status)
  await setOwnMeta(store, post.id, postMetaKeys.trashedTime, Math.floor(now / 1000))
  await setOwnMeta(store, post.id, postMetaKeys.desiredSlug, post.slug)
  const slug = await uniqueSlug(site, store, {
    ...post,
    slug: post.slug.endsWith(MARK) ? post.slug : suffixedSlug(post.slug, MARK),
  })
  const followed: RecordChanges<PostRecord> = {}
  for (const companion of site.get(postCompanions)) Object.assign(followed, await companion.trash?.(store, post, site))
  const trashed = await store.posts.update(
    post.id,
    {
      ...followed,
      status: 'trash',
      slug,
      guid: changedGuid(site, post),
      modified: options.time.local(now),
      modifiedGmt: options.time.utc(now),
    },
    { version: by.version },
  )
  const type = site.get(postTypes).get(post.type)
  if (type !== undefined) {
    await assignTerms({ site, store }, systemActor(site), [{ post, type, terms: {}, isStored: true }])
    await storeRevision({ site, store }, type, trashed, by.user)
  }
  await setSticky(store, post.id, false)
  await releaseFrontPage(site, store, post)
  await shiftTermCounts(site, store, counted, [])
  return trashed
}

/**
 * What a post gets back that leaves the trash with its companions: its slug, unless it had none and one is `given`. Runs
 * inside of a transaction.
 */
export async function untrashed(
  site: SiteContext,
  store: StoreSession,
  post: PostRecord,
  given?: string,
): Promise<RecordChanges<PostRecord>> {
  const { and, eq } = where.meta
  const { records } = await store.meta.find({
    where: and(eq('kind', 'post'), eq('object', post.id), eq('key', postMetaKeys.desiredSlug)),
  })
  const desired = records[0]?.value
  for (const key of [postMetaKeys.trashedStatus, postMetaKeys.trashedTime, postMetaKeys.desiredSlug])
    await setOwnMeta(store, post.id, key, undefined)
  const changes: RecordChanges<PostRecord> = {}
  for (const companion of site.get(postCompanions)) Object.assign(changes, await companion.restore?.(store, post, site))
  if (desired === '' && given) return changes
  return { ...changes, slug: restoredSlug(site, post, typeof desired === 'string' ? desired : undefined) }
}

/** The slug that a post had before the trash. One that had none may have been given one in the trash. */
function restoredSlug({ dialect }: SiteContext, { slug }: PostRecord, desired: string | undefined): string {
  if (desired === undefined) return slug.replace(new RegExp(`${MARK}$`), '')
  if (desired !== '') return desired
  return dialect.clearsTrashedSlugs && new RegExp(`^${MARK}(-\\d+)?$`).test(slug) ? '' : slug
}

/** Removes a post and all that belongs to it; what was below it moves up. Runs inside of a transaction. */
export async function removePost(tx: Tx, given: PostRecord): Promise<void> {
  const { site, store } = tx
  const { posts, meta, assignments } = where
  // Of several that are deleted one after the other, one may have been below another.
  const post = (await store.posts.get(given.id)) ?? given
  await site.get(postRemovals).run(tx, post, post.type)
  const counted = await countedTerms(site, store, [post])
  await store.assignments.removeWhere(assignments.eq('object', post.id))
  for (const companion of site.get(postCompanions)) await companion.remove?.(store, post)
  const below = posts.eq('parent', post.id)
  const { records: revisions } = await store.posts.find({ where: posts.and(below, posts.eq('type', 'revision')) })
  const gone = [post.id, ...revisions.map(revision => revision.id)]
  await store.meta.removeWhere(meta.and(meta.eq('kind', 'post'), meta.in('object', gone)))
  await store.posts.removeWhere(posts.and(below, posts.eq('type', 'revision')))
  const isNested = site.get(postTypes).get(post.type)?.hierarchical === true
  const parent = isNested ? await cutParentLoop(store, post.parent, post) : 0
  const moving = site.get(postTypes).filter(({ name, permalink }) => permalink === 'attached' || name === post.type)
  const names = moving.map(({ name }) => name)
  await store.posts.updateWhere(posts.and(below, posts.in('type', names)), { parent })
  await store.posts.remove(post.id)
  await setSticky(store, post.id, false)
  await releaseFrontPage(site, store, post)
  await shiftTermCounts(site, store, counted, [])
}

/** A page that goes away cannot be the site's front page, nor the page that shows posts. */
async function releaseFrontPage(site: SiteContext, store: StoreSession, post: PostRecord): Promise<void> {
  if (site.get(postTypes).get(post.type)?.frontPage !== true) return
  if (Number(await store.options.get('page_on_front')) === post.id) {
    await store.options.set('show_on_front', 'posts')
    await store.options.set('page_on_front', 0)
  }
  if (Number(await store.options.get('page_for_posts')) === post.id) await store.options.set('page_for_posts', 0)
}
