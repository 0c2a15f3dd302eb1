import { where } from '../features/built-in-collections.js'
import type { PostRecord } from '../features/posts/post-collection.js'
import { defineBlock } from './block-scope.js'

/** A page of records shows at most so many patterns: further ones stay empty. */
const MAX_PATTERNS = 500

const { posts } = where

/** `core/block`: the content of a synced pattern. Everybody sees the published ones, unless they have a password. */
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

  async load(uses, { site }): Promise<ReadonlyMap<number, PostRecord>> {
    const ids = [
      ...new Set(uses.flatMap(({ attributes: { ref } }) => (Number.isSafeInteger(ref) ? [Number(ref)] : []))),
    ]
    if (ids.length === 0) return new Map()
    const { records } = await site.store.posts.find({
      where: posts.and(
        posts.eq('type', `${site.dialect.prefix}_block`),
        posts.eq('status', 'publish'),
        posts.eq('password', ''),
        posts.in('id', ids.slice(0, MAX_PATTERNS)),
      ),
    })
    return new Map(records.map(pattern => [pattern.id, pattern]))
  },

  includes: patterns => [...patterns.values()],

  render({ ref }, _content, patterns, { contentOf }) {
    const pattern = ref === undefined ? undefined : patterns.get(ref)
    return pattern === undefined ? '' : contentOf(pattern)
  },
})
