import type { Principal } from '@platen/core'
import type { StoreSession } from '@platen/storage'
import type { SiteContext } from '../../../kernel/context/index.js'
import {
  type PostRecord,
  postsIn,
  type TermRecord,
  termsIn,
  usersById,
  wherePosts,
} from '../../../kernel/records/index.js'
import { findShown } from '../../../kernel/rest/index.js'
import { postTypes } from '../../types/index.js'
import { canReadPost } from '../rules/post-rights.js'
import type { PermalinkScope } from './post-link.js'
import { MAX_LEVELS, structureOf } from './structure.js'
import { ancestorsOf } from './term-link.js'

/**
 * Loads the data of permalinks, with one query per level of ancestors. They do not reveal slugs of ancestors that
 * `reader` cannot read.
 */
export async function loadPermalinks(
  site: SiteContext,
  posts: readonly PostRecord[],
  reader: Principal,
  store: StoreSession = site.store,
): Promise<PermalinkScope> {
  const options = await site.options()
  const { tags } = structureOf(options)
  const types = site.get(postTypes)
  const nested = posts.filter(({ type: name }) => {
    const type = types.get(name)
    return type?.permalink === 'attached' || type?.hierarchical === true
  })
  const ancestors = nested.length === 0 ? new Map<number, PostRecord>() : await loadAncestors(store, nested)
  const filled =
    tags.has('author') || tags.has('category')
      ? [...posts, ...ancestors.values()].filter(({ type }) => types.get(type)?.permalink === 'structure')
      : []
  const authors = tags.has('author') ? await authorSlugs(store, filled) : undefined
  const categories = tags.has('category')
    ? await categoryPaths(store, filled, options.number('default_category'))
    : undefined
  return {
    site,
    options,
    ancestors,
    hidden: ancestors.size === 0 ? new Set() : hiddenFrom(site, reader, posts, ancestors),
    ...(authors && { authorSlug: id => authors.get(id) ?? String(id) }),
    ...(categories && { categorySlug: categories }),
  }
}

/** Loads the ancestors of posts that permalinks name, with one query per level. */
async function loadAncestors(
  store: StoreSession,
  posts: readonly PostRecord[],
): Promise<ReadonlyMap<number, PostRecord>> {
  const ancestors = new Map<number, PostRecord>()
  let missing = new Set(posts.map(post => post.parent).filter(id => id !== 0))
  for (let level = 0; level < MAX_LEVELS && missing.size > 0; level++) {
    const records = await findShown(postsIn(store), { where: wherePosts.in('id', [...missing]) })
    missing = new Set()
    for (const record of records) ancestors.set(record.id, record)
    for (const { parent } of records) if (parent !== 0 && !ancestors.has(parent)) missing.add(parent)
  }
  return ancestors
}

/** The ids of ancestors whose slugs permalinks hide from a reader who cannot read them. */
function hiddenFrom(
  site: SiteContext,
  reader: Principal,
  posts: readonly PostRecord[],
  ancestors: ReadonlyMap<number, PostRecord>,
): ReadonlySet<number> {
  const hidden = new Set<number>()
  const attachedTo = posts
    .filter(({ type }) => site.get(postTypes).get(type)?.permalink === 'attached')
    .map(({ parent }) => parent)
  const candidates = site.dialect.namesUnreadableParents
    ? [...ancestors].filter(([id]) => attachedTo.includes(id))
    : [...ancestors]
  for (const [id, post] of candidates)
    if (!canReadPost(site, post, reader, ancestors.get(post.parent) ?? 'gone')) hidden.add(id)
  return hidden
}

async function authorSlugs(store: StoreSession, posts: readonly PostRecord[]): Promise<ReadonlyMap<number, string>> {
  const users = await usersById(
    store,
    posts.map(post => post.author),
  )
  return new Map([...users].map(([id, { slug }]) => [id, slug]))
}

/** The path of a post's category with the lowest id, or of the default category if it has none. */
async function categoryPaths(
  store: StoreSession,
  posts: readonly PostRecord[],
  byDefault: number,
): Promise<(post: PostRecord) => string> {
  const ids = posts.map(post => post.id)
  const { terms } = await postsIn(store).related(ids, ['terms'])
  const chosen = new Map<number, TermRecord>()
  for (const id of ids) {
    const categories = (terms.get(id) ?? []).filter(({ taxonomy }) => taxonomy === 'category')
    const [first] = categories.sort((a, b) => a.id - b.id)
    if (first !== undefined) chosen.set(id, first)
  }
  const fallback = ids.every(id => chosen.has(id)) ? undefined : await termsIn(store).get(byDefault)
  const used = [...new Set([...chosen.values(), ...(fallback ? [fallback] : [])])]
  const ancestors = await ancestorsOf(store, used)
  return post => {
    const term = chosen.get(post.id) ?? fallback
    if (term === undefined) return 'uncategorized'
    return [term, ...(ancestors.get(term.id) ?? [])]
      .map(({ slug }) => slug)
      .reverse()
      .join('/')
  }
}
