import { type Block, type BlockUse, type IncludedText, parseBlocks } from '@platen/rendering'
import { where } from '../../features/built-in-collections.js'
import { navigationType } from '../../features/navigation/navigation-type.js'
import type { PostRecord } from '../../features/posts/post-collection.js'
import type { BlockScope } from '../block-scope.js'

/** The maximum number of navigations on a page of records; further ones are empty. */
const MAX_NAVIGATIONS = 100
/** The fallback if the site has no navigation: its pages. No record has its id. */
const ALL_PAGES: IncludedText = Object.freeze({ id: -1, content: '<!-- wp:page-list /-->' })

/** The navigations of a page of records. */
export interface Navigations {
  readonly byId: ReadonlyMap<number, PostRecord>
  /**
   * The navigation for blocks without their own links and without a published navigation; loaded only if there is such
   * a block.
   */
  readonly fallback: IncludedText | undefined
  /** The ids of navigations that contain a navigation. */
  readonly looping: ReadonlySet<number>
}

interface NavigationAttributes {
  readonly ref?: number | undefined
}

/** Loads the navigations that blocks refer to, and the fallback, with two queries. */
export async function loadNavigations(
  uses: readonly BlockUse<NavigationAttributes>[],
  { site }: BlockScope,
): Promise<Navigations> {
  const type = navigationType(site)?.name
  if (type === undefined) return { byId: new Map(), fallback: undefined, looping: new Set() }
  const { and, eq, in: isIn } = where.posts
  // Everybody may see published ones, unless they have a password.
  const visible = and(eq('type', type), eq('status', 'publish'), eq('password', ''))
  const ids = uses.flatMap(({ attributes: { ref } }) => (ref !== undefined && Number.isSafeInteger(ref) ? [ref] : []))
  const named = [...new Set(ids)].slice(0, MAX_NAVIGATIONS)
  const found =
    named.length === 0 ? [] : (await site.store.posts.find({ where: and(visible, isIn('id', named)) })).records
  const available = new Set(found.map(({ id }) => id))
  const needsFallback = uses.some(({ attributes: { ref } }) => ref === undefined || !available.has(ref))
  const latest = needsFallback
    ? await site.store.posts.first({ where: visible, order: [{ by: 'field', field: 'date', direction: 'desc' }] })
    : undefined
  const stored = latest === undefined ? found : [...found, latest]
  return {
    byId: new Map(found.map(navigation => [navigation.id, navigation])),
    fallback: needsFallback ? (latest ?? ALL_PAGES) : undefined,
    looping: new Set(stored.filter(({ content }) => holdsNavigation(parseBlocks(content))).map(({ id }) => id)),
  }
}

/** Whether a navigation is among some blocks, or within them. */
export function holdsNavigation(blocks: readonly Block[]): boolean {
  const waiting = [...blocks]
  for (let block = waiting.pop(); block !== undefined; block = waiting.pop()) {
    if (block.name === 'core/navigation') return true
    for (const inner of block.innerBlocks) waiting.push(inner)
  }
  return false
}
