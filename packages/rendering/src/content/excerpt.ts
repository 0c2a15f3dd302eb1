import { type Block, isBlockText, parseBlocks } from '../blocks/block-parser.js'
import { type BlockRendering, renderBlock } from '../blocks/render-blocks.js'
import { separatesWords } from '../text/ascii.js'

/** How many words of a content make an excerpt, unless another number is wanted. */
export const EXCERPT_WORDS = 55

const set = (names: string): ReadonlySet<string> => new Set(names.split(' ').map(name => `core/${name}`))

/** The blocks that an excerpt is made of. */
const PROSE = set('freeform heading html list media-text paragraph preformatted pullquote quote table verse')
/** The blocks that an excerpt looks into. */
const WRAPPERS = set('columns column group')

/** Whether an excerpt may be made of a block. */
export const isProse = ({ name }: Pick<Block, 'name'>): boolean => name === null || PROSE.has(name)
const isWrapper = ({ name }: Block): boolean => name !== null && WRAPPERS.has(name)

const renderWrapper = (wrapper: Block, rendering: BlockRendering): string => {
  let result = ''
  const waiting = [...wrapper.innerBlocks].reverse()
  for (let block = waiting.pop(); block !== undefined; block = waiting.pop()) {
    if (!isProse(block) && !isWrapper(block)) continue
    if (block.innerBlocks.length === 0) result += renderBlock(block, rendering)
    else
      for (let inner = block.innerBlocks.length - 1; inner >= 0; inner--)
        waiting.push(block.innerBlocks[inner] as Block)
  }
  return result
}

/** Renders of a content's blocks what an excerpt may be made of: prose, also within columns and groups. */
export const renderProse = (content: string, rendering: BlockRendering): string =>
  isBlockText(content) ? renderProseBlocks(parseBlocks(content), rendering) : content

/** Like {@link renderProse}, of blocks that are parsed already. */
export const renderProseBlocks = (blocks: readonly Block[], rendering: BlockRendering): string => {
  let result = ''
  for (const block of blocks) {
    if (isWrapper(block) && block.innerBlocks.length > 0) result += renderWrapper(block, rendering)
    else if (isWrapper(block) || isWholeProse(block)) result += renderBlock(block, rendering)
  }
  return result
}

/** Whether an excerpt may be made of all blocks of a content, just as they are rendered for the content. */
export const isAllProse = (blocks: readonly Block[], { blocks: types }: BlockRendering): boolean =>
  blocks.every(block => {
    if (!isProse(block) || block.innerBlocks.length > 0) return false
    return block.name === null || types.get(block.name)?.isDynamic !== true
  })

/** Prose that holds something else, such as a list its items, is left out. */
const isWholeProse = (block: Block): boolean =>
  isProse(block) && block.innerBlocks.every(inner => isProse(inner) && inner.innerBlocks.length === 0)

/** The first words of a text; `ending` follows when there are more. */
export const firstWords = (text: string, count: number, ending: string): string => {
  const words: string[] = []
  const end = text.length
  let index = 0
  for (;;) {
    while (index < end && separatesWords(text.charCodeAt(index))) index++
    if (index === end) return words.join(' ')
    if (words.length === count) return words.join(' ') + ending
    const start = index
    while (index < end && !separatesWords(text.charCodeAt(index))) index++
    words.push(text.slice(start, index))
  }
}
