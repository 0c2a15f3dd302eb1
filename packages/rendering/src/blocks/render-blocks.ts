import { createCounter } from '../text/counter.js'
import { bindBlock } from './bindings/bind-block.js'
import { contextWithin, NO_VALUES } from './block-context.js'
import { type Block, parseBlocks } from './block-parser.js'
import type { BlockRegistry, BlockType } from './block-registry.js'
import type { AdjustmentContext, BlockValues, ShownBlock, ShownParts } from './block-type.js'
import { isHidden } from './hidden-blocks.js'
import { imagePriority, setImagePriority } from './image-priority.js'
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
  /** The priority of the images within; undefined if it is that of the blocks around. */
  readonly priority: ReturnType<typeof imagePriority>
  /** Whether a block around it sets the priority of images. */
  readonly hasPriority: boolean
  /** The inner blocks that are rendered, if the type separates them. */
  readonly inner: ShownBlock[] | undefined
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
  given: Block,
  options: BlockRenderOptions,
  around: BlockValues,
  context: AdjustmentContext & Pick<Surroundings, 'depth' | 'hasPriority'>,
): Frame | undefined => {
  if (isHidden(given)) return undefined
  const type = typeOf(given, options.blocks)
  const block = bindBlock(given, type, options, { context: around, depth: context.depth })
  const adjust = type?.definition.adjust
  const own = ownChunks(block)
  const chunks = adjust === undefined ? own : adjust(own, block, context)
  if (chunks === undefined) return undefined
  const within = contextWithin(around, type, block.attributes)
  const inner = type?.definition.separatesInner === true ? [] : undefined
  const { hasPriority } = context
  const priority = hasPriority ? undefined : imagePriority(block)
  return { block, type, around, within, chunks, html: '', priority, hasPriority, inner, next: 0, chunk: 0, child: 0 }
}

type Counter = AdjustmentContext['count']

/** The position of a rendered block, besides the options of the text. */
interface Surroundings {
  readonly parents: readonly Block[]
  readonly context: BlockValues
  readonly count: Counter
  readonly parts: ShownParts
  /** The number of blocks with `repeat` around it. */
  readonly depth: number
  /** Whether a block around it sets the priority of images. */
  readonly hasPriority: boolean
}

const NO_PARENTS: readonly Block[] = Object.freeze([])
const NO_BLOCKS: readonly ShownBlock[] = Object.freeze([])

/** The cost of a repeated block besides its HTML: reading a block that shows nothing also takes time. */
const BLOCK_COST = 64
/** The cost of a repetition besides its HTML: the element around it. */
const REPEAT_COST = 256

const spend = ({ repeatable }: BlockRenderOptions, { depth }: Surroundings): void => {
  if (depth > 0 && repeatable !== undefined) repeatable.left -= BLOCK_COST
}

/** Renders the content of a block with `repeat`. */
const renderInner = (block: Block, options: BlockRenderOptions, surroundings: Surroundings): string => {
  let html = ''
  let child = 0
  for (const chunk of block.innerContent) {
    const inner = chunk === null ? block.innerBlocks[child++] : undefined
    html += inner === undefined ? (chunk ?? '') : renderWithin(inner, options, surroundings)
  }
  return html
}

const renderDynamic = (
  block: Block,
  type: BlockType,
  html: string,
  options: BlockRenderOptions,
  { parents, context, count, parts, depth, hasPriority }: Surroundings,
  inner: readonly ShownBlock[] = NO_BLOCKS,
): string => {
  const innerOf = (inner: BlockValues): string | undefined => {
    const { repeatable } = options
    if (repeatable !== undefined && repeatable.left <= 0) return undefined
    const within = renderInner(block, options, {
      parents: [...parents, block],
      context: { ...contextWithin(context, type, block.attributes), ...inner },
      count,
      parts,
      depth: depth + 1,
      hasPriority,
    })
    if (repeatable !== undefined) repeatable.left -= within.length + REPEAT_COST
    return within
  }
  return renderDynamicBlock(block, type, html, { parents, around: context, count, depth, innerOf, inner }, options)
}

