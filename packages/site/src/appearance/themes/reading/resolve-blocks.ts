import { type EmptyObjects, presentEmptyObjects } from '@platen/core'
import { type Block, parseBlocks, sanitizeTextField, serializeBlocks } from '@platen/rendering'
import { TEMPLATE_PART } from '../../../kernel/blocks/index.js'
import { isMap } from '../../../kernel/text/index.js'
import type { ThemePattern } from './theme.js'

/** The maximum length of resolved text, in UTF-16 code units: nested patterns can double in size with each level. */
const MAX_INSERTED = 2 * 1024 * 1024

/** The references of blocks in texts of templates and patterns. */
export interface BlockReferences {
  /** The stylesheet that template parts without one get. */
  readonly theme?: string | undefined
  readonly patternOf: (slug: string) => ThemePattern | undefined
  readonly emptyObjects?: EmptyObjects | undefined
  /** The pattern that the text is of; it does not contain itself. */
  readonly within?: string | undefined
}

/** A list of blocks whose placeholders are being replaced. */
interface Frame {
  readonly blocks: readonly Block[]
  next: number
  readonly out: Block[]
  /** How many blocks each block became. */
  readonly counts: number[]
  /** The container of the list: a block, or a pattern placeholder. */
  readonly owner: Block | undefined
  readonly pattern: string | undefined
}

const frameOf = (blocks: readonly Block[], owner?: Block, pattern?: string): Frame => ({
  blocks,
  next: 0,
  out: [],
  counts: [],
  owner,
  pattern,
})

/** The blocks of a pattern. The metadata of a single block contains its pattern. */
function blocksOfPattern({ name, title, description = '', categories = [], content }: ThemePattern): readonly Block[] {
  const blocks = parseBlocks(content.trim())
  const [block] = blocks
  if (block === undefined || blocks.length > 1 || block.name === null) return blocks
  const shown = {
    patternName: name,
    name: sanitizeTextField(title),
    ...(description !== '' && { description: sanitizeTextField(description) }),
    ...(categories.length > 0 && { categories: categories.map(sanitizeTextField) }),
  }
  const { metadata } = block.attributes
  const values = isMap(metadata) ? metadata : {}
  return [{ ...block, attributes: { ...block.attributes, metadata: { ...values, ...shown } } }]
}

/** The chunks of a block's HTML, with a slot for each block that replaces an inner block. */
function chunksFor(chunks: Block['innerContent'], counts: readonly number[]): readonly (string | null)[] {
  const result: (string | null)[] = []
  let inner = 0
  for (const chunk of chunks) {
    if (chunk !== null) result.push(chunk)
    else for (let left = counts[inner++] ?? 0; left > 0; left--) result.push(null)
  }
  return result
}

/** Replaces the placeholders of patterns; without recursion, since files can nest blocks to any depth. */
function resolve(blocks: readonly Block[], { theme, patternOf, emptyObjects, within }: BlockReferences): Block[] {
  const open = new Set<string>(within === undefined ? [] : [within])
  let inserted = 0
  const present = (block: Block): Block => {
    const { name, attributes } = block
    const resolved =
      theme !== undefined && name === TEMPLATE_PART && attributes['theme'] === undefined
        ? { ...attributes, theme }
        : attributes
    const empty = emptyObjects === 'list' && Object.keys(resolved).length > 0
    return { ...block, attributes: empty ? (presentEmptyObjects(resolved, 'list') as Block['attributes']) : resolved }
  }
  const frames: Frame[] = [frameOf(blocks)]
  for (;;) {
    const frame = frames.at(-1) as Frame
    const block = frame.blocks[frame.next++]
    if (block === undefined) {
      frames.pop()
      const around = frames.at(-1)
      if (around === undefined) return frame.out
      const { owner, pattern } = frame
      if (pattern !== undefined) open.delete(pattern)
      const made =
        owner === undefined
          ? frame.out
          : [{ ...present(owner), innerBlocks: frame.out, innerContent: chunksFor(owner.innerContent, frame.counts) }]
      for (const each of made) around.out.push(each)
      around.counts.push(made.length)
      continue
    }
    const slug = block.name === 'core/pattern' ? block.attributes['slug'] : undefined
    const pattern = typeof slug === 'string' ? patternOf(slug) : undefined
    if (pattern !== undefined && open.has(pattern.name)) frame.counts.push(0)
    else if (pattern !== undefined && inserted + pattern.content.length <= MAX_INSERTED) {
      inserted += pattern.content.length
      open.add(pattern.name)
      frames.push(frameOf(blocksOfPattern(pattern), undefined, pattern.name))
    } else if (block.innerBlocks.length > 0) frames.push(frameOf(block.innerBlocks, block))
    else {
      frame.out.push(present(block))
      frame.counts.push(1)
    }
  }
}

/**
 * The content of a text for editors: placeholders are replaced by their patterns, and template parts contain the given
 * theme. Placeholders of unknown patterns are kept; a pattern within itself is dropped.
 */
export function resolveBlocks(content: string, references: BlockReferences): string {
  try {
    return serializeBlocks(resolve(parseBlocks(content), references))
  } catch (error) {
    // Attributes that are nested too deeply cannot be written again.
    if (error instanceof RangeError) return content
    throw error
  }
}
