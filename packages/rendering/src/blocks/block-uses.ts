import { contextWithin, NO_VALUES, usedContext } from './block-context.js'
import { type Block, parseBlocks } from './block-parser.js'
import type { BlockRegistry } from './block-registry.js'
import type { BlockUse, BlockValues } from './block-type.js'
import { isHidden } from './hidden-blocks.js'

/** A text with blocks, and the context around them. */
export interface BlockText {
  readonly content: string
  readonly postId: number
  /** Context values from outside the text, such as `postId` and `postType`. */
  readonly context?: BlockValues | undefined
}

/** The uses of each block type with `load`, by its name. */
export type BlockUses = ReadonlyMap<string, readonly BlockUse[]>

interface Waiting {
  readonly block: Block
  readonly context: BlockValues
}

/** Collects the uses of blocks with `load` in some texts, in order. */
export function collectBlockUses(texts: Iterable<BlockText>, blocks: BlockRegistry): BlockUses {
  const uses = new Map<string, BlockUse[]>()
  for (const { content, postId, context = NO_VALUES } of texts) {
    if (!blocks.mayLoad(content)) continue
    const waiting: Waiting[] = []
    const enqueue = (found: readonly Block[], around: BlockValues): void => {
      for (let index = found.length - 1; index >= 0; index--)
        waiting.push({ block: found[index] as Block, context: around })
    }
    enqueue(parseBlocks(content), context)
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      const { block } = next
      if (isHidden(block)) continue
      const type = block.name === null ? undefined : blocks.get(block.name)
      if (type?.definition.load !== undefined) {
        const use = {
          attributes: type.prepareAttributes(block.attributes),
          postId,
          context: usedContext(next.context, type),
        }
        const earlier = uses.get(type.definition.name)
        if (earlier === undefined) uses.set(type.definition.name, [use])
        else earlier.push(use)
      }
      if (block.innerBlocks.length > 0) enqueue(block.innerBlocks, contextWithin(next.context, type, block.attributes))
    }
  }
  return uses
}
