import { type BlockUse, type BlockValues, decodeEntities, escapeHtml } from '@platen/rendering'
import { usedPosts } from '../../content/posts/blocks/index.js'
import {
  ancestorsOf,
  loadPermalinks,
  postLink,
  shownTitle,
  type TermAncestors,
  termLink,
  typeArchiveLink,
} from '../../content/posts/index.js'
import { isRevision } from '../../content/revisions/index.js'
import { compareNames, shownTaxonomy } from '../../content/terms/index.js'
import { postTypes, taxonomies } from '../../content/types/index.js'
import type { BlockScope } from '../../kernel/blocks/index.js'
import { escapedText } from '../../kernel/options/index.js'
import { type PostRecord, postsIn, type TermRecord, wherePosts } from '../../kernel/records/index.js'
import { findShown } from '../../kernel/rest/index.js'

/** Pages nest less deeply; data written by other programs must not hang the site. */
const MAX_LEVELS = 20

/** A step on the way to a post: its text as HTML, and its URL. */
export interface Crumb {
  readonly text: string
  readonly url: string
}

/** The ways to the posts that blocks are about. */
export interface Trails {
  /** The steps between the home page and a post. */
  above(post: PostRecord, prefersTaxonomy: boolean): readonly Crumb[]
  /** The post of a context. */
  of(context: BlockValues): PostRecord | undefined
}

/** Loads the published ancestors of posts, with one query per level. */
async function loadAncestors(
  { site }: BlockScope,
  below: readonly PostRecord[],
): Promise<ReadonlyMap<number, PostRecord>> {
  const ancestorsById = new Map<number, PostRecord>()
  let missing = below.map(({ parent }) => parent).filter(id => id !== 0)
  for (let level = 0; level < MAX_LEVELS && missing.length > 0; level++) {
    const condition = wherePosts.and(wherePosts.in('id', [...new Set(missing)]), wherePosts.eq('status', 'publish'))
    const records = await findShown(postsIn(site.store), { where: condition })
    for (const record of records) ancestorsById.set(record.id, record)
    missing = records.map(({ parent }) => parent).filter(id => id !== 0 && !ancestorsById.has(id))
  }
  return ancestorsById
}

/** The posts above a post, the highest first. */
function chainAbove(post: PostRecord, ancestors: ReadonlyMap<number, PostRecord>): readonly PostRecord[] {
  const chain: PostRecord[] = []
  let next = ancestors.get(post.parent)
  while (next !== undefined && chain.length < MAX_LEVELS && !chain.includes(next)) {
    chain.unshift(next)
    next = ancestors.get(next.parent)
  }
  return chain
}

/** The term that a post is shown below: that of its first hierarchical taxonomy, or else of another one. */
function mainTerm(post: PostRecord, terms: readonly TermRecord[], scope: BlockScope): TermRecord | undefined {
  const of = scope.site
    .get(taxonomies)
    .filter(({ name, objectTypes }) => objectTypes.includes(post.type) && shownTaxonomy(name, scope) !== undefined)
  for (const { name } of [
    ...of.filter(taxonomy => taxonomy.hierarchical),
    ...of.filter(taxonomy => !taxonomy.hierarchical),
  ]) {
    const [first] = terms.filter(term => term.taxonomy === name).sort(compareNames)
    if (first !== undefined) return first
  }
  return undefined
}

const termCrumbs = (term: TermRecord, ancestors: TermAncestors, { site, options }: BlockScope): readonly Crumb[] => {
  const above = ancestors.get(term.id) ?? []
  return [...above]
    .reverse()
    .concat(term)
    .map((each, index) => ({
      text: escapeHtml(decodeEntities(each.name)),
      url: termLink(site, each, above.slice(above.length - index), options),
    }))
}

/** The title of a post as HTML. */
export const crumbTitle = (post: PostRecord, scope: BlockScope): string =>
  shownTitle({ ...post, title: post.title.trim() || '(no title)' }, scope)

/**
 * The posts at the ends of the trails, by the ids of the records that the blocks refer to: a revision has the trail of
 * its post.
 */
async function loadPlaces(all: readonly PostRecord[], { site }: BlockScope): Promise<ReadonlyMap<number, PostRecord>> {
  const revisions = all.filter(isRevision)
  const ids = [...new Set(revisions.map(({ parent }) => parent))]
  const records = ids.length === 0 ? [] : await findShown(postsIn(site.store), { where: wherePosts.in('id', ids) })
  const parents = new Map(records.map(record => [record.id, record]))
  return new Map(all.map(post => [post.id, (isRevision(post) ? parents.get(post.parent) : undefined) ?? post]))
}

/** Loads the ways to the posts that blocks are about, with a fixed number of queries and one per level. */
export async function loadTrails(uses: readonly BlockUse<unknown>[], scope: BlockScope): Promise<Trails> {
  const { site, principal, options } = scope
  const used = await usedPosts(uses, scope)
  const places = await loadPlaces(used.all, scope)
  const shownPosts = [...new Map([...places.values()].map(post => [post.id, post])).values()]
  const typeOf = ({ type }: PostRecord) => site.get(postTypes).get(type)
  const nested = shownPosts.filter(post => typeOf(post)?.hierarchical === true)
  const ancestors = await loadAncestors(scope, nested)
  const permalinks = await loadPermalinks(site, [...ancestors.values()], principal)
  const ids = shownPosts.map(({ id }) => id)
  const { terms } = await postsIn(site.store).related(ids, ['terms'])
  const main = new Map<number, TermRecord>()
  for (const post of shownPosts) {
    const term = mainTerm(post, terms.get(post.id) ?? [], scope)
    if (term !== undefined) main.set(post.id, term)
  }
  const termAncestors = await ancestorsOf(site.store, [...main.values()])
  return {
    of: used.of,
    above(shown, prefersTaxonomy) {
      const post = places.get(shown.id) ?? shown
      const type = typeOf(post)
      const archive = type === undefined ? undefined : typeArchiveLink(site, type, options)
      const first = archive === undefined ? [] : [{ text: escapedText(type?.label ?? ''), url: archive }]
      const term = main.get(post.id)
      const isNested = type?.hierarchical === true && !(prefersTaxonomy && term !== undefined)
      if (isNested) {
        const chain = chainAbove(post, ancestors)
        return [...first, ...chain.map(each => ({ text: crumbTitle(each, scope), url: postLink(each, permalinks) }))]
      }
      return [...first, ...(term === undefined ? [] : termCrumbs(term, termAncestors, scope))]
    },
  }
}
