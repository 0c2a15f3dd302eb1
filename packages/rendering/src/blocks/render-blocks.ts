import { type Block, parseBlocks } from './block-parser.js'
import type { AdjustmentContext, BlockRegistry, BlockType } from './block-types.js'

/** A block whose children are being rendered. */
interface Place {
  readonly block: Block
  readonly type: BlockType | undefined
  /** The own pieces of HTML, as the block type adjusted them. */
  readonly pieces: readonly string[]
  html: string
  /** Where in `innerContent`, among the own pieces and among the children the rendering is. */
  next: number
  piece: number
  child: number
}

/** What blocks are rendered with. */
export interface BlockRendering {
  readonly blocks: BlockRegistry
  readonly postId: number
}

const isHidden = ({ attributes }: Block): boolean => {
  const { metadata } = attributes
  return (
    typeof metadata === 'object' &&
    metadata !== null &&
    'blockVisibility' in metadata &&
    metadata.blockVisibility === false
  )
}

const ownPieces = ({ innerBlocks, innerHTML, innerContent }: Block): string[] =>
  innerBlocks.length === 0 && innerContent.length === 1 ? [innerHTML] : innerContent.filter(piece => piece !== null)

const typeOf = ({ name }: Block, blocks: BlockRegistry): BlockType | undefined =>
  name === null ? undefined : blocks.get(name)

const startBlock = (block: Block, blocks: BlockRegistry, context: AdjustmentContext): Place | undefined => {
  if (isHidden(block)) return undefined
  const type = typeOf(block, blocks)
  const adjust = type?.definition.adjust
  const own = ownPieces(block)
  const pieces = adjust === undefined ? own : adjust(own, block, context)
  return pieces === undefined ? undefined : { block, type, pieces, html: '', next: 0, piece: 0, child: 0 }
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
const renderLeaf = (block: Block, { blocks, postId }: BlockRendering, count: Counter): string => {
  if (isHidden(block)) return ''
  const type = typeOf(block, blocks)
  const adjust = type?.definition.adjust
  if (adjust === undefined) return finish(block, type, block.innerHTML, postId, NO_PARENTS)
  const pieces = adjust(ownPieces(block), block, { parents: NO_PARENTS, count })
  if (pieces === undefined) return ''
  const own = block.innerContent.length
  const html = own === 1 ? (pieces[0] ?? '') : pieces.slice(0, own).join('')
  return finish(block, type, html, postId, NO_PARENTS)
}

const finish = (
  block: Block,
  type: BlockType | undefined,
  html: string,
  postId: number,
  parents: readonly Block[],
): string => {
  const render = type?.definition.render
  return type === undefined || render === undefined
    ? html
    : render(type.prepareAttributes(block.attributes), html, block, { postId, parents })
}

/** Renders a block and all within it; a loop, so that no depth of blocks is too deep. */
export const renderBlock = (root: Block, rendering: BlockRendering, count = counter()): string => {
  if (root.innerBlocks.length === 0) return renderLeaf(root, rendering, count)
  const { blocks, postId } = rendering
  const places: Place[] = []
  const parents: Block[] = []
  const enter = (block: Block): void => {
    const place = startBlock(block, blocks, { parents, count })
    if (place === undefined) return
    places.push(place)
    parents.push(block)
  }
  let result = ''
  enter(root)
  for (let place = places.at(-1); place !== undefined; place = places.at(-1)) {
    const { block } = place
    if (place.next < block.innerContent.length) {
      if (block.innerContent[place.next++] !== null) place.html += place.pieces[place.piece++] ?? ''
      else {
        const child = block.innerBlocks[place.child++]
        if (child !== undefined) enter(child)
      }
      continue
    }
    places.pop()
    parents.pop()
    const html = finish(block, place.type, place.html, postId, parents)
    const parent = places.at(-1)
    if (parent === undefined) result += html
    else parent.html += html
  }
  return result
}

/** Renders all blocks of a content. */
export const renderBlocks = (content: string, rendering: BlockRendering): string =>
  renderParsed(parseBlocks(content), rendering).html

/** What parsed blocks are rendered to, and whether any of them is shown by how many came before it. */
export interface RenderedBlocks {
  readonly html: string
  readonly isCounted: boolean
}

/** Like {@link renderBlocks}, of blocks that are parsed already. */
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
