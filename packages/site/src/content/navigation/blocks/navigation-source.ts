import { type Block, type BlockUse, type IncludedText, parseBlocks } from '@platen/rendering'
import type { BlockScope } from '../../../kernel/blocks/index.js'
import { type PostRecord, postsIn, wherePosts } from '../../../kernel/records/index.js'
import { findShown } from '../../../kernel/rest/index.js'
import { navigationType } from '../navigation-type.js'

/** The maximum number of navigations on a page of records; further ones are empty. */
const MAX_NAVIGATIONS = 100
/** The fallback if the site has no navigation: its pages. No record has its id. */
const ALL_PAGES: IncludedText = Object.freeze({ id: -1, content: '<!-- wp:page-list /-->' })

/** The navigations of a page of records. */
export interface Navigations {
  /** The published navigations that blocks refer to. */
  readonly byId: ReadonlyMap<number, PostRecord>
  /**
   * The navigation for blocks without their own links that refer to none, or to one that is not published; loaded only
   * if there is such a block.
   */
  readonly fallback: IncludedText | undefined
  /** Whether a block refers to a navigation that does not exist: it shows no links. */
  isMissing(ref: number | undefined): boolean
  /** The ids of navigations that contain a navigation. */
  readonly looping: ReadonlySet<number>
}

const NO_NAVIGATIONS: Navigations = Object.freeze({
  byId: new Map(),
  fallback: undefined,
  isMissing: () => false,
  looping: new Set<number>(),
})

interface NavigationAttributes {
  readonly ref?: number | undefined
}

/** Loads the navigations that blocks refer to, and the fallback, with two queries. */
export async function loadNavigations(
  uses: readonly BlockUse<NavigationAttributes>[],
  { site }: BlockScope,
): Promise<Navigations> {
  const type = navigationType(site)?.name
  if (type === undefined) return NO_NAVIGATIONS
  const { and, eq, in: isIn } = wherePosts
  const ids = uses.flatMap(({ attributes: { ref } }) => (ref !== undefined && Number.isSafeInteger(ref) ? [ref] : []))
  const used = [...new Set(ids)].slice(0, MAX_NAVIGATIONS)
  const existing = used.length === 0 ? [] : await findShown(postsIn(site.store), { where: isIn('id', used) })
  // Everybody may see published ones, unless they have a password.
  const named = existing.filter(post => post.type === type && post.status === 'publish' && post.password === '')
  const byId = new Map(named.map(navigation => [navigation.id, navigation]))
  const existingIds = new Set(existing.map(({ id }) => id))
  const isMissing = (ref: number | undefined) => Boolean(ref) && !existingIds.has(ref ?? 0)
  const needsFallback = uses.some(({ attributes: { ref } }) => !isMissing(ref) && !byId.has(ref ?? 0))
  const latest = needsFallback
    ? await postsIn(site.store).first({
        where: and(eq('type', type), eq('status', 'publish'), eq('password', '')),
        order: [{ by: 'field', field: 'date', direction: 'desc' }],
      })
    : undefined
  const fallback = latest === undefined || latest.content.trim() === '' ? ALL_PAGES : latest
  const stored = latest === undefined ? named : [...named, latest]
  return {
    byId,
    fallback: needsFallback ? fallback : undefined,
    isMissing,
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
