import { slugify } from '@platen/rendering'
import { applyMetaChanges, planMetaWrite } from '../../meta/meta-values.js'
import type { Actor, Tx } from '../../operations/tx.js'
import { loadPermalinks } from '../../permalinks/load-permalinks.js'
import { plainLink, postLink } from '../../permalinks/post-link.js'
import { metaKeys } from '../../registrations/meta-keys.js'
import { type PostType, supports } from '../../registrations/post-types.js'
import type { NewRecord, StoreSession } from '../../storage/index.js'
import { where } from '../built-in-collections.js'
import { taxonomiesOfType } from '../taxonomies/object-types.js'
import { countedTerms, shiftTermCounts } from '../terms/term-counts.js'
import { giveDefaultTerms } from './default-terms.js'
import { setOwnMeta, setSticky } from './own-values.js'
import { mayNotAssign } from './post-access.js'
import type { PostRecord } from './post-collection.js'
import { FORMAT_SLUG_PREFIX, FORMAT_TAXONOMY, postMetaKeys } from './post-meta-keys.js'
import { uniqueSlug } from './post-slugs.js'
import { isUnpublished, type PreparedPost } from './prepare-post.js'
import { keepRevision } from './revisions.js'
import { untrashed } from './trash-post.js'

/** Stores a new post with all that belongs to it. */
export async function insertPost(tx: Tx, actor: Actor, type: PostType, prepared: PreparedPost): Promise<PostRecord> {
  const { site, store } = tx
  const options = await site.options()
  const { changes } = prepared
  const open = (feature: string, option: string) =>
    supports(type, feature) && type.discussion === 'settings' ? options.text(option, 'open') : 'closed'
  const record: NewRecord<PostRecord> = {
    type: type.name,
    status: 'draft',
    author: actor.id,
    date: '',
    dateGmt: null,
    modified: '',
    modifiedGmt: '',
    slug: '',
    title: '',
    content: '',
    excerpt: '',
    password: '',
    parent: 0,
    menuOrder: 0,
    commentStatus: open('comments', 'default_comment_status'),
    pingStatus: open('trackbacks', 'default_ping_status'),
    guid: '',
    mimeType: '',
    commentCount: 0,
    ...changes,
  }
  let post = await store.posts.insert(record)
  const slug = await freeSlug(tx, post, prepared.input.slug !== undefined)
  const named = { ...post, slug }
  const scope = await loadPermalinks(site, [named], site.principalOf(undefined), store)
  const guid = isUnpublished(named.status) ? plainLink(named, scope) : postLink(named, scope)
  post = await store.posts.update(post.id, { slug, guid: changes.guid ?? guid })
  await storeBelongings(tx, actor, type, prepared, post)
  await shiftTermCounts(site, store, [], await countedTerms(store, post))
  return (await store.posts.get(post.id)) ?? post
}

/** Stores changes of a post; `before` is its stored record. A `version` that is not the record's is refused. */
export async function storePostChanges(
  tx: Tx,
  actor: Actor,
  type: PostType,
  prepared: PreparedPost,
  before: PostRecord,
  version: number | undefined,
): Promise<PostRecord> {
  const { site, store } = tx
  const countedBefore = await countedTerms(store, before)
  const restored =
    before.status === 'trash' && prepared.changes.status !== 'trash' ? await untrashed(store, before) : {}
  const changes = { ...prepared.changes, ...restored }
  const requested = { ...before, ...changes }
  const slug = await freeSlug(tx, requested, restored.slug === undefined && prepared.input.slug !== undefined)
  const post = await store.posts.update(before.id, { ...changes, slug }, { version })
  await storeBelongings(tx, actor, type, prepared, post)
  await keepRevision(site, store, type, before, post, actor.id)
  await shiftTermCounts(site, store, countedBefore, await countedTerms(store, post))
  return (await store.posts.get(post.id)) ?? post
}

/** The slug of a published post is unique; without one it derives from the title or the id. */
async function freeSlug({ site, store }: Tx, post: PostRecord, isGiven: boolean): Promise<string> {
  if (isUnpublished(post.status) && !(isGiven && post.slug !== '')) return post.slug
  return uniqueSlug(site, store, {
    id: post.id,
    type: post.type,
    parent: post.parent,
    slug: post.slug || slugify(post.title) || String(post.id),
  })
}

