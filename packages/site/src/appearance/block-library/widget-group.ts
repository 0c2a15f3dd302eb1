import { escapeHtml } from '@platen/rendering'
import { defineBlock } from '../../kernel/blocks/index.js'

/** `core/widget-group`: other blocks below a heading. */
export const widgetGroup = defineBlock({
  name: 'core/widget-group',
  apiVersion: 3,
  title: 'Widget Group',
  category: 'widgets',
  description: 'A heading above other blocks in a widget area.',
  supports: { html: false, inserter: true, customClassName: true, reusable: false },
  attributes: { title: { type: 'string' } },
  render({ title = '' }, content) {
    const heading = title === '' ? '' : `<h2 class="widget-title">${escapeHtml(title)}</h2>`
    return `${heading}<div class="wp-widget-group__inner-blocks">${content}</div>`
  },
})
