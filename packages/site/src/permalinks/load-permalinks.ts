import type { Principal } from '@platen/core'
import { canReadPost } from '../features/posts/post-visibility.js'
import { postTypes } from '../registrations/post-types.js'
import type { SiteContext } from '../site-context.js'
import { type PostRecord, type StoreContents, type TermRecord, where } from '../storage/index.js'
import type { PermalinkScope } from './post-link.js'
import { structureOf } from './structure.js'
import { ancestorsOf } from './term-link.js'

type Contents = Pick<StoreContents, 'posts' | 'terms' | 'users'>

/**
 * Loads what the addresses of posts depend on, however many and of whatever types they are: a query for each level above
 * them, and, where the site's addresses name authors or categories, a few for these. What `reader` may not read of what is
 * above them has no name in their addresses.
 */
export async function loadPermalinks(
  site: SiteContext,
  posts: readonly PostRecord[],
  reader: Principal,
  contents: Contents = site.store,
): Promise<PermalinkScope> {
  const options = await site.options()
  const { tags } = structureOf(options)
  const nested = posts.filter(
    ({ type }) => type === 'attachment' || site.get(postTypes).get(type)?.hierarchical === true,
  )
  const ancestors = await loadAncestors(site, nested, contents)
  const filled = [...posts, ...ancestors.values()].filter(({ type }) => type === 'post')
  const authors = tags.has('author') ? await authorSlugs(contents, filled) : undefined
  const categories = tags.has('category')
    ? await categoryPaths(contents, filled, options.number('default_category'))
    : undefined
  return {
    site,
    options,
    ancestors,
    hidden: hiddenFrom(site, reader, posts, ancestors),
    ...(authors && { authorSlug: id => authors.get(id) ?? String(id) }),
    ...(categories && { categorySlug: categories }),
  }
}

/** Loads the ancestors of posts, level by level: as many queries as the tree is deep. */
async function loadAncestors(
  site: Pick<SiteContext, 'store'>,
  posts: readonly PostRecord[],
  contents: Pick<StoreContents, 'posts'> = site.store,
): Promise<ReadonlyMap<number, PostRecord>> {
  const found = new Map<number, PostRecord>()
  let wanted = new Set(posts.map(post => post.parent).filter(id => id !== 0))
  while (wanted.size > 0) {
    const { records } = await contents.posts.find({ where: where.posts.in('id', [...wanted]) })
    wanted = new Set()
    for (const record of records) found.set(record.id, record)
    for (const { parent } of records) if (parent !== 0 && !found.has(parent)) wanted.add(parent)
  }
  return found
}

/** The ids of those ancestors that a reader may not read, as far as addresses do without them. */
function hiddenFrom(
  site: SiteContext,
  reader: Principal,
  posts: readonly PostRecord[],
  ancestors: ReadonlyMap<number, PostRecord>,
): ReadonlySet<number> {
  const hidden = new Set<number>()
  const attachedTo = posts.filter(({ type }) => type === 'attachment').map(({ parent }) => parent)
  const asked = site.dialect.namesUnreadableParents
    ? [...ancestors].filter(([id]) => attachedTo.includes(id))
    : [...ancestors]
  for (const [id, post] of asked)
    if (!canReadPost(site, post, reader, ancestors.get(post.parent) ?? 'gone')) hidden.add(id)
  return hidden
}

async function authorSlugs(contents: Contents, posts: readonly PostRecord[]): Promise<ReadonlyMap<number, string>> {
  const ids = [...new Set(posts.map(post => post.author))]
  const { records } =
    ids.length === 0 ? { records: [] } : await contents.users.find({ where: where.users.in('id', ids) })
  return new Map(records.map(({ id, slug }) => [id, slug]))
}

/** A post is below the category with the lowest id, one without any below the default one. */
async function categoryPaths(
  contents: Contents,
  posts: readonly PostRecord[],
  byDefault: number,
): Promise<(post: PostRecord) => string> {
  const ids = posts.map(post => post.id)
  const { terms } = ids.length === 0 ? {} : await contents.posts.related(ids, ['terms'])
  const chosen = new Map<number, TermRecord>()
  for (const id of ids) {
    const own = (terms?.get(id) ?? []).filter(({ taxonomy }) => taxonomy === 'category')
    const [first] = own.sort((a, b) => a.id - b.id)
    if (first !== undefined) chosen.set(id, first)
  }
  const usual = ids.every(id => chosen.has(id)) ? undefined : await contents.terms.get(byDefault)
  const used = [...new Set([...chosen.values(), ...(usual ? [usual] : [])])]
  const above = await ancestorsOf(contents, used)
  return post => {
    const term = chosen.get(post.id) ?? usual
    if (term === undefined) return 'uncategorized'
    return [term, ...(above.get(term.id) ?? [])]
      .map(({ slug }) => slug)
      .reverse()
      .join('/')
  }
}
