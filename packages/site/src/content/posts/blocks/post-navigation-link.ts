import { ALIGNED_TYPOGRAPHY, defineBlock, INTERACTIVITY } from '../../../kernel/blocks/index.js'

/**
 * `core/post-navigation-link`: a link from the page of a post to its neighbour. It is always empty, because the
 * interface does not serve pages of posts.
 */
export const postNavigationLink = defineBlock({
  name: 'core/post-navigation-link',
  apiVersion: 3,
  title: 'Post Navigation Link',
  category: 'theme',
  description: 'Shows a link to the next or the previous post beside the post of a page.',
  usesContext: ['postType'],
  attributes: {
    type: { type: 'string', default: 'next' },
    label: { type: 'string', role: 'content' },
    showTitle: { type: 'boolean', default: false },
    linkLabel: { type: 'boolean', default: false },
    arrow: { type: 'string', default: 'none' },
    taxonomy: { type: 'string', default: '' },
  },
  supports: {
    anchor: true,
    reusable: false,
    html: false,
    color: { link: true },
    typography: { ...ALIGNED_TYPOGRAPHY, __experimentalWritingMode: true },
    interactivity: INTERACTIVITY,
  },
  render: () => '',
})
