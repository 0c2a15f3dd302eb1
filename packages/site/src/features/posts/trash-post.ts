import { suffixedSlug } from '@platen/rendering'
import { postTypes } from '../../registrations/post-types.js'
import type { SiteContext } from '../../site-context.js'
import { type PostRecord, type RecordChanges, type StoreContents, where } from '../../storage/index.js'
import { countedTerms, shiftTermCounts } from '../terms/term-counts.js'
import { giveDefaultTerms } from './default-terms.js'
import { setOwnMeta, setSticky } from './own-values.js'
import { postMetaKeys } from './post-meta-keys.js'
import { cutParentLoop } from './post-parents.js'
import { uniqueSlug } from './post-slugs.js'
import { keepRevision } from './revisions.js'

const NO_TERMS: ReadonlySet<string> = new Set()
const MARK = '__trashed'
/** The status of comments whose post is in the trash, and where their own is kept meanwhile. */
const TRASHED_COMMENT = 'post-trashed'
const COMMENT_STATUS_KEY = '_status_before_trash'

/** Puts a post into the trash: its slug becomes free, its comments are hidden, it is no more sticky. Runs inside of a transaction. */
export async function moveToTrash(
  site: SiteContext,
  contents: StoreContents,
  post: PostRecord,
  by: { readonly user: number; readonly version?: number | undefined },
): Promise<PostRecord> {
  const options = await site.options()
  const now = site.services.clock()
  const counted = await countedTerms(contents, post)
  await setOwnMeta(contents, post.id, postMetaKeys.trashedStatus, post.status)
  await setOwnMeta(contents, post.id, postMetaKeys.trashedTime, Math.floor(now / 1000))
  await setOwnMeta(contents, post.id, postMetaKeys.desiredSlug, post.slug)
  const slug = await uniqueSlug(site, contents, {
    ...post,
    slug: post.slug.endsWith(MARK) ? post.slug : suffixedSlug(post.slug, MARK),
  })
  const trashed = await contents.posts.update(
    post.id,
    { status: 'trash', slug, modified: options.time.local(now), modifiedGmt: options.time.utc(now) },
    { version: by.version },
  )
  const type = site.get(postTypes).get(post.type)
  if (type !== undefined) {
    await giveDefaultTerms(site, contents, type, post.id, NO_TERMS)
    await keepRevision(site, contents, type, post, trashed, by.user)
  }
  await hideComments(contents, post.id)
  await setSticky(contents, post.id, false)
  await releaseFrontPage(site, contents, post)
  await shiftTermCounts(site, contents, counted, [])
  return trashed
}

/** What a post gets back that leaves the trash: its slug. Its comments are shown again. Runs inside of a transaction. */
export async function untrashed(contents: StoreContents, post: PostRecord): Promise<RecordChanges<PostRecord>> {
  const { and, eq } = where.meta
  const { records } = await contents.meta.find({
    where: and(eq('kind', 'post'), eq('object', post.id), eq('key', postMetaKeys.desiredSlug)),
  })
  const desired = records[0]?.value
  for (const key of [postMetaKeys.trashedStatus, postMetaKeys.trashedTime, postMetaKeys.desiredSlug])
    await setOwnMeta(contents, post.id, key, undefined)
  await showComments(contents, post.id)
  return { slug: typeof desired === 'string' ? desired : post.slug.replace(new RegExp(`${MARK}$`), '') }
}

/** Removes a post and all that belongs to it; what was below it moves up. Runs inside of a transaction. */
export async function removePost(site: SiteContext, contents: StoreContents, given: PostRecord): Promise<void> {
  const { posts, meta, comments, assignments } = where
  // Of several that are deleted one after the other, one may have been below another.
  const post = (await contents.posts.get(given.id)) ?? given
  const counted = await countedTerms(contents, post)
  await contents.assignments.removeWhere(assignments.eq('object', post.id))
  const { records: commented } = await contents.comments.find({ where: comments.eq('post', post.id) })
  if (commented.length > 0) {
    const ids = commented.map(comment => comment.id)
    await contents.meta.removeWhere(meta.and(meta.eq('kind', 'comment'), meta.in('object', ids)))
    await contents.comments.removeWhere(comments.eq('post', post.id))
  }
  const below = posts.eq('parent', post.id)
  const { records: revisions } = await contents.posts.find({ where: posts.and(below, posts.eq('type', 'revision')) })
  const gone = [post.id, ...revisions.map(revision => revision.id)]
  await contents.meta.removeWhere(meta.and(meta.eq('kind', 'post'), meta.in('object', gone)))
  await contents.posts.removeWhere(posts.and(below, posts.eq('type', 'revision')))
  const isNested = site.get(postTypes).get(post.type)?.hierarchical === true
  const parent = isNested ? await cutParentLoop(contents, post.parent, post) : 0
  await contents.posts.updateWhere(below, { parent })
  await contents.posts.remove(post.id)
  await setSticky(contents, post.id, false)
  await releaseFrontPage(site, contents, post)
  await shiftTermCounts(site, contents, counted, [])
}

/** A page that goes away cannot be the site's front page, nor the page that shows posts. */
async function releaseFrontPage(site: SiteContext, contents: StoreContents, post: PostRecord): Promise<void> {
  if (site.get(postTypes).get(post.type)?.frontPage !== true) return
  if (Number(await contents.options.get('page_on_front')) === post.id) {
    await contents.options.set('show_on_front', 'posts')
    await contents.options.set('page_on_front', 0)
  }
  if (Number(await contents.options.get('page_for_posts')) === post.id) await contents.options.set('page_for_posts', 0)
}

async function hideComments(contents: StoreContents, id: number): Promise<void> {
  const { records } = await contents.comments.find({ where: where.comments.eq('post', id) })
  if (records.length === 0) return
  await contents.meta.insertMany(
    records.map(({ id: object, status }) => ({
      kind: 'comment' as const,
      object,
      key: COMMENT_STATUS_KEY,
      value: status,
    })),
  )
  await contents.comments.updateWhere(where.comments.eq('post', id), { status: TRASHED_COMMENT })
}

async function showComments(contents: StoreContents, id: number): Promise<void> {
  const hidden = where.comments.and(where.comments.eq('post', id), where.comments.eq('status', TRASHED_COMMENT))
  const { records } = await contents.comments.find({ where: hidden, with: ['meta'] })
  const kept = where.meta.and(
    where.meta.eq('kind', 'comment'),
    where.meta.eq('key', COMMENT_STATUS_KEY),
    where.meta.in(
      'object',
      records.map(record => record.id),
    ),
  )
  const statuses = new Map(
    (await contents.meta.find({ where: kept })).records.map(meta => [meta.object, String(meta.value)]),
  )
  for (const status of new Set(statuses.values())) {
    const ids = [...statuses].filter(([, value]) => value === status).map(([comment]) => comment)
    await contents.comments.updateWhere(where.comments.in('id', ids), { status })
  }
  if (records.length > 0) await contents.meta.removeWhere(kept)
}
