import { filterHtml, sanitizeKey } from '@platen/rendering'
import { jsonValue } from '../../kernel/text/index.js'
import type { Dialect } from '../../server/dialects/index.js'

/** A footnote of a post: its content is HTML. */
export interface Footnote {
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

/** The footnotes that a post has stored as JSON. */
export function footnotesOf(json: unknown): readonly Footnote[] {
  const value = typeof json === 'string' ? jsonValue(json) : undefined
  return Array.isArray(value) ? value.filter(isFootnote) : []
}

/** Footnotes as JSON, with only the HTML that everybody may use; empty if the value is not JSON. */
export function filterFootnotes({ allowsOverlays: overlays }: Pick<Dialect, 'allowsOverlays'>, json: string): string {
  if (jsonValue(json) === undefined) return ''
  return JSON.stringify(
    footnotesOf(json).map(({ id, content }) => ({
      id: sanitizeKey(id),
      content: filterHtml(content, 'content', { overlays }),
    })),
  )
}
