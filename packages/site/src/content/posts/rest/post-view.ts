import { type Context, type HandlerRequest, memoKey } from '@platen/core'
import type { RenderedPost } from '@platen/rendering'
import { fold, NONE_RELATED, type RelationSummary } from '@platen/storage'
import { loadEmbeds, loadShownMedia, pageBlocks } from '../../../kernel/blocks/index.js'
import type { SiteContext, SitePrincipal } from '../../../kernel/context/index.js'
import type { OptionSnapshot } from '../../../kernel/options/index.js'
import {
  type MetaRecord,
  type PostRecord,
  type PostRelated,
  postsIn,
  wherePosts,
} from '../../../kernel/records/index.js'
import { findList, findShown } from '../../../kernel/rest/index.js'
import { type PostType, supports } from '../../types/index.js'
import { loadPermalinks } from '../permalinks/load-permalinks.js'
import type { PermalinkScope } from '../permalinks/post-link.js'
import { postMetaKeys, STICKY_OPTION } from '../post-meta-keys.js'
import { generatedSlugs } from '../post-slugs.js'
import type { MetaOfPosts, PostTerm, TermsOfPosts } from '../post-values.js'
import { canReadPost } from '../rules/post-rights.js'
import { type ClassLists, createClassLists } from './class-list.js'
import { createRenderedPosts } from './rendered-posts.js'

/** The data that fields and links of posts may need besides the record. */
export type PostNeed = 'terms' | 'meta' | 'revisions' | 'ancestors' | 'slugs' | 'featuredMedia' | 'images' | 'blocks'

/** The loaded data of a page of posts. */
export interface PostView extends PermalinkScope, TermsOfPosts, MetaOfPosts {
  readonly type: PostType
  readonly context: Context
  readonly principal: SitePrincipal
  readonly options: OptionSnapshot
  readonly password: unknown
  readonly sticky: ReadonlySet<number>
  /** The classes by which themes style a post. */
  readonly classes: ClassLists
  revisionsOf(post: PostRecord): RelationSummary
  generatedSlug(post: PostRecord): string
  /** Renders the texts of a post on demand, with its dynamic blocks and the images that it shows. */
  renderingOf(post: PostRecord): RenderedPost
  /** Whether the caller may read an attachment. */
  isReadableMedia(id: number): boolean
}

const NONE: readonly never[] = Object.freeze([])
const NO_SLUGS: ReadonlyMap<number, string> = new Map()
const NO_ANCESTORS: ReadonlyMap<number, PostRecord> = new Map()
const NOTHING_HIDDEN: ReadonlySet<number> = new Set()

/** The needs that stores load together with posts. Embedded terms of posts need whole records. */
export function relationsOf(needs: ReadonlySet<string>, { query }: HandlerRequest): readonly (keyof PostRelated)[] {
  const relations: (keyof PostRelated)[] = []
  if (needs.has('terms')) relations.push(query['_embed'] === undefined ? 'termNames' : 'terms')
  if (needs.has('meta')) relations.push('meta')
  if (needs.has('revisions')) relations.push('revisions')
  return relations
}

/** A page of posts of one type to load data for, as the `load` of a resource receives it. */
export interface PostPage<N extends string = string> {
  readonly posts: readonly PostRecord[]
  readonly needs: ReadonlySet<N>
  readonly request: HandlerRequest
  readonly context: Context
  /** The relations that the posts were found with, if any. */
  readonly found?: Partial<PostRelated> | undefined
}

/** The relations of the post that a request addresses, which are read beside it. */
interface EarlyRelated {
  reading?: { readonly id: number; readonly related: Promise<Partial<PostRelated>> }
}

const earlyRelated = memoKey<EarlyRelated>('early relations')

/** Begins to read the relations of a post that may exist: over a network, they arrive with it. */
export function readRelatedEarly(site: SiteContext, needs: ReadonlySet<string>, request: HandlerRequest): void {
  const { id } = request.params
  const relations = relationsOf(needs, request)
  if (typeof id !== 'number' || !(id > 0) || relations.length === 0 || request.origin !== undefined) return
  const related = readRelated(site, [id], relations, request)
  // It may not be needed.
  related.catch(() => undefined)
  request.once(earlyRelated, (): EarlyRelated => ({})).reading = { id, related }
}

const readRelated = (
  site: SiteContext,
  ids: readonly number[],
  relations: readonly (keyof PostRelated)[],
  request: HandlerRequest,
): Promise<Partial<PostRelated>> =>
  findList(site, request, limits => postsIn(site.store).related(ids, relations, limits))

