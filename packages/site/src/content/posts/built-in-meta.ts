import type { SetupCalls } from '../../kernel/features/index.js'
import type { MetaRegistrations } from '../meta/index.js'
import { postTypes, supports } from '../types/index.js'
import { filterFootnotes } from './footnotes.js'

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
