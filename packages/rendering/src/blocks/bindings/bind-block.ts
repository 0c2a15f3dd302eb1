import { closingTag, findTag, setAttribute } from '../../html/html-tag.js'
import { filterHtml } from '../../sanitize/filter-html.js'
import { isSafeUrl } from '../../sanitize/safe-urls.js'
import { escapeUrl } from '../../text/entities.js'
import type { Block } from '../block-parser.js'
import type { BlockType } from '../block-registry.js'
import type { BlockAttribute, BlockValues } from '../block-type.js'
import type { BlockRenderOptions } from '../render-dynamic-block.js'
import { sourceKey } from './binding-source.js'
import { sourceUses } from './block-bindings.js'

const URLS = new Set(['href', 'src', 'poster', 'action'])
const name = /^[a-z][a-z0-9]*$/

/** The elements that a selector names, such as `h1,h2` and `figure > a`; undefined for other selectors. */
const elementsOf = (selector: unknown): ReadonlySet<string> | undefined => {
  if (typeof selector !== 'string') return undefined
  const elements = selector.split(',').map(each => each.slice(each.lastIndexOf('>') + 1).trim())
  return elements.every(element => name.test(element)) ? new Set(elements) : undefined
}

/** A URL without the characters that no URL has. */
const cleanUrl = (url: string): string =>
  url
    .trim()
    .replace(/["<>\\^`{}]/g, '')
    .replaceAll(' ', '%20')

/** A bound value as text; undefined for a list, an object or `null`. */
const textOf = (value: unknown): string | undefined => {
  if (typeof value === 'string') return value
  if (typeof value === 'boolean') return value ? '1' : ''
  return typeof value === 'number' ? String(value) : undefined
}

/** Writes a value into the saved HTML, where the attribute has its source. */
const writeValue = (html: string, { source, selector, attribute }: BlockAttribute, value: string): string => {
  const elements = elementsOf(selector)
  const tag = elements && findTag(html, elements)
  if (tag === undefined) return html
  if (source === 'attribute') {
    if (typeof attribute !== 'string' || (URLS.has(attribute) && !isSafeUrl(value))) return html
    return URLS.has(attribute)
      ? setAttribute(html, tag, attribute, cleanUrl(value), escapeUrl)
      : setAttribute(html, tag, attribute, value)
  }
  if (source !== 'rich-text' && source !== 'html') return html
  // An element with inner blocks ends in a later chunk.
  return html.slice(0, tag.end) + filterHtml(value, 'excerpt') + html.slice(closingTag(html, tag) ?? html.length)
}

const withChunk = (block: Block, html: string): Block => {
  const { innerContent } = block
  const at = innerContent.findIndex(chunk => chunk !== null)
  const chunks = innerContent.map((chunk, i) => (i === at ? html : chunk))
  return { ...block, innerContent: chunks, innerHTML: chunks.filter(chunk => chunk !== null).join('') }
}

/** A block with the values of its bound attributes, also in its saved HTML. */
export const bindBlock = (
  block: Block,
  type: BlockType | undefined,
  options: BlockRenderOptions,
  { context, depth }: { readonly context: BlockValues; readonly depth: number },
): Block => {
  if (type?.definition.bindable === undefined || block.attributes['metadata'] === undefined) return block
  const { blocks, postId = 0, scope, loaded, onBlockError } = options
  const values: Record<string, unknown> = {}
  let html = block.innerContent.find(chunk => chunk !== null) ?? ''
  for (const { source, use } of sourceUses(block, type, blocks.source, context, postId)) {
    const found = source.load === undefined ? { value: undefined } : loaded?.(sourceKey(source.name), depth)
    if (found === undefined) continue
    try {
      const value = source.value(use, found.value, scope?.() ?? {})
      const text = textOf(value)
      if (text === undefined) continue
      values[use.attribute] = value
      html = writeValue(html, type.attributes[use.attribute] ?? {}, text)
    } catch (error) {
      if (onBlockError === undefined) throw error
      onBlockError(error, source.name)
    }
  }
  if (Object.keys(values).length === 0) return block
  const bound = { ...block, attributes: { ...block.attributes, ...values } }
  return block.innerContent.length === 0 ? bound : withChunk(bound, html)
}
