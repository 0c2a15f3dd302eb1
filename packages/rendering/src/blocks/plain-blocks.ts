import { escapeAmpersands } from '../html/character-references.js'
import { findTag, withClasses } from '../html/html-tag.js'
import { revise, revised } from '../typography/rewrite.js'
import { createTypesetState, type TypesetState, typesetPart } from '../typography/typeset.js'
import type { Block } from './block-parser.js'
import type { BlockRegistry } from './block-registry.js'
import type { PlainChange } from './block-type.js'
import type { Delimiter } from './delimiter.js'

/** A block that shows its saved HTML, maybe with added classes. */
interface PlainBlock {
  readonly name: string
  readonly opening: Delimiter
  readonly closing: Delimiter
  readonly change: PlainChange | undefined
}

const isUnstyled = ({ attributes }: Delimiter): boolean =>
  !('style' in attributes || 'metadata' in attributes || 'fitText' in attributes)

const plainBlock = (
  opening: Delimiter,
  closing: Delimiter | undefined,
  blocks: BlockRegistry,
): PlainBlock | undefined => {
  if (opening.kind !== 'open' || closing?.kind !== 'close' || !isUnstyled(opening)) return undefined
  const { name } = opening
  const type = blocks.get(name)
  if (type !== undefined && type.plainChange === undefined) return undefined
  return { name, opening, closing, change: type?.plainChange }
}

/** The blocks between delimiters; undefined unless all of them are plain. */
const findPlainBlocks = (delimiters: readonly Delimiter[], blocks: BlockRegistry): PlainBlock[] | undefined => {
  const found: PlainBlock[] = []
  for (let index = 0; index < delimiters.length; index += 2) {
    const block = plainBlock(delimiters[index] as Delimiter, delimiters[index + 1], blocks)
    if (block === undefined) return undefined
    found.push(block)
  }
  return found
}

const LESS = 60
const GREATER = 62

const isSpace = (code: number): boolean => code === 32 || code === 10

const skipSpace = (text: string, start: number): number => {
  let index = start
  while (index < text.length && isSpace(text.charCodeAt(index))) index++
  return index
}

/** Whether a part of a text begins and ends with a tag, so that its typography does not depend on its surroundings. */
const isFramed = (text: string, start: number, end: number): boolean => {
  let last = end - 1
  while (isSpace(text.charCodeAt(last))) last--
  return text.charCodeAt(skipSpace(text, start)) === LESS && text.charCodeAt(last) === GREATER
}

/** The end of the tag name if a part begins with one of the elements, without attributes; otherwise -1. */
const bareTagName = (text: string, start: number, elements: ReadonlySet<string>): number => {
  const nameStart = skipSpace(text, start) + 1
  const end = text.indexOf('>', nameStart)
  return elements.has(text.slice(nameStart, end)) ? end : -1
}

/** Adds the classes of a block, and returns the end of the typeset part; -1 if the block has no simple tag for them. */
const addOwnClasses = (state: TypesetState, block: PlainBlock, start: number, end: number): number => {
  const { change } = block
  if (change === undefined || change.classes.length === 0) return start
  const { text, rewrite } = state
  const bare = bareTagName(text, start, change.elements)
  if (bare !== -1) {
    revise(rewrite, text, bare, change.attribute, bare)
    return bare + 1
  }
  const tag = findTag(text, change.elements, start)
  if (tag === undefined || tag.end > end || typesetPart(state, start, tag.start) !== tag.start) return -1
  const changed = withClasses(text, tag, change.classes)
  if (state.open.length > 0 || changed.indexOf('>') !== changed.length - 1) return -1
  revise(rewrite, text, tag.start, escapeAmpersands(changed), tag.end)
  return tag.end
}

const typesetBlock = (state: TypesetState, block: PlainBlock): boolean => {
  const { text, rewrite } = state
  const { start, end: contentStart } = block.opening
  const { start: contentEnd, end } = block.closing
  revise(rewrite, text, start, '', contentStart)
  if (!isFramed(text, contentStart, contentEnd)) return false
  const done = addOwnClasses(state, block, contentStart, contentEnd)
  if (done === -1 || typesetPart(state, done, contentEnd) !== contentEnd) return false
  revise(rewrite, text, contentEnd, '', end)
  return true
}

/** Returns undefined if there is text between the blocks, or a block ends within a tag. */
const typesetPlainBlocks = (
  text: string,
  blocks: readonly PlainBlock[],
  shortcodes: ReadonlySet<string>,
): string | undefined => {
  const state = createTypesetState(text, shortcodes)
  let done = 0
  for (const block of blocks) {
    if (skipSpace(text, done) !== block.opening.start || !typesetBlock(state, block)) return undefined
    done = block.closing.end
  }
  return skipSpace(text, done) === text.length ? revised(state.rewrite, text) : undefined
}

/** Content that consists of plain blocks. */
export interface PlainContent {
  readonly blocks: readonly Pick<Block, 'name'>[]
  /** Returns the typeset HTML; undefined if the content must be parsed after all. */
  readonly typeset: (shortcodes: ReadonlySet<string>) => string | undefined
}

/**
 * A fast path of rendering: content of blocks that show their saved HTML is typeset without parsing, and delimiters are
 * skipped. Undefined if a block needs more; see `renderParsed`.
 */
export const plainContent = (
  text: string,
  delimiters: readonly Delimiter[],
  types: BlockRegistry,
): PlainContent | undefined => {
  const blocks = findPlainBlocks(delimiters, types)
  return blocks && { blocks, typeset: shortcodes => typesetPlainBlocks(text, blocks, shortcodes) }
}