async function storeBelongings(
  { site, store }: Tx,
  actor: Actor,
  type: PostType,
  { input }: PreparedPost,
  post: PostRecord,
): Promise<void> {
  const terms = new Map(Object.entries(input.terms ?? {}))
  if (input.sticky !== undefined) await setSticky(store, post.id, input.sticky)
  if (input.featuredMedia !== undefined) await setFeaturedMedia(store, post.id, input.featuredMedia)
  if (input.template !== undefined)
    await setOwnMeta(store, post.id, postMetaKeys.template, input.template === '' ? undefined : input.template)
  if (input.format) await setFormat(store, post.id, input.format)
  for (const taxonomy of taxonomiesOfType(site, type)) {
    const given = terms.get(taxonomy.name)
    if (given !== undefined) await assignTerms(store, actor, taxonomy.name, post.id, given)
  }
  await giveDefaultTerms(site, store, type, post.id, terms)
  if (input.meta !== undefined && input.meta !== null) {
    const keys = site
      .get(metaKeys)
      .of('post', type.name)
      .filter(key => key.showInRest)
    const stored = await store.meta.find({
      where: where.meta.and(where.meta.eq('kind', 'post'), where.meta.eq('object', post.id)),
    })
    const changes = planMetaWrite(site.dialect, keys, stored.records, input.meta, actor, post.id)
    await applyMetaChanges(store, 'post', post.id, changes)
  }
}

/** An image that is none takes the post's image away; one that is not there changes nothing. */
async function setFeaturedMedia(store: StoreSession, id: number, media: number): Promise<void> {
  const attachment = media > 0 ? await store.posts.get(media) : undefined
  if (media > 0 && attachment === undefined) return
  const isImage = attachment?.type === 'attachment' && attachment.mimeType.startsWith('image/')
  await setOwnMeta(store, id, postMetaKeys.featuredMedia, isImage ? media : undefined)
}

async function setFormat(store: StoreSession, id: number, format: string): Promise<void> {
  const { and, eq } = where.terms
  const slug = `${FORMAT_SLUG_PREFIX}${format}`
  const wanted =
    format === 'standard'
      ? undefined
      : ((await store.terms.first({ where: and(eq('taxonomy', FORMAT_TAXONOMY), eq('slug', slug)) })) ??
        (await store.terms.insert({
          taxonomy: FORMAT_TAXONOMY,
          name: slug,
          slug,
          description: '',
          parent: 0,
          group: 0,
          count: 0,
        })))
  await replaceTerms(store, FORMAT_TAXONOMY, id, wanted === undefined ? [] : [wanted.id])
}

/** Gives a post exactly these terms of a taxonomy; ids that are no such terms are left out. */
async function assignTerms(
  store: StoreSession,
  actor: Actor,
  taxonomy: string,
  id: number,
  given: readonly number[],
): Promise<void> {
  const wanted = [...new Set(given)]
  const { records } = await store.terms.find({
    where: where.terms.and(where.terms.eq('taxonomy', taxonomy), where.terms.in('id', wanted)),
  })
  if (!records.every(term => actor.can('assign_term', term))) throw mayNotAssign(actor)
  const known = new Set(records.map(record => record.id))
  await replaceTerms(
    store,
    taxonomy,
    id,
    wanted.filter(term => known.has(term)),
  )
}

async function replaceTerms(
  store: StoreSession,
  taxonomy: string,
  id: number,
  wanted: readonly number[],
): Promise<void> {
  const { assignments, terms } = where
  const ofTaxonomy = assignments.and(
    assignments.eq('object', id),
    assignments.exists(where.terms, { foreign: 'id', local: 'term' }, terms.eq('taxonomy', taxonomy)),
  )
  const { records } = await store.assignments.find({ where: ofTaxonomy })
  const held = new Set(records.map(record => record.term))
  const kept = new Set(wanted)
  const gone = records.filter(record => !kept.has(record.term)).map(record => record.id)
  if (gone.length > 0) await store.assignments.removeWhere(assignments.in('id', gone))
  const added = wanted.filter(term => !held.has(term))
  if (added.length > 0)
    await store.assignments.insertMany(added.map((term, position) => ({ object: id, term, position })))
}
