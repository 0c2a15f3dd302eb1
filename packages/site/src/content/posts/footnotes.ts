import { filterHtml, sanitizeKey } from '@platen/rendering'
import type { SetupCalls } from '../../kernel/features/index.js'
import { jsonValue } from '../../kernel/text/index.js'
import type { Dialect } from '../../server/dialects/index.js'
import type { MetaRegistrations } from '../meta/index.js'
import { postTypes, supports } from '../types/index.js'

/** The supports that a type needs for footnotes. */
const FOOTNOTE_FEATURES = ['editor', 'custom-fields', 'revisions']

/** The built-in meta keys of posts. */
export function registerBuiltInMeta(site: MetaRegistrations & SetupCalls): void {
  site.registerMeta({
    object: 'post',
    key: 'footnotes',
    type: 'string',
    single: true,
    description: 'The footnotes of the content, as JSON.',
    revisionsEnabled: true,
    partOfContent: true,
    filter: (value, principal) =>
      typeof value === 'string' && !principal.can('unfiltered_html')
        ? filterFootnotes(site.context.dialect, value)
        : value,
    appliesTo(subtype) {
      const type = site.context.get(postTypes).get(subtype)
      return type !== undefined && FOOTNOTE_FEATURES.every(feature => supports(type, feature))
    },
  })
}

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
function filterFootnotes({ allowsOverlays: overlays }: Pick<Dialect, 'allowsOverlays'>, json: string): string {
  if (jsonValue(json) === undefined) return ''
  return JSON.stringify(
    footnotesOf(json).map(({ id, content }) => ({
      id: sanitizeKey(id),
      content: filterHtml(content, 'content', { overlays }),
    })),
  )
}
