import { contextWithin, NO_VALUES, usedContext } from './block-context.js'
import { type Block, parseBlocks } from './block-parser.js'
import type { BlockRegistry } from './block-registry.js'
import type { BlockUse, BlockValues } from './block-type.js'
import { isHidden } from './hidden-blocks.js'

/** A text whose blocks are looked through, and what surrounds them. */
export interface BlockText {
  readonly content: string
  readonly postId: number
  /** Context values from outside the text, such as `postId` and `postType`. */
  readonly context?: BlockValues | undefined
}

/** The uses of each block type that loads something, by the name of the type. */
export type BlockUses = ReadonlyMap<string, readonly BlockUse[]>

interface Waiting {
  readonly block: Block
  readonly context: BlockValues
}

/** Collects the uses of blocks that load something in some texts, in their order. */
export function collectBlockUses(texts: Iterable<BlockText>, blocks: BlockRegistry): BlockUses {
  const uses = new Map<string, BlockUse[]>()
  for (const { content, postId, context = NO_VALUES } of texts) {
    if (!blocks.mayLoad(content)) continue
    const waiting: Waiting[] = []
    const wait = (found: readonly Block[], around: BlockValues): void => {
      for (let index = found.length - 1; index >= 0; index--)
        waiting.push({ block: found[index] as Block, context: around })
    }
    wait(parseBlocks(content), context)
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
        const known = uses.get(type.definition.name)
        if (known === undefined) uses.set(type.definition.name, [use])
        else known.push(use)
      }
      if (block.innerBlocks.length > 0) wait(block.innerBlocks, contextWithin(next.context, type, block.attributes))
    }
  }
  return uses
}
