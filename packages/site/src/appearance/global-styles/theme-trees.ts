import { registrationKey, type SiteContext } from '../../kernel/context/index.js'
import { isMap } from '../../kernel/text/index.js'
import {
  coreTree,
  type JsonObject,
  mergeTrees,
  type StyleTree,
  styleTree,
  type ThemeJson,
  type TreeShapes,
  treeShapes,
  valueAt,
  withValueAt,
} from '../theme-json/index.js'
import { type ActiveTheme, type StyleVariation, themes } from '../themes/index.js'

/** The style trees of the active theme. */
export interface ThemeTrees {
  /** The known settings and styles, for the block types of the site. */
  readonly shapes: TreeShapes
  /** The settings and styles of the site and the theme, without those of users. */
  readonly merged: StyleTree
  /** The style variations that the theme offers for the whole site. */
  readonly variations: readonly JsonObject[]
}

/** The trees that were made last: a site shows one theme at a time, and its files seldom change. */
interface Cached {
  readonly revision: number
  readonly theme: ActiveTheme
  readonly trees: ThemeTrees
}

const cache = registrationKey('style trees', (): { last?: Cached } => ({}))

/** The style trees of a theme, recomputed only when the theme or its files change. */
export function themeTrees(site: SiteContext, theme: ActiveTheme): ThemeTrees {
  const cached = site.get(cache)
  const { revision } = site.get(themes)
  if (cached.last?.revision !== revision || cached.last.theme !== theme)
    cached.last = { revision, theme, trees: makeTrees(site, theme) }
  return cached.last.trees
}

/** The style trees of the active theme of a site. */
export async function activeThemeTrees(site: SiteContext): Promise<ThemeTrees> {
  return themeTrees(site, site.get(themes).active(await site.options()))
}

const slugOf = ({ name, json }: StyleVariation): string => json.slug ?? name

function makeTrees(site: SiteContext, theme: ActiveTheme): ThemeTrees {
  const ofBlocks = theme.variations.filter(({ blockTypes }) => blockTypes !== undefined)
  const shapes = treeShapes({
    names: site.blocks.all().map(({ definition }) => definition.name),
    variationsOf: name => [
      ...new Set([
        ...(site.blocks.get(name)?.definition.styles ?? []).map(style => style.name),
        ...ofBlocks.filter(({ blockTypes }) => blockTypes?.includes(name)).map(slugOf),
      ]),
    ],
  })
  const variations = theme.variations
    .filter(({ blockTypes }) => blockTypes === undefined)
    .map(({ title, json: { version, slug, description, ...tree } }): JsonObject => {
      const json = withSharedStyles(tree, ofBlocks)
      const { settings, styles } = styleTree(json, 'theme', shapes)
      return {
        version,
        ...(slug !== undefined && { slug }),
        title,
        ...(description !== undefined && { description }),
        ...(json.settings !== undefined && { settings }),
        ...(json.styles !== undefined && { styles }),
      }
    })
  const merged = mergeTrees([
    styleTree(coreTree, 'default', shapes),
    styleTree({ styles: blockVariationStyles(ofBlocks) }, 'theme', shapes),
    ...theme.jsons.map(json => styleTree(withSharedStyles(json, ofBlocks), 'theme', shapes)),
  ])
  return { shapes, merged, variations }
}

/** A tree whose styles of shared variations, by slug, are also under the block types that the variations are for. */
function withSharedStyles<T extends Pick<ThemeJson, 'styles'>>(json: T, ofBlocks: readonly StyleVariation[]): T {
  let { styles } = json
  const shared = styles?.['variations']
  if (styles === undefined || !isMap(shared)) return json
  for (const variation of ofBlocks) {
    const slug = slugOf(variation)
    const sharedStyles = Object.hasOwn(shared, slug) ? shared[slug] : undefined
    if (sharedStyles === undefined) continue
    for (const block of variation.blockTypes ?? []) {
      const path = ['blocks', block, 'variations', slug]
      if (valueAt(styles, path) === undefined) styles = withValueAt(styles, path, sharedStyles)
    }
  }
  return { ...json, styles }
}

/** The styles of variations of blocks, under the block types that they are for. */
const blockVariationStyles = (variations: readonly StyleVariation[]): JsonObject =>
  variations.reduce<JsonObject>(
    (styles, variation) =>
      (variation.blockTypes ?? []).reduce(
        (result, block) =>
          withValueAt(result, ['blocks', block, 'variations', slugOf(variation)], variation.json.styles ?? {}),
        styles,
      ),
    {},
  )
