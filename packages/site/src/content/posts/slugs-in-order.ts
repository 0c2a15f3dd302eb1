import type { StoreSession } from '@platen/storage'
import type { SiteContext } from '../../kernel/context/index.js'
import { type PostRecord, postsIn, wherePosts } from '../../kernel/records/index.js'
import { freeNumber } from '../../kernel/rest/index.js'
import { postTypes } from '../types/index.js'
import { clashes, firstNumber, isHierarchical, mayClash, numberedSlug, type SlugRequest } from './post-slugs.js'

/** The number of posts requesting the same slug from which on all its numbered slugs are loaded at once. */
const MANY_ALIKE = 20

type Holder = Pick<PostRecord, 'id' | 'slug' | 'type' | 'parent'>

/**
 * The slugs that stored posts get if they request theirs one after the other, in the order of their ids, with few
 * queries for any number of posts: slugs that earlier posts have released are free for later ones, and slugs that they
 * have got are taken. `leaving` are posts that are removed at the same time; their slugs are free for posts with higher
 * ids.
 */
export async function slugsInOrder(
  site: SiteContext,
  store: StoreSession,
  requests: readonly SlugRequest[],
  leaving: ReadonlySet<number>,
): Promise<ReadonlyMap<number, string>> {
  const isShared = ({ type }: SlugRequest) => site.get(postTypes).get(type)?.sharedSlugs === true
  const unique = requests.filter(request => !isShared(request))
  const taken = await knownSlugs(site, store, unique)
  for (;;) {
    const missing = new Set<string>()
    const slugs = new Map(requests.filter(isShared).map(({ id, slug }) => [id, slug]))
    const holders = createHolders(taken.posts)
    for (const request of unique) {
      const isTaken = (slug: string) =>
        holders
          .of(slug)
          .some(
            other =>
              !(leaving.has(other.id) && other.id < request.id) &&
              clashes(site, request, isHierarchical(site, request), other),
          )
      const slug = freeSlugAmong(site, request, isTaken, taken.has, missing)
      if (slug === undefined) continue
      slugs.set(request.id, slug)
      holders.move(request, slug)
    }
    if (missing.size === 0) return slugs
    await taken.load([...missing])
  }
}

/**
 * The slug that a request gets; `undefined` if it depends on slugs that are not loaded, which are then added to
 * `missing`.
 */
function freeSlugAmong(
  site: SiteContext,
  request: SlugRequest,
  isTaken: (slug: string) => boolean,
  isKnown: (slug: string) => boolean,
  missing: Set<string>,
): string | undefined {
  const search = freeNumber(firstNumber(site, request))
  let step = search.next()
  while (!step.done) {
    const slugs = step.value.map(number => numberedSlug(request.slug, number))
    const first = slugs.findIndex(slug => !isKnown(slug) || !isTaken(slug))
    const candidate = slugs[first]
    if (candidate !== undefined && !isKnown(candidate)) {
      // Mostly the first one is free.
      for (const slug of first === 0 ? [candidate] : slugs) if (!isKnown(slug)) missing.add(slug)
      return undefined
    }
    step = search.next(step.value[first])
  }
  return numberedSlug(request.slug, step.value)
}

/** The loaded slugs in the store, and their posts. */
async function knownSlugs(site: SiteContext, store: StoreSession, requests: readonly SlugRequest[]) {
  const { and, gte, in: isIn, lt, or } = wherePosts
  const posts = new Map<number, Holder>()
  const loaded = new Set<string>()
  const counts = new Map<string, number>()
  for (const { slug } of requests) counts.set(slug, (counts.get(slug) ?? 0) + 1)
  const numbered = [...counts].filter(([, count]) => count >= MANY_ALIKE).map(([slug]) => `${slug}-`)
  const find = async (sought: ReturnType<typeof and>) => {
    const query = { where: and(sought, mayClash(site, requests)) }
    for (const post of await postsIn(store).pick(['slug', 'type', 'parent'], query)) posts.set(post.id, post)
  }
  // "." comes after "-".
  const ranges = numbered.map(start => and(gte('slug', start), lt('slug', `${start.slice(0, -1)}.`)))
  if (ranges.length > 0) await find(or(...ranges))
  return {
    posts,
    has: (slug: string) => loaded.has(slug) || numbered.some(start => slug.startsWith(start)),
    async load(slugs: readonly string[]) {
      await find(isIn('slug', slugs))
      for (const slug of slugs) loaded.add(slug)
    },
  }
}

/** The slugs and their posts while posts get new ones. */
function createHolders(posts: ReadonlyMap<number, Holder>) {
  const bySlug = new Map<string, Map<number, Holder>>()
  const add = (holder: Holder) => {
    const some = bySlug.get(holder.slug) ?? new Map<number, Holder>()
    bySlug.set(holder.slug, some.set(holder.id, holder))
  }
  for (const post of posts.values()) add(post)
  return {
    of: (slug: string): readonly Holder[] => [...(bySlug.get(slug)?.values() ?? [])],
    move({ id, type, parent }: SlugRequest, slug: string) {
      const before = posts.get(id)
      if (before !== undefined) bySlug.get(before.slug)?.delete(id)
      add({ id, type, parent, slug })
    },
  }
}
