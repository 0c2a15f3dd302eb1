import { readDelimiters } from './block-delimiters.js'
import { type Delimiter, NO_ATTRIBUTES } from './delimiter.js'

/** A block: attributes, HTML and inner blocks. */
export interface Block {
  /** `namespace/name`; null for text between blocks. */
  readonly name: string | null
  readonly attributes: Readonly<Record<string, unknown>>
  readonly innerBlocks: readonly Block[]
  /** The HTML of the block, without its inner blocks. */
  readonly innerHTML: string
  /** The same HTML in chunks, with null for each inner block. */
  readonly innerContent: readonly (string | null)[]
}

const delimiterStart = /<!--\s+\/?wp:/

/** Whether a text has blocks, for the field `block_version`. */
export const hasBlocks = (text: string): boolean => text.includes('<!-- wp:')

/** Whether a text is rendered as blocks, even malformed ones, and so without automatic paragraphs. */
export const isBlockText = (text: string): boolean => text.includes('wp:') && delimiterStart.test(text)

/** A block that has not been closed yet. */
interface OpenBlock extends Block {
  innerBlocks: Block[]
  innerContent: (string | null)[]
  innerHTML: string
}

/** Adds to a list. The first item gets a list of its own: an empty one would reserve memory for 17 items. */
const added = <T>(list: T[], item: T): T[] => {
  if (list.length === 0) return [item]
  list.push(item)
  return list
}

const freeText = (html: string): Block => ({
  name: null,
  attributes: NO_ATTRIBUTES,
  innerBlocks: [],
  innerHTML: html,
  innerContent: [html],
})

const openBlock = ({ name, attributes }: Delimiter): OpenBlock => ({
  name,
  attributes,
  innerBlocks: [],
  innerHTML: '',
  innerContent: [],
})

const finish = (block: OpenBlock): Block => {
  const { innerContent } = block
  block.innerHTML = innerContent.length === 1 ? (innerContent[0] ?? '') : innerContent.join('')
  return block
}

/**
 * Parses content into blocks, in linear time. Text between blocks becomes blocks without a name. It never throws: a
 * comment that is not a delimiter is text, an unclosed block ends with its parent, everything from the closing
 * delimiter of an unopened block on is text, and invalid attributes are ignored.
 */
export const parseBlocks = (text: string, delimiters = readDelimiters(text)): Block[] => {
  const result: Block[] = []
  const open: OpenBlock[] = []
  let done = 0

  let parent: OpenBlock | undefined

  const addText = (end: number): void => {
    if (end === done) return
    const html = text.slice(done, end)
    if (parent === undefined) result.push(freeText(html))
    else parent.innerContent = added(parent.innerContent, html)
  }
  const addBlock = (block: Block): void => {
    if (parent === undefined) result.push(block)
    else {
      parent.innerBlocks = added(parent.innerBlocks, block)
      parent.innerContent = added<string | null>(parent.innerContent, null)
    }
  }
  const close = (): void => {
    const block = open.pop()
    parent = open.at(-1)
    if (block !== undefined) addBlock(finish(block))
  }

  for (const delimiter of delimiters) {
    // As in editors, nothing after it is a block.
    if (delimiter.kind === 'close' && parent === undefined) break
    addText(delimiter.start)
    done = delimiter.end
    if (delimiter.kind === 'close') close()
    else {
      const block = openBlock(delimiter)
      if (delimiter.kind === 'void') addBlock(block)
      else {
        open.push(block)
        parent = block
      }
    }
  }
  addText(text.length)
  while (open.length > 0) close()
  return result
}
