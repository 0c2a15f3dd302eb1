import { createBoundedCache, groupBy } from '@platen/core'
import { decodeOctets, slugify, suffixedSlug } from '@platen/rendering'
import type { Condition, StoreSession } from '@platen/storage'
import { registrationKey, type SiteContext } from '../../kernel/context/index.js'
import { type PostRecord, postsIn, wherePosts } from '../../kernel/records/index.js'
import { firstFree, freeNumber } from '../../kernel/rest/index.js'
import { type PostType, postTypes } from '../types/index.js'
import { isUnpublished } from './operations/prepare-post.js'

/** First path segments of the site's own URLs. */
const RESERVED = new Set(['feed', 'rdf', 'rss', 'rss2', 'atom', 'embed'])

/** A requested slug, and the post it is for. */
export interface SlugRequest {
  /** The id of the post, whose current slug counts as free; 0 if it is not stored yet. */
  readonly id: number
  readonly slug: string
  /** The post's current slug, unless it clashes with that of another post. */
  readonly current?: string | undefined
  readonly type: string
  readonly parent: number
}

function isReserved(request: SlugRequest, type: PostType | undefined): boolean {
  if (RESERVED.has(request.slug)) return true
  // The URL of a page with a numeric slug would be that of a part of another page.
  return type?.hierarchical === true && /^(page)?\d+$/.test(request.slug)
}

/** Files share the top level of the site's URLs with everything else. */
const sharesWithAll = (site: SiteContext, { type }: { readonly type: string }) =>
  site.get(postTypes).get(type)?.permalink === 'attached'

/** Whether two posts need different slugs: depends on their types and, in a hierarchical type, on their parents. */
export function clashes(
  site: SiteContext,
  request: SlugRequest,
  hierarchical: boolean,
  post: Pick<PostRecord, 'id' | 'type' | 'parent'>,
): boolean {
  if (post.id === request.id) return false
  if (sharesWithAll(site, request)) return true
  if (!hierarchical) return post.type === request.type
  return post.parent === request.parent && (post.type === request.type || sharesWithAll(site, post))
}

/** A slug with a number at its end, unless that is 1. */
export const numberedSlug = (slug: string, number: number): string =>
  number === 1 ? slug : suffixedSlug(slug, `-${number}`)

/** The numeric suffix of a slug that derives from another one. */
function numberOf(numbered: string, slug: string): number | undefined {
  if (numbered === slug) return 1
  const number = Number(numbered.slice(numbered.lastIndexOf('-') + 1))
  return Number.isSafeInteger(number) && numberedSlug(slug, number) === numbered ? number : undefined
}

export const isHierarchical = (site: SiteContext, { type }: { readonly type: string }) =>
  site.get(postTypes).get(type)?.hierarchical === true

/** The first number in the search for a free slug. */
export const firstNumber = (site: SiteContext, request: SlugRequest): number =>
  isReserved(request, site.get(postTypes).get(request.type)) ? 2 : 1

/** The condition of posts whose slugs may clash with requested ones; `undefined` if all posts may clash. */
export function mayClash(site: SiteContext, requests: readonly SlugRequest[]): Condition<PostRecord> | undefined {
  if (requests.some(request => sharesWithAll(site, request))) return undefined
  const { and, in: isIn } = wherePosts
  const isTree = requests.some(request => isHierarchical(site, request))
  const types = new Set(requests.map(request => request.type))
  if (isTree) for (const type of site.get(postTypes).names()) if (sharesWithAll(site, { type })) types.add(type)
  return and(
    isIn('type', [...types]),
    isTree && requests.every(request => isHierarchical(site, request))
      ? isIn('parent', [...new Set(requests.map(request => request.parent))])
      : undefined,
  )
}

type IsTaken = (request: SlugRequest, slug: string) => boolean

/** Which of the slugs that `sought` finds clash with a request. */
async function takenSlugs(
  site: SiteContext,
  store: StoreSession,
  requests: readonly SlugRequest[],
  sought: Condition<PostRecord>,
): Promise<IsTaken> {
  const [first] = requests
  const isFlat = (request: SlugRequest) =>
    request.current !== undefined &&
    request.type === first?.type &&
    !isHierarchical(site, request) &&
    !sharesWithAll(site, request)
  if (requests.every(isFlat)) {
    const taken = await postsIn(store).distinct('slug', sought)
    return (request, slug) => taken.has(slug) && slug !== request.current
  }
  const bySlug = groupBy(await postsIn(store).pick(['slug', 'type', 'parent'], { where: sought }), ({ slug }) => slug)
  return (request, slug) =>
    bySlug.get(slug)?.some(record => clashes(site, request, isHierarchical(site, request), record)) === true
}

