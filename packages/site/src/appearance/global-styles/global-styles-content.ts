import { type BoundedCache, createBoundedCache } from '@platen/core'
import { registrationKey, type SiteContext } from '../../kernel/context/index.js'
import type { AsOf, ContentCalls } from '../../kernel/operations/index.js'
import type { PostRecord } from '../../kernel/records/index.js'
import {
  mergeTrees,
  STYLESHEET_PARTS,
  type StyledBlock,
  type StylesheetPart,
  type StyleTree,
  stylesheetOf,
} from '../theme-json/index.js'
import { type ActiveTheme, themes } from '../themes/index.js'
import { noSuchStyles, updateGlobalStyles } from './global-styles-operations.js'
import type { StyleChanges } from './style-input.js'
import { themeTrees } from './theme-trees.js'
import { ensureUserStyles, findUserStyles, globalStylesType, userTree } from './user-styles.js'

/** The styles of the site in process: those of its theme, and the changes of users. */
export interface GlobalStylesContent {
  /** The settings and styles that pages show: those of the site, its theme and its users, merged. */
  tree(): Promise<StyleTree>
  /** The CSS that pages show, or some parts of it; see `stylesheetOf`. */
  stylesheet(options?: { readonly parts?: readonly StylesheetPart[] | undefined }): Promise<string>
  /**
   * Changes the users' styles for the active theme, and resolves with their record. Rejects with the errors of
   * requests.
   */
  update(changes: StyleChanges, by: AsOf): Promise<PostRecord>
}

/** The last result: a site shows one theme, which its users seldom change. */
interface Shown {
  readonly merged: StyleTree
  readonly version: string
  readonly tree: StyleTree
  /** The CSS by its parts. */
  readonly css: BoundedCache<string>
}

/** The memory limit of the cached selections of parts. */
const MAX_BYTES = 4 * 1024 * 1024

const cache = registrationKey('shown styles', (): { last?: Shown } => ({}))

/** The merged settings and styles of a theme and its users, recomputed when one of them changes. */
async function shownStyles(site: SiteContext, theme: ActiveTheme): Promise<Shown> {
  const { merged, shapes } = themeTrees(site, theme)
  const type = globalStylesType(site)
  const record = type && (await findUserStyles(site, site.store, type, theme.stylesheet))
  const version = `${record?.id} ${record?.version}`
  const cached = site.get(cache)
  if (cached.last?.merged !== merged || cached.last.version !== version) {
    const tree = record === undefined ? merged : mergeTrees([merged, userTree(record, shapes)])
    cached.last = { merged, version, tree, css: createBoundedCache(MAX_BYTES) }
  }
  return cached.last
}

export function globalStylesContent({ site, run, actor }: ContentCalls): GlobalStylesContent {
  /** The active theme, once the site is ready. */
  const active = async (): Promise<ActiveTheme> => {
    await actor({ as: site.principalOf(undefined) })
    return site.get(themes).active(await site.options())
  }
  return Object.freeze<GlobalStylesContent>({
    tree: async () => (await shownStyles(site, await active())).tree,
    async stylesheet({ parts } = {}) {
      const theme = await active()
      const { tree, css } = await shownStyles(site, theme)
      const key = STYLESHEET_PARTS.filter(part => parts?.includes(part) ?? true).join()
      const cached = css.get(key)
      if (cached !== undefined) return cached
      const folder = site.get(themes).urlOf(theme.stylesheet)
      const fileUrl = (path: string) => `${folder}/${path}`
      const written = stylesheetOf(tree, { blocks: styledBlocks(site), parts, fileUrl })
      css.set(key, written, 2 * written.length)
      return written
    },
    async update(changes, by) {
      const record = await ensureUserStyles(site, (await active()).stylesheet)
      if (record === undefined) throw noSuchStyles()
      return run(updateGlobalStyles, { ...changes, id: record.id, version: by.version }, by)
    },
  })
}

/** The selector that a block type names for its styles; `undefined` if that is its class. */
function selectorOf(selectors: unknown): string | undefined {
  const root = typeof selectors === 'object' && selectors !== null && 'root' in selectors ? selectors.root : undefined
  return typeof root === 'string' ? root : undefined
}

/** The block types of a site with the selectors of their styles. */
const styledBlocks = (site: SiteContext): readonly StyledBlock[] =>
  site.blocks.all().map(({ definition: { name, selectors } }) => ({ name, selector: selectorOf(selectors) }))
