import type { PostInput } from './operations/post-input.js'

/** The text of a sent title, content or excerpt: a string, or the `raw` of an object; `undefined` for anything else. */
export function rawOf(value: unknown): string | undefined {
  if (typeof value === 'string') return value
  if (value === null || typeof value !== 'object' || !('raw' in value)) return undefined
  const { raw } = value
  if (typeof raw === 'boolean') return raw ? '1' : ''
  return typeof raw === 'string' || typeof raw === 'number' ? String(raw) : undefined
}

/**
 * Creates the setter of a text; a value without text changes nothing, and neither does an object with an empty title.
 */
export const setText =
  (field: 'title' | 'content' | 'excerpt') =>
  (input: PostInput, value: unknown): void => {
    const text = rawOf(value)
    if (text === undefined || (field === 'title' && text === '' && typeof value === 'object')) return
    input[field] = text
  }

/** A sent date. Where the schema accepts an empty string, it means the same as null. */
export const dateOf = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null)
