import { createCounter } from '../text/counter.js'
import { contextWithin, NO_VALUES } from './block-context.js'
import { type Block, parseBlocks } from './block-parser.js'
import type { BlockRegistry, BlockType } from './block-registry.js'
import type { AdjustmentContext, BlockValues } from './block-type.js'
import { isHidden } from './hidden-blocks.js'
import { type BlockRenderOptions, renderDynamicBlock } from './render-dynamic-block.js'

export type { BlockRenderOptions } from './render-dynamic-block.js'

/** A block whose inner blocks are being rendered. */
interface Frame {
  readonly block: Block
  readonly type: BlockType | undefined
  /** The context of the block, and that of its inner blocks. */
  readonly around: BlockValues
  readonly within: BlockValues
  /** Its own chunks of HTML, adjusted by the block type. */
  readonly chunks: readonly string[]
  html: string
  /** The next of `innerContent`, of the own chunks and of the inner blocks. */
  next: number
  chunk: number
  child: number
}

const ownChunks = ({ innerBlocks, innerHTML, innerContent }: Block): string[] =>
  innerBlocks.length === 0 && innerContent.length === 1 ? [innerHTML] : innerContent.filter(chunk => chunk !== null)

const typeOf = ({ name }: Block, blocks: BlockRegistry): BlockType | undefined =>
  name === null ? undefined : blocks.get(name)

const startBlock = (
  block: Block,
  blocks: BlockRegistry,
  around: BlockValues,
  context: AdjustmentContext,
): Frame | undefined => {
  if (isHidden(block)) return undefined
  const type = typeOf(block, blocks)
  const adjust = type?.definition.adjust
  const own = ownChunks(block)
  const chunks = adjust === undefined ? own : adjust(own, block, context)
  if (chunks === undefined) return undefined
  const within = contextWithin(around, type, block.attributes)
  return { block, type, around, within, chunks, html: '', next: 0, chunk: 0, child: 0 }
}

type Counter = AdjustmentContext['count']

const NO_PARENTS: readonly Block[] = Object.freeze([])

/** Renders a block without inner blocks that is not within another. */
const renderLeaf = (block: Block, options: BlockRenderOptions, count: Counter): string => {
  if (isHidden(block)) return ''
  const type = typeOf(block, options.blocks)
  if (type === undefined) return block.innerHTML
  const { adjust } = type.definition
  let html = block.innerHTML
  if (adjust !== undefined) {
    const chunks = adjust(ownChunks(block), block, { parents: NO_PARENTS, count })
    if (chunks === undefined) return ''
    const own = block.innerContent.length
    html = own === 1 ? (chunks[0] ?? '') : chunks.slice(0, own).join('')
  }
  return type.isDynamic
    ? renderDynamicBlock(block, type, html, NO_PARENTS, options.context ?? NO_VALUES, options, count)
    : html
}

/** Renders a block with its inner blocks. A loop, so that deep nesting does not exhaust the stack. */
export const renderBlock = (root: Block, options: BlockRenderOptions, count = createCounter()): string => {
  if (root.innerBlocks.length === 0) return renderLeaf(root, options, count)
  const { blocks, context = NO_VALUES } = options
  const frames: Frame[] = []
  const parents: Block[] = []
  const enter = (block: Block, around: BlockValues): void => {
    const frame = startBlock(block, blocks, around, { parents, count })
    if (frame === undefined) return
    frames.push(frame)
    parents.push(block)
  }
  let result = ''
  enter(root, context)
  for (let frame = frames.at(-1); frame !== undefined; frame = frames.at(-1)) {
    const { block, type } = frame
    if (frame.next < block.innerContent.length) {
      if (block.innerContent[frame.next++] !== null) frame.html += frame.chunks[frame.chunk++] ?? ''
      else {
        const child = block.innerBlocks[frame.child++]
        if (child !== undefined) enter(child, frame.within)
      }
      continue
    }
    frames.pop()
    parents.pop()
    const html =
      type?.isDynamic === true
        ? renderDynamicBlock(block, type, frame.html, parents, frame.around, options, count)
        : frame.html
    const parent = frames.at(-1)
    if (parent === undefined) result += html
    else parent.html += html
  }
  return result
}

/** Renders the blocks of a text. */
export const renderBlocks = (content: string, options: BlockRenderOptions): string =>
  renderParsed(parseBlocks(content), options).html

/** The HTML of blocks, and whether any of them depends on the number of blocks before it. */
export interface RenderedBlocks {
  readonly html: string
  readonly isCounted: boolean
}

/** Like {@link renderBlocks}, for parsed blocks. */
export const renderParsed = (blocks: readonly Block[], options: BlockRenderOptions): RenderedBlocks => {
  let html = ''
  let isCounted = false
  const next = createCounter()
  const count: Counter = name => {
    isCounted = true
    return next(name)
  }
  for (const block of blocks) html += block.name === null ? block.innerHTML : renderBlock(block, options, count)
  return { html, isCounted }
}
