import { type Block, parseBlocks } from '../blocks/block-parser.js'
import { serializeBlocks } from '../blocks/block-serializer.js'
import type { HtmlSanitizer } from './sanitize-html.js'

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const cleanValue = (value: unknown, sanitize: HtmlSanitizer): unknown => {
  if (typeof value === 'string') return sanitize(value)
  if (Array.isArray(value)) return value.map(item => cleanValue(item, sanitize))
  return isObject(value) ? cleanMembers(value, sanitize) : value
}

const cleanMembers = (values: Readonly<Record<string, unknown>>, sanitize: HtmlSanitizer): Record<string, unknown> =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [sanitize(name), cleanValue(value, sanitize)]))

/** Removes the style sheet of a block, which could affect the rest of the page. */
const withoutStyleSheet = (attributes: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> => {
  const { style } = attributes
  if (!isObject(style) || style['css'] === undefined) return attributes
  const { css: _css, ...styles } = style
  if (Object.keys(styles).length > 0) return { ...attributes, style: styles }
  const { style: _style, ...others } = attributes
  return others
}

const cleanOwn = (block: Block, sanitize: HtmlSanitizer, innerBlocks: Block[]): Block => ({
  name: block.name,
  attributes: cleanMembers(withoutStyleSheet(block.attributes), sanitize),
  innerBlocks,
  innerHTML: sanitize(block.innerHTML),
  innerContent: block.innerContent
    .map(chunk => (chunk === null ? null : sanitize(chunk)))
    .filter(chunk => chunk !== ''),
})

/** Sanitizes the HTML of blocks and the texts in their attributes, and serializes the blocks again. */
export const sanitizeBlocks = (content: string, sanitize: HtmlSanitizer): string => {
  const result: Block[] = []
  const waiting: { readonly block: Block; readonly into: Block[] }[] = []
  const add = (blocks: readonly Block[], into: Block[]): void => {
    for (let index = blocks.length - 1; index >= 0; index--) waiting.push({ block: blocks[index] as Block, into })
  }
  add(parseBlocks(content), result)
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const innerBlocks: Block[] = []
    next.into.push(cleanOwn(next.block, sanitize, innerBlocks))
    add(next.block.innerBlocks, innerBlocks)
  }
  return serializeBlocks(result)
}
