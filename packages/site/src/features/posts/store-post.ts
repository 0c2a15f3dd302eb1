import type { HandlerRequest } from '@platen/core'
import { slugify } from '@platen/rendering'
import { applyMetaChanges, planMetaWrite } from '../../meta/meta-values.js'
import { loadPermalinks } from '../../permalinks/load-permalinks.js'
import { plainLink, postLink } from '../../permalinks/post-link.js'
import { metaKeys } from '../../registrations/meta-keys.js'
import { type PostType, supports } from '../../registrations/post-types.js'
import type { SiteContext } from '../../site-context.js'
import { type NewRecord, type PostRecord, type StoreContents, where } from '../../storage/index.js'
import { taxonomiesOfType } from '../taxonomies/object-types.js'
import { countedTerms, shiftTermCounts } from '../terms/term-counts.js'
import { giveDefaultTerms } from './default-terms.js'
import { setOwnMeta, setSticky } from './own-values.js'
import { FORMAT_SLUG_PREFIX, FORMAT_TAXONOMY, postMetaKeys } from './post-meta-keys.js'
import { uniqueSlug } from './post-slugs.js'
import { isUnpublished, type PreparedPost } from './prepare-post.js'
import { keepRevision } from './revisions.js'
import { untrashed } from './trash-post.js'