/** Loads the requested data of posts of one type, with one query per relation unless the posts were found with it. */
export async function loadPostView(
  site: SiteContext,
  type: PostType,
  { posts, needs, request, context, found }: PostPage,
): Promise<PostView> {
  const options = await site.options()
  const relations = relationsOf(needs, request)
  const ids = posts.map(post => post.id)
  const { reading } = request.once(earlyRelated, (): EarlyRelated => ({}))
  const early = reading !== undefined && ids.length === 1 && reading.id === ids[0] ? reading.related : undefined
  // Read at the same time.
  const [related, slugs] = await Promise.all([
    found ?? (relations.length === 0 ? {} : (early ?? readRelated(site, ids, relations, request))),
    needs.has('slugs') ? generatedSlugs(site, posts) : NO_SLUGS,
  ])
  const foundTerms = related.terms ?? related.termNames
  const terms = foundTerms && termsByName(foundTerms)
  const principal = site.principal(request)
  const permalinks: PermalinkScope = needs.has('ancestors')
    ? await loadPermalinks(site, posts, principal)
    : { site, options, ancestors: NO_ANCESTORS, hidden: NOTHING_HIDDEN }
  const readable = needs.has('featuredMedia') ? await readableMedia(site, related.meta, principal) : new Set<number>()
  const embeds = needs.has('blocks') ? await loadEmbeds(site, posts) : undefined
  const blocks = pageBlocks({ site, options, principal }, request)
  if (needs.has('blocks')) await blocks.load(posts)
  const texts = { posts, included: blocks.includedTexts() }
  const media = needs.has('images') ? await loadShownMedia({ site, principal }, texts) : {}
  const { password, excerpt_length: length } = request.params as { password?: unknown; excerpt_length?: unknown }
  const { ancestors, hidden, authorSlug, categorySlug } = permalinks
  const termsOf = (post: PostRecord) => terms?.get(post.id) ?? NONE
  const metaOf = (post: PostRecord) => related.meta?.get(post.id) ?? NONE
  return {
    site,
    options,
    ancestors,
    hidden,
    authorSlug,
    categorySlug,
    type,
    principal,
    context,
    password: request.method === 'GET' ? password : undefined,
    sticky: new Set(options.ids(STICKY_OPTION)),
    termsOf,
    classes: createClassLists({ site, type, termsOf, metaOf }),
    metaOf,
    revisionsOf: post => related.revisions?.get(post.id) ?? NONE_RELATED,
    generatedSlug: post => slugs.get(post.id) ?? post.slug,
    renderingOf: createRenderedPosts({
      blocks,
      media,
      embeds,
      shortcodes: site.shortcodes,
      emoticons: options.flag('use_smilies', true),
      // Other types show an excerpt in full, as the caption of a file.
      words: supports(type, 'excerpt') ? wordCount(length) : undefined,
    }),
    isReadableMedia: id => readable.has(id),
  }
}

/**
 * The requested number of words in an excerpt. If no schema declares the argument, a text counts as the number at its
 * start.
 */
function wordCount(given: unknown): number | undefined {
  if (typeof given === 'number') return Math.trunc(given)
  if (typeof given !== 'string') return undefined
  const count = Number.parseFloat(given)
  return Number.isFinite(count) ? Math.trunc(count) : 0
}

/** The terms of each post in display order; each name is folded once. */
function termsByName(terms: ReadonlyMap<number, readonly PostTerm[]>): ReadonlyMap<number, readonly PostTerm[]> {
  const folded = new Map<number, string>()
  const nameOf = ({ id, name }: PostTerm): string => {
    const known = folded.get(id)
    if (known !== undefined) return known
    const made = fold(name)
    folded.set(id, made)
    return made
  }
  const ordered = new Map<number, readonly PostTerm[]>()
  for (const [id, each] of terms) ordered.set(id, sorted(each, nameOf))
  return ordered
}

const sorted = (terms: readonly PostTerm[], nameOf: (term: PostTerm) => string): readonly PostTerm[] =>
  [...terms].sort((a, b) => {
    const [x, y] = [nameOf(a), nameOf(b)]
    return x < y ? -1 : x > y ? 1 : 0
  })

async function readableMedia(
  site: SiteContext,
  meta: ReadonlyMap<number, readonly MetaRecord[]> | undefined,
  principal: SitePrincipal,
): Promise<ReadonlySet<number>> {
  const ids = new Set<number>()
  for (const values of meta?.values() ?? [])
    for (const { key, value } of values) if (key === postMetaKeys.featuredMedia) ids.add(Number(value))
  if (ids.size === 0) return ids
  const records = await findShown(postsIn(site.store), {
    where: wherePosts.and(wherePosts.in('id', [...ids]), wherePosts.eq('type', 'attachment')),
  })
  const parentIds = [...new Set(records.map(record => record.parent).filter(id => id !== 0))]
  const parents =
    parentIds.length === 0 ? [] : await findShown(postsIn(site.store), { where: wherePosts.in('id', parentIds) })
  const byId = new Map(parents.map(parent => [parent.id, parent]))
  return new Set(
    records
      .filter(record => canReadPost(site, record, principal, byId.get(record.parent) ?? 'gone'))
      .map(record => record.id),
  )
}