/** The slug of a request, or the first free one with a suffix -2, -3 …, chosen by `freeNumber`. */
function firstFreeSlug(site: SiteContext, store: StoreSession, request: SlugRequest): Promise<string> {
  const { and, in: isIn, ne } = wherePosts
  const clashing = and(ne('id', request.id), mayClash(site, [request]))
  return firstFree(
    firstNumber(site, request),
    number => numberedSlug(request.slug, number),
    slugs => postsIn(store).distinct('slug', and(isIn('slug', slugs), clashing)),
    currentNumber(request),
  )
}

/** The number of a post's current slug, if it derives from the requested one. */
const currentNumber = ({ current, slug }: SlugRequest) => (current === undefined ? undefined : numberOf(current, slug))

/**
 * Finds free slugs for many requests with few queries. Slugs of hierarchical types are unique among siblings of the
 * type and attachments of the same parent, those of attachments among all posts, and all others within their type.
 */
async function uniqueSlugs(
  site: SiteContext,
  store: StoreSession,
  requests: readonly SlugRequest[],
): Promise<ReadonlyMap<number, string>> {
  const [first, ...rest] = requests
  if (first !== undefined && rest.length === 0) return new Map([[first.id, await firstFreeSlug(site, store, first)]])
  const free = new Map<number, string>()
  const { and, in: isIn } = wherePosts
  const searches = requests.map(request => {
    const search = freeNumber(firstNumber(site, request), currentNumber(request))
    return { request, search, step: search.next() }
  })
  for (;;) {
    const sought = new Set<string>()
    const open: SlugRequest[] = []
    for (const { request, step } of searches) {
      if (step.done) continue
      open.push(request)
      for (const number of step.value) sought.add(numberedSlug(request.slug, number))
    }
    if (open.length === 0) break
    const isTaken = await takenSlugs(site, store, open, and(isIn('slug', [...sought]), mayClash(site, open)))
    for (const entry of searches) {
      const { request, search, step } = entry
      if (step.done) continue
      entry.step = search.next(step.value.find(number => !isTaken(request, numberedSlug(request.slug, number))))
    }
  }
  for (const { request, step } of searches) if (step.done) free.set(request.id, numberedSlug(request.slug, step.value))
  return free
}

/** Whether a slug is free for a new post because no post of any type and parent has it. */
export function isFreeUnless(site: SiteContext, taken: ReadonlySet<string>, request: SlugRequest): boolean {
  const type = site.get(postTypes).get(request.type)
  return type?.sharedSlugs === true || !(taken.has(request.slug) || isReserved(request, type))
}

/** The requested slug, or the first free one with a suffix -2, -3 …, in the transaction that stores the post. */
export async function uniqueSlug(site: SiteContext, store: StoreSession, request: SlugRequest): Promise<string> {
  if (site.get(postTypes).get(request.type)?.sharedSlugs === true) return request.slug
  return firstFreeSlug(site, store, request)
}

const MAX_BYTES = 1024 * 1024
const POSTS = [wherePosts.collection]

/** A slug, and the revision of the posts that it was read at. */
type GeneratedSlug = { readonly slug: string; readonly revision: number }

const generated = registrationKey('generated slugs', () => createBoundedCache<GeneratedSlug>(MAX_BYTES))

/**
 * The slug that each post would get from its title; for a post without a title, it is its id. Cached until a post
 * is written, since many posts may have the same title.
 */
export async function generatedSlugs(
  site: SiteContext,
  posts: readonly PostRecord[],
): Promise<ReadonlyMap<number, string>> {
  const slugs = new Map<number, string>()
  const open: SlugRequest[] = []
  const cache = site.get(generated)
  const revision = site.store.revision(POSTS)
  for (const { id, title, type, parent, status, slug: stored } of posts) {
    // An autosave may have given a draft the slug of another post, and later posts may have the slug of a file.
    const mayClash = (isUnpublished(status) && stored !== '') || sharesWithAll(site, { type })
    const current = mayClash ? undefined : stored
    const request = { id, type, parent, current, slug: slugify(title) || String(id) }
    // A slug that the post has already is free for it.
    const isFree = request.slug === current && !isReserved(request, site.get(postTypes).get(type))
    const cached = isFree ? undefined : cache.get(cacheKey(request))
    if (isFree) slugs.set(id, decodeOctets(current))
    else if (cached?.revision === revision) slugs.set(id, cached.slug)
    else open.push(request)
  }
  const unique = open.length === 0 ? undefined : await uniqueSlugs(site, site.store, open)
  for (const request of open) {
    const slug = decodeOctets(unique?.get(request.id) ?? request.slug)
    cache.set(cacheKey(request), { slug, revision }, 2 * slug.length)
    slugs.set(request.id, slug)
  }
  return slugs
}

const cacheKey = ({ id, type, parent, current = '', slug }: SlugRequest) => `${id} ${type} ${parent} ${current} ${slug}`
