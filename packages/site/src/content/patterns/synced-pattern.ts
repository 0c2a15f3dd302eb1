import { type IncludedText, OVERRIDES_CONTEXT } from '@platen/rendering'
import { contextsOfUses, defineBlock } from '../../kernel/blocks/index.js'
import { postsIn, wherePosts } from '../../kernel/records/index.js'
import { findShown } from '../../kernel/rest/index.js'

/** The maximum number of patterns on a page of records; further ones are empty. */
const MAX_PATTERNS = 500

/** A pattern, with the contexts of its uses. */
type IncludedPattern = Required<IncludedText>

/** `core/block`: the content of a synced pattern. Everybody may see published ones, unless they have a password. */
export const syncedPattern = defineBlock({
  name: 'core/block',
  apiVersion: 3,
  title: 'Pattern',
  category: 'reusable',
  description: 'The content of a synced pattern.',
  keywords: ['reusable'],
  attributes: { ref: { type: 'number' }, content: { type: 'object', default: {} } },
  providesContext: { 'pattern/overrides': 'content' },
  supports: {
    customClassName: false,
    html: false,
    inserter: false,
    renaming: false,
    interactivity: { clientNavigation: true },
    customCSS: false,
  },

  usesUnlistedContext: ['postId', 'postType'],

  async load(uses, { site }): Promise<ReadonlyMap<number, IncludedPattern>> {
    const contexts = contextsOfUses(uses, ({ ref }) => (Number.isSafeInteger(ref) ? ref : undefined))
    if (contexts.size === 0) return new Map()
    const records = await findShown(postsIn(site.store), {
      where: wherePosts.and(
        wherePosts.eq('type', `${site.dialect.prefix}_block`),
        wherePosts.eq('status', 'publish'),
        wherePosts.eq('password', ''),
        wherePosts.in('id', [...contexts.keys()].slice(0, MAX_PATTERNS)),
      ),
    })
    return new Map(records.map(({ id, content }) => [id, { id, content, contexts: contexts.get(id) ?? [] }]))
  },

  includes: patterns => [...patterns.values()],

  render({ ref, content }, _content, patterns, { contentOf, context }) {
    const pattern = ref === undefined ? undefined : patterns.get(ref)
    return pattern === undefined ? '' : contentOf(pattern, { ...context, [OVERRIDES_CONTEXT]: content })
  },
})
