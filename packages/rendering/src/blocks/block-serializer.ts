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

/** Writes attributes as JSON that can stand in a comment and passes through HTML filters unchanged. */
export const serializeAttributes = (attributes: Readonly<Record<string, unknown>>): string =>
  JSON.stringify(attributes).replace(unsafe, found => ESCAPES[found] ?? found)

const opening = ({ name, attributes, innerContent }: Block): string => {
  const written = Object.keys(attributes).length === 0 ? '' : `${serializeAttributes(attributes)} `
  return `<!-- wp:${shortName(name ?? '')} ${written}${innerContent.length === 0 ? '/' : ''}-->`
}

const shortName = (name: string): string => (name.startsWith('core/') ? name.slice(5) : name)

interface Place {
  readonly block: Block
  piece: number
  child: number
}

/** Writes blocks as content, the way that {@link parseBlocks} reads it. */
export const serializeBlocks = (blocks: readonly Block[]): string => {
  let result = ''
  for (const root of blocks) {
    const places: Place[] = []
    const enter = (block: Block): void => {
      if (block.name !== null) result += opening(block)
      places.push({ block, piece: 0, child: 0 })
    }
    enter(root)
    for (let place = places.at(-1); place !== undefined; place = places.at(-1)) {
      const { block } = place
      if (place.piece < block.innerContent.length) {
        const piece = block.innerContent[place.piece++]
        if (typeof piece === 'string') result += piece
        else {
          const child = block.innerBlocks[place.child++]
          if (child !== undefined) enter(child)
        }
      } else {
        if (block.name !== null && block.innerContent.length > 0) result += `<!-- /wp:${shortName(block.name)} -->`
        places.pop()
      }
    }
  }
  return result
}