/** Stores a new post with all that belongs to it. Runs inside of a transaction. */
export async function insertPost(
  site: SiteContext,
  contents: StoreContents,
  type: PostType,
  prepared: PreparedPost,
  request: HandlerRequest,
): Promise<PostRecord> {
  const options = await site.options()
  const { changes } = prepared
  const open = (feature: string, option: string) =>
    supports(type, feature) && type.name !== 'page' ? options.text(option, 'open') : 'closed'
  const record: NewRecord<PostRecord> = {
    type: type.name,
    status: 'draft',
    author: request.principal.id,
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
  let post = await contents.posts.insert(record)
  const slug = await freeSlug(site, contents, post, prepared.draft.slug !== undefined)
  const named = { ...post, slug }
  const scope = await loadPermalinks(site, [named], site.principalOf(undefined), contents)
  const guid = isUnpublished(named.status) ? plainLink(named, scope) : postLink(named, scope)
  post = await contents.posts.update(post.id, { slug, guid: changes.guid ?? guid })
  await storeBelongings(site, contents, type, prepared, post, request)
  await shiftTermCounts(site, contents, [], await countedTerms(contents, post))
  return (await contents.posts.get(post.id)) ?? post
}

/** Stores changes of a post; `before` is what it is now. Runs inside of a transaction. */
export async function updatePost(
  site: SiteContext,
  contents: StoreContents,
  type: PostType,
  prepared: PreparedPost,
  before: PostRecord,
  request: HandlerRequest,
): Promise<PostRecord> {
  const countedBefore = await countedTerms(contents, before)
  const restored =
    before.status === 'trash' && prepared.changes.status !== 'trash' ? await untrashed(contents, before) : {}
  const changes = { ...prepared.changes, ...restored }
  const wished = { ...before, ...changes }
  const slug = await freeSlug(site, contents, wished, restored.slug === undefined && prepared.draft.slug !== undefined)
  const post = await contents.posts.update(before.id, { ...changes, slug }, { version: request.expectedVersion })
  await storeBelongings(site, contents, type, prepared, post, request)
  await keepRevision(site, contents, type, before, post, request.principal.id)
  await shiftTermCounts(site, contents, countedBefore, await countedTerms(contents, post))
  return (await contents.posts.get(post.id)) ?? post
}

/**
 * The slug of what is published is made unique, and one that was given for a draft. A published post without a slug is
 * named by its title, or else by its id.
 */
async function freeSlug(
  site: SiteContext,
  contents: StoreContents,
  post: PostRecord,
  isGiven: boolean,
): Promise<string> {
  if (isUnpublished(post.status) && !(isGiven && post.slug !== '')) return post.slug
  return uniqueSlug(site, contents, {
    id: post.id,
    type: post.type,
    parent: post.parent,
    slug: post.slug || slugify(post.title) || String(post.id),
  })
}

async function storeBelongings(
  site: SiteContext,
  contents: StoreContents,
  type: PostType,
  { draft }: PreparedPost,
  post: PostRecord,
  request: HandlerRequest,
): Promise<void> {
  if (draft.sticky !== undefined) await setSticky(contents, post.id, draft.sticky)
  if (draft.featuredMedia !== undefined) await setFeaturedMedia(contents, post.id, draft.featuredMedia)
  if (draft.template !== undefined)
    await setOwnMeta(contents, post.id, postMetaKeys.template, draft.template === '' ? undefined : draft.template)
  if (draft.format) await setFormat(contents, post.id, draft.format)
  for (const taxonomy of taxonomiesOfType(site, type)) {
    const given = draft.terms.get(taxonomy.name)
    if (given !== undefined) await assignTerms(contents, taxonomy.name, post.id, given)
  }
  await giveDefaultTerms(site, contents, type, post.id, draft.terms)
  if (draft.meta !== undefined && draft.meta !== null) {
    const keys = site
      .get(metaKeys)
      .of('post', type.name)
      .filter(key => key.showInRest)
    const stored = await contents.meta.find({
      where: where.meta.and(where.meta.eq('kind', 'post'), where.meta.eq('object', post.id)),
    })
    const changes = planMetaWrite(site.dialect, keys, stored.records, draft.meta, site.principal(request), post.id)
    await applyMetaChanges(contents, 'post', post.id, changes)
  }
}

/** An image that is none takes the post's image away; one that is not there changes nothing. */
async function setFeaturedMedia(contents: StoreContents, id: number, media: number): Promise<void> {
  const attachment = media > 0 ? await contents.posts.get(media) : undefined
  if (media > 0 && attachment === undefined) return
  const isImage = attachment?.type === 'attachment' && attachment.mimeType.startsWith('image/')
  await setOwnMeta(contents, id, postMetaKeys.featuredMedia, isImage ? media : undefined)
}

async function setFormat(contents: StoreContents, id: number, format: string): Promise<void> {
  const { and, eq } = where.terms
  const slug = `${FORMAT_SLUG_PREFIX}${format}`
  const wanted =
    format === 'standard'
      ? undefined
      : ((await contents.terms.first({ where: and(eq('taxonomy', FORMAT_TAXONOMY), eq('slug', slug)) })) ??
        (await contents.terms.insert({
          taxonomy: FORMAT_TAXONOMY,
          name: slug,
          slug,
          description: '',
          parent: 0,
          group: 0,
          count: 0,
        })))
  await replaceTerms(contents, FORMAT_TAXONOMY, id, wanted === undefined ? [] : [wanted.id])
}

/** Gives a post exactly these terms of a taxonomy; ids that are no such terms are left out. */
async function assignTerms(
  contents: StoreContents,
  taxonomy: string,
  id: number,
  given: readonly number[],
): Promise<void> {
  const wanted = [...new Set(given)]
  const { records } = await contents.terms.find({
    where: where.terms.and(where.terms.eq('taxonomy', taxonomy), where.terms.in('id', wanted)),
  })
  const known = new Set(records.map(record => record.id))
  await replaceTerms(
    contents,
    taxonomy,
    id,
    wanted.filter(term => known.has(term)),
  )
}

async function replaceTerms(
  contents: StoreContents,
  taxonomy: string,
  id: number,
  wanted: readonly number[],
): Promise<void> {
  const { assignments, terms } = where
  const ofTaxonomy = assignments.and(
    assignments.eq('object', id),
    assignments.exists(where.terms, { foreign: 'id', local: 'term' }, terms.eq('taxonomy', taxonomy)),
  )
  const { records } = await contents.assignments.find({ where: ofTaxonomy })
  const held = new Set(records.map(record => record.term))
  const kept = new Set(wanted)
  const gone = records.filter(record => !kept.has(record.term)).map(record => record.id)
  if (gone.length > 0) await contents.assignments.removeWhere(assignments.in('id', gone))
  const added = wanted.filter(term => !held.has(term))
  if (added.length > 0)
    await contents.assignments.insertMany(added.map((term, position) => ({ object: id, term, position })))
}
