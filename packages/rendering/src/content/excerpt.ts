import { type Block, isBlockText, parseBlocks } from '../blocks/block-parser.js'
import { isHidden } from '../blocks/hidden-blocks.js'
import { type BlockRenderOptions, renderBlock } from '../blocks/render-blocks.js'
import { separatesWords } from '../text/ascii.js'

/** The default number of words in an excerpt. */
export const EXCERPT_WORDS = 55

const set = (names: string): ReadonlySet<string> => new Set(names.split(' ').map(name => `core/${name}`))

/** The blocks whose text excerpts use. */
const PROSE = set('freeform heading html list media-text paragraph preformatted pullquote quote table verse')
/** The blocks whose inner blocks excerpts use. */
const WRAPPERS = set('columns column group')

/** Whether excerpts use the text of a block. */
const isProse = ({ name }: Block): boolean => name === null || PROSE.has(name)
const isWrapper = ({ name }: Block): boolean => name !== null && WRAPPERS.has(name)

const renderWrapper = (wrapper: Block, options: BlockRenderOptions): string => {
  let result = ''
  const waiting = [...wrapper.innerBlocks].reverse()
  for (let block = waiting.pop(); block !== undefined; block = waiting.pop()) {
    if (isHidden(block) || (!isProse(block) && !isWrapper(block))) continue
    if (block.innerBlocks.length === 0) result += renderBlock(block, options)
    else
      for (let inner = block.innerBlocks.length - 1; inner >= 0; inner--)
        waiting.push(block.innerBlocks[inner] as Block)
  }
  return result
}

/** Renders the blocks of a text that excerpts use: prose, also within columns and groups. */
export const renderProse = (content: string, options: BlockRenderOptions): string =>
  isBlockText(content) ? renderProseBlocks(parseBlocks(content), options) : content

/** Like {@link renderProse}, for parsed blocks. */
export const renderProseBlocks = (blocks: readonly Block[], options: BlockRenderOptions): string => {
  let result = ''
  for (const block of blocks) {
    if (isHidden(block)) continue
    if (isWrapper(block) && block.innerBlocks.length > 0) result += renderWrapper(block, options)
    else if (isWrapper(block) || isWholeProse(block)) result += renderBlock(block, options)
  }
  return result
}

/** Whether the HTML of a block does not depend on anything else; only direct inner blocks are checked. */
const isStatic = ({ name, innerBlocks }: Block, { blocks: types }: BlockRenderOptions): boolean => {
  const isOwnStatic = name === null || types.get(name)?.isDynamic !== true
  return isOwnStatic && innerBlocks.every(inner => inner.name === null || types.get(inner.name)?.isDynamic !== true)
}

/** Whether excerpts use all blocks, rendered as in the content. */
export const isAllProse = (blocks: readonly Block[], options: BlockRenderOptions): boolean =>
  blocks.every(block => isWholeProse(block) && isStatic(block, options))

/** Prose with other inner blocks, such as the items of a list, is omitted. */
const isWholeProse = (block: Block): boolean =>
  isProse(block) && block.innerBlocks.every(inner => isProse(inner) && inner.innerBlocks.length === 0)

/**
 * The first words of a text, followed by `ending` if there are more. A negative `count` is not a number of words: -1
 * and -2 omit the last word, lower ones all words.
 */
export const firstWords = (text: string, count: number, ending: string): string => {
  if (count < 0) return (count < -2 ? '' : allButLastWord(text)) + ending
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

const allButLastWord = (text: string): string =>
  text
    .split(/[\t\n\r ]+/)
    .filter(word => word !== '')
    .slice(0, -1)
    .join(' ')
