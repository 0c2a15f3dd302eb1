import { addToFirstTag } from '../html/html-tag.js'
import { usedContext } from './block-context.js'
import type { Block } from './block-parser.js'
import type { BlockRegistry, BlockType } from './block-registry.js'
import type { AdjustmentContext, BlockPlace, BlockValues } from './block-type.js'
import { hiddenClasses } from './hidden-blocks.js'
import { supportsOf } from './supports/block-supports.js'

/** What the `load` of a block type has returned. */
export interface LoadedBlock {
  readonly value: unknown
}

/** Options of rendering blocks. */
export interface BlockRenderOptions {
  readonly blocks: BlockRegistry
  /** The post whose text it is; 0 by default. */
  readonly postId?: number | undefined
  /** Context values from outside the text, such as `postId` and `postType`. */
  readonly context?: BlockValues | undefined
  /** Returns the scope of `render` of dynamic blocks, beside {@link BlockPlace}. Called only for texts that have such blocks. */
  readonly scope?: (() => object) | undefined
  /**
   * Returns what a block type has loaded; a block with `load` shows nothing if that is undefined. `depth` is the number of
   * blocks with `repeat` around it.
   */
  readonly loaded?: ((name: string, depth: number) => LoadedBlock | undefined) | undefined
  /** How much blocks with `repeat` may still show, in UTF-16 code units; they reduce it. Without a limit by default. */
  readonly repeatable?: { left: number } | undefined
  /**
   * How much HTML dynamic blocks may still add to their content, in UTF-16 code units; they reduce it, and show nothing when
   * none is left. Without a limit by default.
   */
  readonly addable?: { left: number } | undefined
  /** Receives an error of `render`; the block shows nothing. Without this function, rendering throws. */
  readonly onBlockError?: ((error: unknown, name: string) => void) | undefined
}

const NOTHING: LoadedBlock = { value: undefined }

/** Where a dynamic block is rendered. */
export interface RenderPlace {
  readonly parents: readonly Block[]
  /** The context around it. */
  readonly around: BlockValues
  readonly count: AdjustmentContext['count']
  /** The number of blocks with `repeat` around it. */
  readonly depth: number
  readonly innerOf: BlockPlace['innerOf']
  readonly inner: BlockPlace['inner']
}

/** Renders a dynamic block; `content` is its adjusted HTML with the inner blocks rendered. */
export const renderDynamicBlock = (
  block: Block,
  type: BlockType,
  content: string,
  { parents, around, count, depth, innerOf, inner }: RenderPlace,
  options: BlockRenderOptions,
): string => {
  const { definition } = type
  if (definition.render === undefined) return content
  const { postId = 0, scope, loaded, addable, onBlockError } = options
  if (addable !== undefined && addable.left <= 0) return ''
  const found = definition.load === undefined ? NOTHING : loaded?.(definition.name, depth)
  if (found === undefined) return ''
  try {
    const context = usedContext(around, type)
    const html = definition.render(type.prepareAttributes(block.attributes), content, found.value, {
      // First, since V8 takes several times as long to add members to a copy.
      block,
      postId,
      parents,
      context,
      supports: supportsOf(definition),
      count,
      innerOf,
      inner,
      ...scope?.(),
    })
    if (addable !== undefined) addable.left -= Math.max(html.length - content.length, 0)
    // Blocks that write no attributes of their own element have them all the same.
    return addToFirstTag(html, hiddenClasses(block, supportsOf(definition)))
  } catch (error) {
    if (onBlockError === undefined) throw error
    onBlockError(error, definition.name)
    return ''
  }
}
