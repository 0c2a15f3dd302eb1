import { readDelimiters } from './block-delimiters.js'
import { type Delimiter, NO_ATTRIBUTES } from './delimiter.js'

/** A piece of content: its own HTML, attributes, and the blocks within it. */
export interface Block {
  /** `namespace/name`; null for text outside of blocks. */
  readonly name: string | null
  readonly attributes: Readonly<Record<string, unknown>>
  readonly innerBlocks: readonly Block[]
  /** The block's own HTML, without that of the blocks within it. */
  readonly innerHTML: string
  /** The own HTML in its pieces, with null where each of `innerBlocks` stands. */
  readonly innerContent: readonly (string | null)[]
}

const delimiterStart = /<!--\s+\/?wp:/

/** Whether a text holds blocks, as the field `block_version` says. */
export const hasBlocks = (text: string): boolean => text.includes('<!-- wp:')

/** Whether a text is to be read as blocks, even if these are not well-formed: no paragraphs are made of it then. */
export const isBlockText = (text: string): boolean => text.includes('wp:') && delimiterStart.test(text)

/** A block whose end is not reached yet. */
interface OpenBlock extends Block {
  readonly innerBlocks: Block[]
  readonly innerContent: (string | null)[]
  innerHTML: string
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
 * Parses content into blocks, in time that grows with its length only. Text outside of blocks becomes blocks without a
 * name. It never fails: a comment that is no delimiter is text, a block that is not closed ends where what holds it
 * ends, attributes that cannot be read are none.
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
    else parent.innerContent.push(html)
  }
  const addBlock = (block: Block): void => {
    if (parent === undefined) result.push(block)
    else {
      parent.innerBlocks.push(block)
      parent.innerContent.push(null)
    }
  }
  const close = (): void => {
    const block = open.pop()
    parent = open.at(-1)
    if (block !== undefined) addBlock(finish(block))
  }

  for (const delimiter of delimiters) {
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
