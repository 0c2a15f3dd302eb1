import { colorAttributes, escapeUrl, filterHtml, wrapperAttributes } from '@platen/rendering'
import { defineBlock, INTERACTIVITY, TYPOGRAPHY } from '../../../kernel/blocks/index.js'
import { spaced } from './navigation-colors.js'
import { descriptionOf, ITEM_CLASSES } from './navigation-link-html.js'

const LINK = 'wp-block-home-link__content wp-block-navigation-item__content'

/** `core/home-link`: a link to the site. */
export const homeLink = defineBlock({
  name: 'core/home-link',
  apiVersion: 3,
  title: 'Home Link',
  category: 'design',
  description: 'A link to the home page.',
  parent: ['core/navigation'],
  usesContext: [
    'textColor',
    'customTextColor',
    'backgroundColor',
    'customBackgroundColor',
    'fontSize',
    'customFontSize',
    'style',
  ],
  supports: { anchor: true, reusable: false, html: false, typography: TYPOGRAPHY, interactivity: INTERACTIVITY },
  attributes: {
    label: { type: 'string', role: 'content' },
    opensInNewTab: { type: 'boolean', default: false },
    description: { type: 'string' },
  },
  render({ label, opensInNewTab, description }, _content, _loaded, scope) {
    const text = filterHtml(label ? label : 'Home', 'title') + descriptionOf(description)
    const target = opensInNewTab ? ' target="_blank"' : ''
    const link = `<a class="${LINK}" href="${escapeUrl(scope.site.url)}" rel="home" ${target}>${text}</a>`
    const { classes, style } = colorAttributes({ attributes: scope.context })
    return `<li${wrapperAttributes(scope, [...classes, ...ITEM_CLASSES], { style: spaced(style) })}>${link}</li>`
  },
})
