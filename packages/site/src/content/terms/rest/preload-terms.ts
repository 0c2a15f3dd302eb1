import { type HandlerRequest, type ItemPage, type MaybePromise, memoKey, type Resource } from '@platen/core'
import { fieldSorter } from '@platen/storage'
import type { SiteContext } from '../../../kernel/context/index.js'
import {
  type PostRecord,
  postsIn,
  type TermRecord,
  termsIn,
  wherePosts,
  whereTerms,
} from '../../../kernel/records/index.js'
import { findList, findShown, hasAddedArgument, preloadRecords } from '../../../kernel/rest/index.js'
import { postsAround, preloadInherited, type ShownPosts } from '../../posts/index.js'
import type { Taxonomy } from '../../types/index.js'
import { addressedTermKey, listedPost } from '../rules/term-permissions.js'
import { termOrder, termWindow } from './term-query.js'

type TermResource = Pick<Resource<TermRecord, never>, 'preload'>

/** The page of a list of terms. */
export interface FoundTerms extends Pick<ItemPage, 'total' | 'capped' | 'cursor'> {
  readonly records: readonly TermRecord[]
}

/** The result of a list of terms. */
export const listedTerms = memoKey<MaybePromise<FoundTerms>>('terms')

/** Preloads the terms that several requests address. */
export async function preloadTerms(
  site: SiteContext,
  taxonomy: Taxonomy,
  resource: TermResource,
  requests: readonly HandlerRequest[],
): Promise<void> {
  const { and, eq, in: isIn } = whereTerms
  const records = await preloadRecords(requests, addressedTermKey, async ids => {
    const [first] = requests
    if (first === undefined) return []
    const condition = and(eq('taxonomy', taxonomy.name), isIn('id', ids))
    return (
      await findList(site, first, limits => termsIn(site.store).find({ ...limits, where: condition }), ids.length)
    ).records
  })
  await resource.preload(records, 'id')
}

/** The parameters of lists whose terms can be loaded together with those of other posts. */
const PLAIN: ReadonlySet<string> = new Set(['post', 'context', '_fields'])

function isPlain({ query }: HandlerRequest): boolean {
  for (const name in query) if (!PLAIN.has(name)) return false
  return true
}

/** Preloads term lists of several posts, without other arguments, with at most one query. */
export async function preloadTermsOfPosts(
  site: SiteContext,
  taxonomy: Taxonomy,
  resource: TermResource,
  requests: readonly HandlerRequest[],
): Promise<void> {
  const plain = requests.filter(request => isPlain(request) && !hasAddedArgument(site, taxonomy.name, request))
  const [first] = plain
  if (first === undefined) return
  const around = postsAround(first)
  const addressed = await preloadRecords(plain, listedPost, ids => postsById(site, ids, around), 'post')
  const posts: { request: HandlerRequest; post: PostRecord }[] = []
  for (const { request, records } of addressed) for (const post of records) posts.push({ request, post })
  await preloadInherited(site, posts)
  const terms = await termsOf(site, posts, around)
  const sorted = fieldSorter(termOrder(first))
  const listed = posts.map(({ request, post }) => {
    const ofTaxonomy = sorted((terms.get(post.id) ?? []).filter(term => term.taxonomy === taxonomy.name))
    const { perPage, offset } = termWindow(request, false)
    const page = { records: ofTaxonomy.slice(offset, offset + perPage), total: ofTaxonomy.length }
    request.once(listedTerms, () => page)
    return { request, records: page.records }
  })
  await resource.preload(listed, 'post')
}

async function postsById(
  site: SiteContext,
  ids: readonly number[],
  around: ShownPosts,
): Promise<readonly PostRecord[]> {
  const missing = new Set(ids)
  const shown = around.records.filter(post => missing.delete(post.id))
  if (missing.size === 0) return shown
  return [...shown, ...(await findShown(postsIn(site.store), { where: wherePosts.in('id', [...missing]) }))]
}

/** The terms of each post, of all taxonomies. */
async function termsOf(
  site: SiteContext,
  posts: readonly { readonly request: HandlerRequest; readonly post: PostRecord }[],
  { records, related }: ShownPosts,
): Promise<ReadonlyMap<number, readonly TermRecord[]>> {
  if (related?.terms !== undefined) {
    const shown = new Set(records)
    if (posts.every(({ post }) => shown.has(post))) return related.terms
  }
  const ids = [...new Set(posts.map(({ post }) => post.id))]
  const [first] = posts
  if (first === undefined) return new Map()
  const { terms } = await findList(site, first.request, limits => postsIn(site.store).related(ids, ['terms'], limits))
  return terms
}