/** Renders a block without inner blocks. */
const renderLeaf = (given: Block, options: BlockRenderOptions, surroundings: Surroundings): string => {
  if (isHidden(given)) return ''
  spend(options, surroundings)
  const type = typeOf(given, options.blocks)
  if (type === undefined) return given.innerHTML
  const block = bindBlock(given, type, options, surroundings)
  const { adjust } = type.definition
  let html = block.innerHTML
  if (adjust !== undefined) {
    const chunks = adjust(ownChunks(block), block, surroundings)
    if (chunks === undefined) return ''
    const own = block.innerContent.length
    html = own === 1 ? (chunks[0] ?? '') : chunks.slice(0, own).join('')
  }
  const shown = type.isDynamic ? renderDynamic(block, type, html, options, surroundings) : html
  const priority = surroundings.hasPriority ? undefined : imagePriority(block)
  return priority === undefined ? shown : setImagePriority(shown, priority)
}

const renderWithin = (root: Block, options: BlockRenderOptions, surroundings: Surroundings): string => {
  if (root.innerBlocks.length === 0) return renderLeaf(root, options, surroundings)
  const { count, parts, depth } = surroundings
  const frames: Frame[] = []
  const parents: Block[] = [...surroundings.parents]
  const enter = (block: Block, around: BlockValues): void => {
    const outer = frames.at(-1)
    const hasPriority =
      outer === undefined ? surroundings.hasPriority : outer.hasPriority || outer.priority !== undefined
    const frame = startBlock(block, options, around, { parents, count, parts, depth, hasPriority })
    if (frame === undefined) return
    spend(options, surroundings)
    frames.push(frame)
    parents.push(frame.block)
  }
  let result = ''
  enter(root, surroundings.context)
  for (let frame = frames.at(-1); frame !== undefined; frame = frames.at(-1)) {
    const { block, type } = frame
    if (frame.next < block.innerContent.length) {
      if (block.innerContent[frame.next++] !== null) frame.html += frame.chunks[frame.chunk++] ?? ''
      else {
        const child = block.innerBlocks[frame.child++]
        if (child !== undefined && type?.definition.repeat === undefined) enter(child, frame.within)
      }
      continue
    }
    frames.pop()
    parents.pop()
    const shown =
      type?.isDynamic === true
        ? renderDynamic(
            block,
            type,
            frame.html,
            options,
            { ...surroundings, parents, context: frame.around, hasPriority: frame.hasPriority },
            frame.inner,
          )
        : frame.html
    const html = frame.priority === undefined ? shown : setImagePriority(shown, frame.priority)
    const parent = frames.at(-1)
    if (parent === undefined) result += html
    else {
      parent.html += html
      parent.inner?.push({ block, html })
    }
  }
  return result
}

/**
 * Renders a block with its inner blocks. A loop, so that deep nesting does not exhaust the stack; only blocks with
 * `repeat` call it again, and these end where nothing is loaded.
 */
export const renderBlock = (root: Block, options: BlockRenderOptions, count = createCounter()): string =>
  renderWithin(root, options, {
    parents: NO_PARENTS,
    context: options.context ?? NO_VALUES,
    count,
    parts: {},
    depth: 0,
    hasPriority: false,
  })

/** Renders the blocks of a text. */
export const renderBlocks = (content: string, options: BlockRenderOptions): string =>
  renderParsed(parseBlocks(content), options).html

/**
 * Renders the blocks of a text one by one, without the text between them; `count` numbers parts that must be unique.
 */
export const renderEachBlock = (content: string, options: BlockRenderOptions, count: Counter): readonly ShownBlock[] =>
  parseBlocks(content).flatMap(block =>
    block.name === null || isHidden(block) ? [] : [{ block, html: renderBlock(block, options, count) }],
  )

/** The HTML of blocks, and whether any of it depends on the number of blocks before. */
export interface RenderedBlocks {
  readonly html: string
  readonly isCounted: boolean
}

/** Like {@link renderBlocks}, for parsed blocks. */
export const renderParsed = (blocks: readonly Block[], options: BlockRenderOptions): RenderedBlocks => {
  let isCounted = false
  const next = createCounter()
  const count: Counter = name => {
    isCounted = true
    return next(name)
  }
  let html = ''
  for (const block of blocks) html += block.name === null ? block.innerHTML : renderBlock(block, options, count)
  return { html, isCounted }
}
