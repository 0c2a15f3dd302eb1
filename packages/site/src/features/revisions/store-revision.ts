import { type PostType, supports } from '../../registrations/post-types.js'
import type { SiteContext } from '../../site-context.js'
import type { StoreSession } from '../../storage/index.js'
import { where } from '../built-in-collections.js'
import type { PostRecord } from '../posts/post-collection.js'
import { revisionRecord, revisionSlug, savedRevisionsOf } from './revision-records.js'
import { copyMeta, isSameMeta, loadMeta, removeMeta, revisionedKeys } from './revisioned-meta.js'
import { hasSameTexts } from './same-text.js'

/** At most this number of surplus revisions are removed at once: the first time after the limit was lowered. */
const MAX_REMOVED = 500

/**
 * Stores the state of a post unless its texts and the meta that revisions hold are those of its latest revision, whatever
 * they were before: an autosave of a draft changes it without a revision. White space makes no difference. Creation makes
 * no revision. The oldest revisions beyond the limit of the type or the site are removed.
 */
export async function storeRevision(
  { site, store }: { readonly site: SiteContext; readonly store: StoreSession },
  type: PostType,
  after: PostRecord,
  author: number,
): Promise<void> {
  const limit = type.revisionsToKeep ?? site.config.revisionsToKeep ?? Number.POSITIVE_INFINITY
  if (!supports(type, 'revisions') || limit < 1) return
  const { id, title, content, excerpt, modified: local, modifiedGmt: utc } = after
  const keys = revisionedKeys(site, type.name)
  const latest = await latestRevision(store, id)
  const same = latest !== undefined && hasSameTexts(latest, after) ? latest.id : undefined
  const metaOf = await loadMeta(store, keys, same === undefined ? [id] : [id, same])
  if (same !== undefined && isSameMeta(keys, metaOf(id), metaOf(same))) return
  const slug = revisionSlug(id)
  const revision = await store.posts.insert(revisionRecord(id, { slug, author, local, utc, title, content, excerpt }))
  await copyMeta(store, metaOf(id), revision.id)
  if (Number.isFinite(limit)) await removeSurplus(store, id, limit)
}

/** The latest revision of a post. */
const latestRevision = (store: StoreSession, id: number): Promise<PostRecord | undefined> =>
  store.posts.first({ where: savedRevisionsOf(id), order: [{ by: 'field', field: 'id', direction: 'desc' }] })

async function removeSurplus(store: StoreSession, id: number, limit: number): Promise<void> {
  const { records } = await store.posts.find({
    where: savedRevisionsOf(id),
    order: [{ by: 'field', field: 'id', direction: 'desc' }],
    offset: Math.floor(limit),
    limit: MAX_REMOVED,
  })
  if (records.length === 0) return
  const ids = records.map(revision => revision.id)
  await removeMeta(store, ids)
  await store.posts.removeWhere(where.posts.in('id', ids))
}
