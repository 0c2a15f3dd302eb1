import { suffixedSlug } from '@platen/rendering'
import { systemActor, type Tx } from '../../operations/tx.js'
import { postTypes } from '../../registrations/post-types.js'
import type { SiteContext } from '../../site-context.js'
import type { RecordChanges, StoreSession } from '../../storage/index.js'
import { where } from '../built-in-collections.js'
import { storeRevision } from '../revisions/store-revision.js'
import { countedTerms, shiftTermCounts } from '../terms/term-counts.js'
import { assignTerms } from './assign-terms.js'
import { setOwnMeta, setSticky } from './own-values.js'
import type { PostRecord } from './post-collection.js'
import { postMetaKeys } from './post-meta-keys.js'
import { cutParentLoop } from './post-parents.js'
import { postRemovals } from './post-removals.js'
import { uniqueSlug } from './post-slugs.js'

const MARK = '__trashed'
/** The status of comments whose post is in the trash, and where their own is kept meanwhile. */
const TRASHED_COMMENT = 'post-trashed'
const COMMENT_STATUS_KEY = '_status_before_trash'

/** Puts a post into the trash: its slug becomes free, its comments are hidden, it is no more sticky. Runs inside of a transaction. */
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
  const trashed = await store.posts.update(
    post.id,
    { status: 'trash', slug, modified: options.time.local(now), modifiedGmt: options.time.utc(now) },
    { version: by.version },
  )
  const type = site.get(postTypes).get(post.type)
  if (type !== undefined) {
    await assignTerms({ site, store }, systemActor(site), [{ post, type, terms: {}, isStored: true }])
    await storeRevision(store, type, post, trashed, by.user)
  }
  await hideComments(store, post.id)
  await setSticky(store, post.id, false)
  await releaseFrontPage(site, store, post)
  await shiftTermCounts(site, store, counted, [])
  return trashed
}

/** What a post gets back that leaves the trash: its slug. Its comments are shown again. Runs inside of a transaction. */
export async function untrashed(store: StoreSession, post: PostRecord): Promise<RecordChanges<PostRecord>> {
  const { and, eq } = where.meta
  const { records } = await store.meta.find({
    where: and(eq('kind', 'post'), eq('object', post.id), eq('key', postMetaKeys.desiredSlug)),
  })
  const desired = records[0]?.value
  for (const key of [postMetaKeys.trashedStatus, postMetaKeys.trashedTime, postMetaKeys.desiredSlug])
    await setOwnMeta(store, post.id, key, undefined)
  await showComments(store, post.id)
  return { slug: typeof desired === 'string' ? desired : post.slug.replace(new RegExp(`${MARK}$`), '') }
}

/** Removes a post and all that belongs to it; what was below it moves up. Runs inside of a transaction. */
export async function removePost(tx: Tx, given: PostRecord): Promise<void> {
  const { site, store } = tx
  const { posts, meta, comments, assignments } = where
  // Of several that are deleted one after the other, one may have been below another.
  const post = (await store.posts.get(given.id)) ?? given
  await site.get(postRemovals).run(tx, post, post.type)
  const counted = await countedTerms(site, store, [post])
  await store.assignments.removeWhere(assignments.eq('object', post.id))
  const { records: commented } = await store.comments.find({ where: comments.eq('post', post.id) })
  if (commented.length > 0) {
    const ids = commented.map(comment => comment.id)
    await store.meta.removeWhere(meta.and(meta.eq('kind', 'comment'), meta.in('object', ids)))
    await store.comments.removeWhere(comments.eq('post', post.id))
  }
  const below = posts.eq('parent', post.id)
  const { records: revisions } = await store.posts.find({ where: posts.and(below, posts.eq('type', 'revision')) })
  const gone = [post.id, ...revisions.map(revision => revision.id)]
  await store.meta.removeWhere(meta.and(meta.eq('kind', 'post'), meta.in('object', gone)))
  await store.posts.removeWhere(posts.and(below, posts.eq('type', 'revision')))
  const isNested = site.get(postTypes).get(post.type)?.hierarchical === true
  const parent = isNested ? await cutParentLoop(store, post.parent, post) : 0
  await store.posts.updateWhere(below, { parent })
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

async function hideComments(store: StoreSession, id: number): Promise<void> {
  const { records } = await store.comments.find({ where: where.comments.eq('post', id) })
  if (records.length === 0) return
  await store.meta.insertMany(
    records.map(({ id: object, status }) => ({
      kind: 'comment' as const,
      object,
      key: COMMENT_STATUS_KEY,
      value: status,
    })),
  )
  await store.comments.updateWhere(where.comments.eq('post', id), { status: TRASHED_COMMENT })
}

async function showComments(store: StoreSession, id: number): Promise<void> {
  const hidden = where.comments.and(where.comments.eq('post', id), where.comments.eq('status', TRASHED_COMMENT))
  const { records } = await store.comments.find({ where: hidden, with: ['meta'] })
  const kept = where.meta.and(
    where.meta.eq('kind', 'comment'),
    where.meta.eq('key', COMMENT_STATUS_KEY),
    where.meta.in(
      'object',
      records.map(record => record.id),
    ),
  )
  const statuses = new Map(
    (await store.meta.find({ where: kept })).records.map(meta => [meta.object, String(meta.value)]),
  )
  for (const status of new Set(statuses.values())) {
    const ids = [...statuses].filter(([, value]) => value === status).map(([comment]) => comment)
    await store.comments.updateWhere(where.comments.in('id', ids), { status })
  }
  if (records.length > 0) await store.meta.removeWhere(kept)
}
