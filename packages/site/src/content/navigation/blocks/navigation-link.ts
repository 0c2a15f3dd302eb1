import { NAVIGATION_STYLES, wrapperAttributes } from '@platen/rendering'
import { defineBlock, INTERACTIVITY, TYPOGRAPHY } from '../../../kernel/blocks/index.js'
import { loadLinkedPosts } from './linked-posts.js'
import { anchor, descriptionOf, hrefOf, ITEM_CLASSES, labelOf, openingOf } from './navigation-link-html.js'

/**
 * `core/navigation-link`: one link of a navigation. It is empty without a label, or if the linked post is not
 * published.
 */
export const navigationLink = defineBlock({
  name: 'core/navigation-link',
  apiVersion: 3,
  title: 'Custom Link',
  category: 'design',
  description: 'A link of a navigation.',
  parent: ['core/navigation'],
  allowedBlocks: ['core/navigation-link', 'core/navigation-submenu', 'core/page-list'],
  usesContext: [...NAVIGATION_STYLES, 'maxNestingLevel', 'style'],
  selectors: { states: { '-current': '.wp-block-navigation .current-menu-item' } },
  supports: {
    anchor: true,
    reusable: false,
    html: false,
    __experimentalSlashInserter: true,
    typography: TYPOGRAPHY,
    renaming: false,
    interactivity: INTERACTIVITY,
  },
  attributes: {
    label: { type: 'string', role: 'content' },
    type: { type: 'string' },
    description: { type: 'string' },
    rel: { type: 'string' },
    id: { type: 'number' },
    opensInNewTab: { type: 'boolean', default: false },
    url: { type: 'string', role: 'content' },
    title: { type: 'string' },
    kind: { type: 'string' },
    isTopLevelLink: { type: 'boolean' },
  },
  load: loadLinkedPosts,
  render(attributes, content, shows, scope) {
    const { label = '', url, description } = attributes
    if (label === '' || !shows(attributes)) return ''
    const link = anchor(
      ` ${url === '' ? ' href=""' : hrefOf(url)}${openingOf(attributes)}`,
      labelOf(label) + descriptionOf(description),
    )
    return `<li${wrapperAttributes(scope, ITEM_CLASSES)}>${link}${content}</li>`
  },
})
