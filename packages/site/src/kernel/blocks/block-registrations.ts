import { checks } from '@platen/core'
import type { ShortcodeOptions, ShortcodeRenderer } from '@platen/rendering'
import { featurePart, type Registering } from '../features/index.js'
import type { BlockCode } from './block-file.js'
import { registerBlockFolder } from './block-folders.js'
import type { SiteBindingSource, SiteBlock } from './block-scope.js'

/** The registration calls for blocks and shortcodes. */
export interface BlockRegistrations {
  registerShortcode(tag: string, handler: ShortcodeRenderer, options?: ShortcodeOptions): void
  /** Registers or replaces a block type; `defineBlock` types it. */
  registerBlockType(definition: SiteBlock): void
  /**
   * Registers the block types of a folder: the one of its `block.json`, or else those in its direct subfolders. `code`
   * contains `render` and other functions by block name, since the files are plain data: no script runs. The files are
   * read when the site becomes ready, which rejects with a `RegistrationError` that names the file and the key.
   */
  registerBlocksFrom(folder: string | URL, code?: Readonly<Record<string, BlockCode>>): void
  /** Registers or replaces a source of bound attributes of blocks; `defineBindingSource` types it. */
  registerBindingSource(source: SiteBindingSource): void
}

/** Creates the calls for a site. */
export const blockRegistrations = ({ context, refuseLate, beforeSeal }: Registering): BlockRegistrations => ({
  registerShortcode(tag, handler, options) {
    refuseLate(`the shortcode "${tag}"`)
    context.shortcodes.register(tag, handler, options)
  },
  registerBlockType(definition) {
    refuseLate(`the block type "${definition.name}"`)
    context.blocks.register(definition)
  },
  registerBlocksFrom(folder, code = {}) {
    refuseLate(`the block types in ${folder}`)
    beforeSeal(() => registerBlockFolder(folder, code, definition => context.blocks.register(definition)))
  },
  registerBindingSource(source) {
    refuseLate(`the source "${source.name}"`)
    context.blocks.registerSource(source)
  },
})

/** The parts of features about blocks. */
export interface BlocksPart {
  /** Block types; see `defineBlock`. */
  readonly blocks?: readonly SiteBlock[]
  /** Sources of bound attributes of blocks; see `defineBindingSource`. */
  readonly bindingSources?: readonly SiteBindingSource[]
}

const { objects } = checks

export const blockParts = {
  blocks: featurePart<readonly SiteBlock[]>(objects, (registering, definitions) =>
    definitions.forEach(blockRegistrations(registering).registerBlockType),
  ),
  bindingSources: featurePart<readonly SiteBindingSource[]>(objects, (registering, sources) =>
    sources.forEach(blockRegistrations(registering).registerBindingSource),
  ),
}
