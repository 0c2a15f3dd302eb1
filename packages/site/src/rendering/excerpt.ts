import { trimSpace } from '../text/spaces.js'
import { type Block, isBlockText, parseBlocks } from './block-parser.js'
import { type BlockRendering, renderBlock } from './render-blocks.js'

const set = (names: string): ReadonlySet<string> => new Set(names.split(' ').map(name => `core/${name}`))

/** The blocks that an excerpt is made of. */
const PROSE = set('freeform heading html list media-text paragraph preformatted pullquote quote table verse')
/** The blocks that an excerpt looks into. */
const WRAPPERS = set('columns column group')

const isProse = ({ name }: Block): boolean => name === null || PROSE.has(name)
const isWrapper = ({ name }: Block): boolean => name !== null && WRAPPERS.has(name)

const renderWrapper = (wrapper: Block, rendering: BlockRendering): string => {
  let result = ''
  const waiting = [...wrapper.innerBlocks].reverse()
  for (let block = waiting.pop(); block !== undefined; block = waiting.pop()) {
    if (!isProse(block) && !isWrapper(block)) continue
    if (block.innerBlocks.length === 0) result += renderBlock(block, rendering)
    else for (let inner = block.innerBlocks.length - 1; inner >= 0; inner--) waiting.push(block.innerBlocks[inner] as Block)
  }
  return result
}

/** Renders of a content's blocks what an excerpt may be made of: prose, also within columns and groups. */
export const renderProse = (content: string, rendering: BlockRendering): string => {
  if (!isBlockText(content)) return content
  let result = ''
  for (const block of parseBlocks(content)) {
    if (isWrapper(block) && block.innerBlocks.length > 0) result += renderWrapper(block, rendering)
    else if (isWrapper(block) || isWholeProse(block)) result += renderBlock(block, rendering)
  }
  return result
}

/** Prose that holds something else, such as a list its items, is left out. */
const isWholeProse = (block: Block): boolean =>
  isProse(block) && block.innerBlocks.every(inner => isProse(inner) && inner.innerBlocks.length === 0)

const space = /[\n\r\t ]+/

/** The first words of a text; `ending` follows when there are more. */
export const firstWords = (text: string, count: number, ending: string): string => {
  const trimmed = trimSpace(text)
  if (trimmed === '') return ''
  const words = trimmed.split(space, count + 1)
  return words.length > count ? words.slice(0, count).join(' ') + ending : words.join(' ')
}
