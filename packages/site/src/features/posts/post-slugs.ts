import { decodeOctets, slugify, suffixedSlug } from '@platen/rendering'
import type { PostType } from '../../registrations/post-types.js'
import { postTypes } from '../../registrations/post-types.js'
import type { SiteContext } from '../../site-context.js'
import { firstFree, freeNumber } from '../../storage/first-free.js'
import { type PostRecord, type StoreContents, where } from '../../storage/index.js'

/** First segments that the site's own addresses use. */
const RESERVED = new Set(['feed', 'rdf', 'rss', 'rss2', 'atom', 'embed'])

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

/** Files share the top level of the site's URLs with everything else. */
const sharesWithAll = (site: SiteContext, { type }: { readonly type: string }) =>
  site.get(postTypes).get(type)?.permalink === 'attached'

/** Whether two posts must differ in their slugs: depends on their types, and below a parent on that as well. */
function clashes(site: SiteContext, wish: SlugWish, hierarchical: boolean, post: PostRecord): boolean {
  if (post.id === wish.id) return false
  if (sharesWithAll(site, wish)) return true
  if (!hierarchical) return post.type === wish.type
  return post.parent === wish.parent && (post.type === wish.type || sharesWithAll(site, post))
}

const numberedSlug = (slug: string, number: number) => (number === 1 ? slug : suffixedSlug(slug, `-${number}`))

/**
 * Finds free slugs for many wishes in few queries: those of hierarchical types are unique among siblings of their type and
 * the files there, attachments' among all posts, the others' in their type. What is taken gets the suffix -2, -3 …, chosen as `freeNumber` does.
 */
async function uniqueSlugs(
  site: SiteContext,
  contents: StoreContents,
  wishes: readonly SlugWish[],
): Promise<ReadonlyMap<number, string>> {
  const free = new Map<number, string>()
  const { and, in: isIn, ne } = where.posts
  const isHierarchical = (wish: SlugWish) => site.get(postTypes).get(wish.type)?.hierarchical === true
  const attachedTypes = site
    .get(postTypes)
    .names()
    .filter(type => sharesWithAll(site, { type }))
  const mayClash = (some: readonly SlugWish[]) => {
    if (some.some(wish => sharesWithAll(site, wish))) return undefined
    const isTree = some.some(isHierarchical)
    const types = new Set(some.map(wish => wish.type))
    return and(
      isIn('type', isTree ? [...types, ...attachedTypes] : [...types]),
      isTree && some.every(isHierarchical) ? isIn('parent', [...new Set(some.map(wish => wish.parent))]) : undefined,
    )
  }
  const [only, ...others] = wishes
  if (only === undefined) return free
  const firstNumber = (wish: SlugWish) => (isReserved(wish, site.get(postTypes).get(wish.type)) ? 2 : 1)
  if (others.length === 0) {
    const own = and(ne('id', only.id), mayClash([only]))
    const slug = await firstFree(
      firstNumber(only),
      number => numberedSlug(only.slug, number),
      slugs => contents.posts.distinct('slug', and(isIn('slug', slugs), own)),
    )
    return free.set(only.id, slug)
  }

  const searches = wishes.map(wish => {
    const search = freeNumber(firstNumber(wish))
    return { wish, search, hierarchical: isHierarchical(wish), step: search.next() }
  })
  for (;;) {
    const asked = new Map<string, PostRecord[]>()
    const open: SlugWish[] = []
    for (const { wish, step } of searches) {
      if (step.done) continue
      open.push(wish)
      for (const number of step.value) asked.set(numberedSlug(wish.slug, number), [])
    }
    if (open.length === 0) break
    const { records } = await contents.posts.find({ where: and(isIn('slug', [...asked.keys()]), mayClash(open)) })
    for (const record of records) asked.get(record.slug)?.push(record)
    for (const entry of searches) {
      const { wish, search, hierarchical, step } = entry
      if (step.done) continue
      const isFree = (slug: string) => !asked.get(slug)?.some(record => clashes(site, wish, hierarchical, record))
      entry.step = search.next(step.value.find(number => isFree(numberedSlug(wish.slug, number))))
    }
  }
  for (const { wish, step } of searches) if (step.done) free.set(wish.id, numberedSlug(wish.slug, step.value))
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
