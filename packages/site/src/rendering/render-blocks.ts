import { type Block, parseBlocks } from './block-parser.js'
import type { AdjustmentContext, BlockRegistry, BlockType } from './block-registry.js'

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

const ownPieces = ({ innerContent }: Block): string[] => innerContent.filter(piece => piece !== null)

const startBlock = (block: Block, blocks: BlockRegistry, context: AdjustmentContext): Place | undefined => {
  if (isHidden(block)) return undefined
  const type = block.name === null ? undefined : blocks.get(block.name)
  const adjust = type?.definition.adjust
  const own = ownPieces(block)
  const pieces = adjust === undefined ? own : adjust(own, block, context)
  return pieces === undefined ? undefined : { block, type, pieces, html: '', next: 0, piece: 0, child: 0 }
}

const counter = (): ((name: string) => number) => {
  const counts = new Map<string, number>()
  return name => {
    const next = (counts.get(name) ?? 0) + 1
    counts.set(name, next)
    return next
  }
}

/** Renders a block and all within it; a loop, so that no depth of blocks is too deep. */
export const renderBlock = (root: Block, { blocks, postId }: BlockRendering, count = counter()): string => {
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
    const { block, type } = place
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
    const render = type?.definition.render
    const html =
      type === undefined || render === undefined
        ? place.html
        : render(type.prepareAttributes(block.attributes), place.html, block, { postId, parents })
    const parent = places.at(-1)
    if (parent === undefined) result += html
    else parent.html += html
  }
  return result
}

/** Renders all blocks of a content. */
export const renderBlocks = (content: string, rendering: BlockRendering): string => {
  let result = ''
  const count = counter()
  for (const block of parseBlocks(content)) {
    result += block.name === null ? block.innerHTML : renderBlock(block, rendering, count)
  }
  return result
}
