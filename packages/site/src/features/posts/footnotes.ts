import { filterHtml, sanitizeKey } from '@platen/rendering'

interface Footnote {
  readonly id: string
  readonly content: string
}

const isFootnote = (value: unknown): value is Footnote =>
  typeof value === 'object' &&
  value !== null &&
  'id' in value &&
  'content' in value &&
  typeof value.id === 'string' &&
  typeof value.content === 'string'

const parsed = (json: string): unknown => {
  try {
    return JSON.parse(json)
  } catch {
    return undefined
  }
}

/** Footnotes as JSON, with nothing but the HTML that everybody may use; empty for what is no JSON. */
export function filterFootnotes(json: string): string {
  const value = parsed(json)
  if (value === undefined) return ''
  const notes = Array.isArray(value) ? value.filter(isFootnote) : []
  return JSON.stringify(
    notes.map(({ id, content }) => ({ id: sanitizeKey(id), content: filterHtml(content, 'content') })),
  )
}
