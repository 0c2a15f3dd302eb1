import { addToFirstTag } from '../html/html-tag.js'
import { usedContext } from './block-context.js'
import type { Block } from './block-parser.js'
import type { BlockRegistry, BlockType } from './block-registry.js'
import type { AdjustmentContext, BlockPlace, BlockValues } from './block-type.js'
import { hiddenClasses } from './hidden-blocks.js'
import { supportsOf } from './supports/block-supports.js'
import { fitText } from './supports/fit-text.js'

/** The result of a block type's `load`. */
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
  /**
   * Returns the scope of `render` of dynamic blocks, besides {@link BlockPlace}. Called only for texts with such
   * blocks.
   */
  readonly scope?: (() => object) | undefined
  /**
   * Returns the loaded data of a block type; a block with `load` shows nothing if it is undefined. `depth` is the
   * number of blocks with `repeat` around it.
   */
  readonly loaded?: ((name: string, depth: number) => LoadedBlock | undefined) | undefined
  /** The remaining budget of blocks with `repeat`, in UTF-16 code units, which they reduce. Unlimited by default. */
  readonly repeatable?: { left: number } | undefined
  /**
   * The remaining budget of HTML that dynamic blocks add to their content, in UTF-16 code units. They reduce it, and
   * show nothing when it is used up. Unlimited by default.
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
    // Blocks that do not write the attributes of their element have them nevertheless.
    return addToFirstTag(fitText(html, block.attributes), hiddenClasses(block, supportsOf(definition)))
  } catch (error) {
    if (onBlockError === undefined) throw error
    onBlockError(error, definition.name)
    return ''
  }
}
