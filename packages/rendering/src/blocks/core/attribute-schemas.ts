import type { BlockAttribute } from '../block-type.js'

export const STRING: BlockAttribute = Object.freeze({ type: 'string' })
export const BOOLEAN: BlockAttribute = Object.freeze({ type: 'boolean' })
export const NUMBER: BlockAttribute = Object.freeze({ type: 'number' })
export const OBJECT: BlockAttribute = Object.freeze({ type: 'object' })

/** Text that belongs to the content, such as the URL of a file. */
export const CONTENT: BlockAttribute = Object.freeze({ type: 'string', role: 'content' })

/** Which changes to inner blocks are locked. */
export const TEMPLATE_LOCK: BlockAttribute = Object.freeze({
  type: ['string', 'boolean'] as const,
  enum: ['all', 'insert', 'contentOnly', false],
})

/** Formatted text, which the saved HTML contains in an element. */
export const richText = (selector: string, keywords: Readonly<Record<string, unknown>> = {}): BlockAttribute => ({
  type: 'rich-text',
  source: 'rich-text',
  selector,
  ...keywords,
  role: 'content',
})

/**
 * A value that the saved HTML contains in an attribute: `selector@attribute`. It is a string unless the keywords
 * differ.
 */
export const fromAttribute = (path: string, keywords: Readonly<Record<string, unknown>> = {}): BlockAttribute => {
  const at = path.lastIndexOf('@')
  return {
    type: 'string',
    source: 'attribute',
    selector: path.slice(0, at),
    attribute: path.slice(at + 1),
    ...keywords,
  }
}

/** A value with a default. */
export const defaultsTo = (
  type: 'string' | 'boolean' | 'number' | 'integer' | 'array' | 'object',
  value: unknown,
): BlockAttribute => ({ type, default: value })
