import type { PostType } from '../../registrations/post-types.js'
import type { SiteContext } from '../../site-context.js'
import { type PostRecord, type StoreContents, where } from '../../storage/index.js'
import { decodeOctets, slugify } from '../../text/slug.js'
import { suffixedSlug } from '../../text/suffixed-slug.js'

/** First segments that the site's own addresses use. */
const RESERVED = new Set(['feed', 'rdf', 'rss', 'rss2', 'atom', 'embed'])
/** So many candidates are looked up at once: nearly always the first look finds a free one. */
const CANDIDATES = 20

/** A slug that somebody wishes for, and whom it is for. */
export interface SlugWish {
  /** What the post of this id has is free for it; 0 for a post that is not stored yet. */
  readonly id: number
  readonly slug: string
  readonly type: string
  readonly parent: number
}

function isReserved(wish: SlugWish, type: PostType | undefined): boolean {
  if (RESERVED.has(wish.slug)) return true
  // The address of a page that is a number would be that of another page's part.
  return type?.hierarchical === true && /^(page)?\d+$/.test(wish.slug)
}

/** Files share the top of the site's addresses with everything else. */
const sharesWithAll = (wish: SlugWish) => wish.type === 'attachment'

/** Where a slug is taken: among all posts, in one type, or below one parent in one type. */
const inType = (type: string, slug: string) => `${type}:${slug}`
const below = (type: string, parent: number, slug: string) => `${type}/${parent}/${slug}`

function keysOf(wish: SlugWish, hierarchical: boolean, slug: string): readonly string[] {
  if (sharesWithAll(wish)) return [slug]
  if (!hierarchical) return [inType(wish.type, slug)]
  return [below(wish.type, wish.parent, slug), below('attachment', wish.parent, slug)]
}

/**
 * Finds free slugs for many wishes in few queries: those of hierarchical types are unique among siblings of their type and
 * the files there, attachments' among all posts, the others' in their type. What is taken gets the suffix -2, -3 …
 */
async function uniqueSlugs(
  site: SiteContext,
  contents: StoreContents,
  wishes: readonly SlugWish[],
): Promise<ReadonlyMap<number, string>> {
  const free = new Map<number, string>()
  let open = wishes.map(wish => ({ wish, from: 1 }))
  const isHierarchical = (wish: SlugWish) => site.postTypes.get(wish.type)?.hierarchical === true
  while (open.length > 0) {
    const candidates = open.map(({ wish, from }) =>
      Array.from({ length: CANDIDATES }, (_, i) =>
        from + i === 1 ? wish.slug : suffixedSlug(wish.slug, `-${from + i}`),
      ),
    )
    const types = new Set(open.flatMap(({ wish }) => (isHierarchical(wish) ? [wish.type, 'attachment'] : [wish.type])))
    const { records } = await contents.posts.find({
      where: where.posts.and(
        where.posts.in('slug', [...new Set(candidates.flat())]),
        open.some(({ wish }) => sharesWithAll(wish)) ? undefined : where.posts.in('type', [...types]),
      ),
    })
    const takenBy = new Map<string, Set<number>>()
    for (const { id, type, parent, slug } of records) {
      for (const key of [slug, inType(type, slug), below(type, parent, slug)])
        takenBy.set(key, (takenBy.get(key) ?? new Set()).add(id))
    }
    const isTaken = (key: string, by: number) => {
      const holders = takenBy.get(key)
      return holders !== undefined && !(holders.size === 1 && holders.has(by))
    }
    const still: typeof open = []
    for (const [i, { wish, from }] of open.entries()) {
      const hierarchical = isHierarchical(wish)
      const found = candidates[i]?.find(slug => {
        if (slug === wish.slug && isReserved(wish, site.postTypes.get(wish.type))) return false
        return !keysOf(wish, hierarchical, slug).some(key => isTaken(key, wish.id))
      })
      if (found === undefined) still.push({ wish, from: from + CANDIDATES })
      else free.set(wish.id, found)
    }
    open = still
  }
  return free
}

/**
 * A free slug for one wish, by the rules of the site: the wished one, or else that with the suffix -2, -3 … Call it in the
 * transaction that stores the post.
 */
export async function uniqueSlug(site: SiteContext, contents: StoreContents, wish: SlugWish): Promise<string> {
  return (await uniqueSlugs(site, contents, [wish])).get(wish.id) ?? wish.slug
}

/** The slug that each post would get from its title, for people to read; a post without one is named by its id. */
export async function generatedSlugs(
  site: SiteContext,
  contents: StoreContents,
  posts: readonly PostRecord[],
): Promise<ReadonlyMap<number, string>> {
  const wishes = posts.map(({ id, title, type, parent }) => ({ id, type, parent, slug: slugify(title) || String(id) }))
  const slugs = await uniqueSlugs(site, contents, wishes)
  return new Map([...slugs].map(([id, slug]) => [id, decodeOctets(slug)]))
}
