import type { Dialect } from '../dialect/dialect.js'
import type { MetaOptions } from '../registrations/meta-keys.js'
import { supports } from '../registrations/post-types.js'
import type { SiteContext } from '../site-context.js'
import { filterFootnotes } from './footnotes.js'

/** What a type must support for its posts to have footnotes. */
const FOOTNOTE_FEATURES = ['editor', 'custom-fields', 'revisions']

interface MetaSite {
  readonly context: Pick<SiteContext, 'postTypes'>
  registerMeta(options: MetaOptions): void
}

/** The built-in meta keys. */
export function registerBuiltInMeta(site: MetaSite, dialect: Dialect): void {
  site.registerMeta({
    object: 'post',
    key: 'footnotes',
    type: 'string',
    single: true,
    description: 'The footnotes of the content, as JSON.',
    filter: (value, principal) =>
      typeof value === 'string' && !principal.can('unfiltered_html') ? filterFootnotes(value) : value,
    appliesTo(subtype) {
      const type = site.context.postTypes.get(subtype)
      return type !== undefined && FOOTNOTE_FEATURES.every(feature => supports(type, feature))
    },
  })
  site.registerMeta({
    object: 'post',
    subtype: `${dialect.prefix}_block`,
    key: `${dialect.prefix}_pattern_sync_status`,
    type: 'string',
    single: true,
    description: 'Whether uses of the pattern follow its changes.',
    schema: { enum: ['partial', 'unsynced'] },
  })
  site.registerMeta({
    object: 'comment',
    key: '_wp_note_status',
    type: 'string',
    single: true,
    description: 'Whether the note has been dealt with.',
    schema: { enum: ['resolved', 'reopen'] },
    authorize: () => true,
  })
  site.registerMeta({
    object: 'user',
    key: 'persisted_preferences',
    type: 'object',
    single: true,
    description: 'What the user prefers, by scope.',
    schema: {
      context: ['edit'],
      properties: {
        _modified: {
          description: 'When the preferences were last changed.',
          type: 'string',
          format: 'date-time',
          readonly: false,
        },
      },
      additionalProperties: true,
    },
  })
}
