import { contextWithin, NO_VALUES } from './block-context.js'
import { type Block, parseBlocks } from './block-parser.js'
import type { BlockRegistry, BlockType } from './block-registry.js'
import type { AdjustmentContext, BlockValues } from './block-type.js'
import { isHidden } from './hidden-blocks.js'
import { type BlockRendering, renderDynamicBlock } from './render-dynamic-block.js'

export type { BlockRendering } from './render-dynamic-block.js'

/** A block whose inner blocks are being rendered. */
interface Place {
  readonly block: Block
  readonly type: BlockType | undefined
  /** The context of the block, and that of the blocks within. */
  readonly around: BlockValues
  readonly within: BlockValues
  /** Its own chunks of HTML, as the block type adjusted them. */
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
): Place | undefined => {
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

const counter = (): Counter => {
  let counts: Map<string, number> | undefined
  return name => {
    counts ??= new Map()
    const next = (counts.get(name) ?? 0) + 1
    counts.set(name, next)
    return next
  }
}

const NO_PARENTS: readonly Block[] = Object.freeze([])

/** Renders a block that holds no others and is in none. */
const renderLeaf = (block: Block, rendering: BlockRendering, count: Counter): string => {
  if (isHidden(block)) return ''
  const type = typeOf(block, rendering.blocks)
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
    ? renderDynamicBlock(block, type, html, NO_PARENTS, rendering.context ?? NO_VALUES, rendering)
    : html
}

/** Renders a block and all within it: a loop, so that no depth of blocks exhausts the stack. */
export const renderBlock = (root: Block, rendering: BlockRendering, count = counter()): string => {
  if (root.innerBlocks.length === 0) return renderLeaf(root, rendering, count)
  const { blocks, context = NO_VALUES } = rendering
  const places: Place[] = []
  const parents: Block[] = []
  const enter = (block: Block, around: BlockValues): void => {
    const place = startBlock(block, blocks, around, { parents, count })
    if (place === undefined) return
    places.push(place)
    parents.push(block)
  }
  let result = ''
  enter(root, context)
  for (let place = places.at(-1); place !== undefined; place = places.at(-1)) {
    const { block, type } = place
    if (place.next < block.innerContent.length) {
      if (block.innerContent[place.next++] !== null) place.html += place.chunks[place.chunk++] ?? ''
      else {
        const child = block.innerBlocks[place.child++]
        if (child !== undefined) enter(child, place.within)
      }
      continue
    }
    places.pop()
    parents.pop()
    const html =
      type?.isDynamic === true
        ? renderDynamicBlock(block, type, place.html, parents, place.around, rendering)
        : place.html
    const parent = places.at(-1)
    if (parent === undefined) result += html
    else parent.html += html
  }
  return result
}

/** Renders all blocks of a content. */
export const renderBlocks = (content: string, rendering: BlockRendering): string =>
  renderParsed(parseBlocks(content), rendering).html

/** What parsed blocks are rendered to, and whether any of them depends on how many came before it. */
export interface RenderedBlocks {
  readonly html: string
  readonly isCounted: boolean
}

/** Like {@link renderBlocks}, for parsed blocks. */
export const renderParsed = (blocks: readonly Block[], rendering: BlockRendering): RenderedBlocks => {
  let html = ''
  let isCounted = false
  const next = counter()
  const count: Counter = name => {
    isCounted = true
    return next(name)
  }
  for (const block of blocks) html += block.name === null ? block.innerHTML : renderBlock(block, rendering, count)
  return { html, isCounted }
}
