import type { Block } from './block-parser.js'
import type { BlockRegistry } from './block-registry.js'

/**
 * Whether the HTML of blocks depends on nothing but their text and their types: they are not rendered on the server, and
 * no attribute is bound to a value.
 */
export const areStatic = (blocks: readonly Block[], types: BlockRegistry): boolean => {
  const waiting: (readonly Block[])[] = [blocks]
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    for (const { name, attributes, innerBlocks } of next) {
      if (isBound(attributes['metadata'])) return false
      if (name !== null && types.get(name)?.isDynamic === true) return false
      if (innerBlocks.length > 0) waiting.push(innerBlocks)
    }
  }
  return true
}

const isBound = (metadata: unknown): boolean =>
  typeof metadata === 'object' && metadata !== null && 'bindings' in metadata
