import { coreBlocks, coreShortcodes } from '@platen/rendering'
import { loadModule } from './load-module.js'

export const { renderContent } =
  await loadModule<typeof import('../../packages/rendering/src/content/render-content.js')>('content/render-content.js')
export const { createBlockRegistry } =
  await loadModule<typeof import('../../packages/rendering/src/blocks/block-registry.js')>('blocks/block-registry.js')
export const { createShortcodeRegistry } = await loadModule<
  typeof import('../../packages/rendering/src/shortcodes/shortcode-registry.js')
>('shortcodes/shortcode-registry.js')

/** Renders with the core blocks and shortcodes. */
export const coreRendering = {
  blocks: createBlockRegistry({ blocks: coreBlocks }),
  shortcodes: createShortcodeRegistry({ shortcodes: coreShortcodes }),
}
