import { usedContext } from './block-context.js'
import type { Block } from './block-parser.js'
import type { BlockRegistry, BlockType } from './block-registry.js'
import type { BlockValues } from './block-type.js'

/** What a block type has loaded. */
export interface LoadedBlock {
  readonly value: unknown
}

/** What blocks are rendered with. */
export interface BlockRendering {
  readonly blocks: BlockRegistry
  /** The post whose text it is; 0 unless given. */
  readonly postId?: number | undefined
  /** Context values from outside the text, such as `postId` and `postType`. */
  readonly context?: BlockValues | undefined
  /** What `render` of dynamic blocks receives as its scope, beside the place of the block. */
  readonly scope?: object | undefined
  /** What a block type has loaded; a block that loads something and has nothing loaded shows nothing. */
  readonly loaded?: ((name: string) => LoadedBlock | undefined) | undefined
  /** Receives what `render` of a block throws: the block shows nothing then. Without it the rendering throws. */
  readonly onBlockError?: ((error: unknown, name: string) => void) | undefined
}

const NOTHING: LoadedBlock = { value: undefined }

/** Renders a block; `content` is its saved HTML, adjusted, with the inner blocks rendered. */
export const renderDynamicBlock = (
  block: Block,
  type: BlockType,
  content: string,
  parents: readonly Block[],
  around: BlockValues,
  rendering: BlockRendering,
): string => {
  const { definition } = type
  if (definition.render === undefined) return content
  const { postId = 0, scope, loaded, onBlockError } = rendering
  const found = definition.load === undefined ? NOTHING : loaded?.(definition.name)
  if (found === undefined) return ''
  try {
    const place = { block, postId, parents, context: usedContext(around, type) }
    return definition.render(type.prepareAttributes(block.attributes), content, found.value, { ...scope, ...place })
  } catch (error) {
    if (onBlockError === undefined) throw error
    onBlockError(error, definition.name)
    return ''
  }
}
