import type { IncludedText } from '@platen/rendering'
import { contextsOfUses, defineBlock, INTERACTIVITY } from '../../../kernel/blocks/index.js'
import { sitePatterns } from '../../themes/index.js'

/** Patterns have no ids: these numbers are below the ids of all records and of texts without a record. */
const FIRST_ID = -(2 ** 40)

/** `core/pattern`: the blocks of a theme pattern or of a registered pattern. */
export const patternPlaceholder = defineBlock({
  name: 'core/pattern',
  apiVersion: 3,
  title: 'Pattern Placeholder',
  category: 'theme',
  description: 'The blocks of a registered pattern.',
  attributes: { slug: { type: 'string' } },
  supports: { html: false, inserter: false, renaming: false, visibility: false, interactivity: INTERACTIVITY },
  usesUnlistedContext: ['postId', 'postType'],

  load(uses, { site, options }): ReadonlyMap<string, IncludedText> {
    const patterns = sitePatterns(site, options)
    const included = new Map<string, IncludedText>()
    for (const [slug, contexts] of contextsOfUses(uses, attributes => attributes.slug)) {
      const pattern = patterns.find(slug)
      if (pattern !== undefined)
        included.set(slug, { id: FIRST_ID - pattern.position, content: pattern.blocks(), contexts })
    }
    return included
  },

  includes: patterns => [...patterns.values()],

  render({ slug }, _content, patterns, { contentOf, context }) {
    const pattern = slug === undefined ? undefined : patterns.get(slug)
    return pattern === undefined ? '' : contentOf(pattern, context)
  },
})
