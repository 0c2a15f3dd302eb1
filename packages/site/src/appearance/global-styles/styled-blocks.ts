import type { SiteContext } from '../../kernel/context/index.js'
import type { StyledBlock } from '../theme-json/index.js'

/** The selector that a block type names for its styles; `undefined` if that is its class. */
function selectorOf(selectors: unknown): string | undefined {
  const root = typeof selectors === 'object' && selectors !== null && 'root' in selectors ? selectors.root : undefined
  return typeof root === 'string' ? root : undefined
}

/** The block types of a site with the selectors of their styles. */
export const styledBlocks = (site: SiteContext): readonly StyledBlock[] =>
  site.blocks.all().map(({ definition: { name, selectors } }) => ({ name, selector: selectorOf(selectors) }))
