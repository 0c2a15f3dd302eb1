import type { BindingUse } from './bindings/binding-source.js'
import { sourceUses } from './bindings/block-bindings.js'
import { contextWithin, NO_VALUES, usedContext } from './block-context.js'
import type { Block } from './block-parser.js'
import type { BlockRegistry, BlockType } from './block-registry.js'
import type { BlockUse, BlockValues } from './block-type.js'
import { isHidden } from './hidden-blocks.js'

/** Blocks, and the contexts in which each of them is shown. */
export interface ShownBlocks {
  readonly blocks: readonly Block[]
  readonly postId: number
  /** Context values from outside the blocks, such as `postId` and `postType`; one context without values by default. */
  readonly contexts?: readonly BlockValues[] | undefined
}

/** A use of a block with `repeat`. */
export interface RepeatingUse {
  readonly use: BlockUse
  /** The inner blocks in some contexts. */
  within(contexts: readonly BlockValues[]): ShownBlocks
}

/**
 * The uses of each block type with `load` or `repeat`, by type name, and those of sources of bound attributes with
 * `load`, by source name.
 */
export interface BlockUses {
  readonly bound: ReadonlyMap<string, readonly BindingUse[]>
  readonly loading: ReadonlyMap<string, readonly BlockUse[]>
  readonly repeating: ReadonlyMap<string, readonly RepeatingUse[]>
}

interface Waiting {
  readonly block: Block
  readonly contexts: readonly BlockValues[]
}

const ONE_CONTEXT: readonly BlockValues[] = Object.freeze([NO_VALUES])

const add = <Value>(map: Map<string, Value[]>, name: string, value: Value): void => {
  const earlier = map.get(name)
  if (earlier === undefined) map.set(name, [value])
  else earlier.push(value)
}

/**
 * Collects the uses of blocks with `load`, in order, up to a `limit`; inner blocks of blocks with `repeat` are skipped
 * until their contexts are known.
 */
export function collectBlockUses(
  shown: Iterable<ShownBlocks>,
  types: BlockRegistry,
  limit = Number.POSITIVE_INFINITY,
): BlockUses {
  const bound = new Map<string, BindingUse[]>()
  const loading = new Map<string, BlockUse[]>()
  const repeating = new Map<string, RepeatingUse[]>()
  let left = limit
  const collect = (type: BlockType, block: Block, postId: number, around: readonly BlockValues[]): void => {
    const { name, repeat } = type.definition
    const attributes = type.prepareAttributes(block.attributes)
    for (const outer of around) {
      if (left-- <= 0) return
      const use = { attributes, postId, context: usedContext(outer, type) }
      add(loading, name, use)
      if (repeat === undefined || block.innerBlocks.length === 0) continue
      const inner = contextWithin(outer, type, block.attributes)
      const within = (contexts: readonly BlockValues[]): ShownBlocks => ({
        blocks: block.innerBlocks,
        postId,
        contexts: contexts.map(context => ({ ...inner, ...context })),
      })
      add(repeating, name, { use, within })
    }
  }
  const collectBound = (type: BlockType, block: Block, postId: number, around: readonly BlockValues[]): void => {
    for (const outer of around) {
      for (const { source, use } of sourceUses(block, type, types.source, outer, postId))
        if (source.load !== undefined && left-- > 0) add(bound, source.name, use)
    }
  }
  for (const { blocks, postId, contexts = ONE_CONTEXT } of shown) {
    const waiting: Waiting[] = []
    const enqueue = (found: readonly Block[], around: readonly BlockValues[]): void => {
      for (let index = found.length - 1; index >= 0; index--)
        waiting.push({ block: found[index] as Block, contexts: around })
    }
    enqueue(blocks, contexts)
    for (let next = waiting.pop(); next !== undefined && left > 0; next = waiting.pop()) {
      const { block, contexts: around } = next
      if (isHidden(block)) continue
      const type = block.name === null ? undefined : types.get(block.name)
      if (type?.definition.bindable !== undefined && block.attributes['metadata'] !== undefined)
        collectBound(type, block, postId, around)
      if (type?.definition.load !== undefined) collect(type, block, postId, around)
      if (block.innerBlocks.length === 0 || type?.definition.repeat !== undefined) continue
      const isProviding = type?.definition.providesContext !== undefined
      enqueue(block.innerBlocks, isProviding ? around.map(each => contextWithin(each, type, block.attributes)) : around)
    }
  }
  return { bound, loading, repeating }
}
