import type { Block } from './block-parser.js'

const unsafe = /--|[<>&\u2028\u2029]|\\"|\\\\/g

const ESCAPES: Readonly<Record<string, string>> = {
  '--': '\\u002d\\u002d',
  '<': '\\u003c',
  '>': '\\u003e',
  '&': '\\u0026',
  '\u2028': '\\u2028',
  '\u2029': '\\u2029',
  '\\"': '\\u0022',
  '\\\\': '\\u005c',
}

/** Writes attributes as JSON that is safe in a comment and unchanged by HTML filters. */
export const serializeAttributes = (attributes: Readonly<Record<string, unknown>>): string =>
  JSON.stringify(attributes).replace(unsafe, found => ESCAPES[found] ?? found)

const opening = ({ name, innerContent }: Block, attributes: Block['attributes']): string => {
  const written = Object.keys(attributes).length === 0 ? '' : `${serializeAttributes(attributes)} `
  return `<!-- wp:${shortName(name ?? '')} ${written}${innerContent.length === 0 ? '/' : ''}-->`
}

const shortName = (name: string): string => (name.startsWith('core/') ? name.slice(5) : name)

interface Frame {
  readonly block: Block
  /** The next of `innerContent`, and of the inner blocks. */
  chunk: number
  child: number
}

/**
 * Writes blocks as content: the inverse of {@link parseBlocks}. `attributesOf` returns the attributes to write for a
 * block, within others or not; its own by default.
 */
export const serializeBlocks = (
  blocks: readonly Block[],
  attributesOf: (block: Block) => Block['attributes'] = ({ attributes }) => attributes,
): string => {
  let result = ''
  for (const root of blocks) {
    const frames: Frame[] = []
    const enter = (block: Block): void => {
      if (block.name !== null) result += opening(block, attributesOf(block))
      frames.push({ block, chunk: 0, child: 0 })
    }
    enter(root)
    for (let frame = frames.at(-1); frame !== undefined; frame = frames.at(-1)) {
      const { block } = frame
      if (frame.chunk < block.innerContent.length) {
        const chunk = block.innerContent[frame.chunk++]
        if (typeof chunk === 'string') result += chunk
        else {
          const child = block.innerBlocks[frame.child++]
          if (child !== undefined) enter(child)
        }
      } else {
        if (block.name !== null && block.innerContent.length > 0) result += `<!-- /wp:${shortName(block.name)} -->`
        frames.pop()
      }
    }
  }
  return result
}
