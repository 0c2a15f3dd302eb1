import { escapeUrl, filterHtml, wrapperAttributes } from '@platen/rendering'
import { defineBlock } from '../block-scope.js'
import { INTERACTIVITY, TYPOGRAPHY } from '../common-supports.js'
import { ITEM_CLASSES } from './navigation-link-html.js'

const LINK = 'wp-block-home-link__content wp-block-navigation-item__content'

/** `core/home-link`: a link to the site. */
export const homeLink = defineBlock({
  name: 'core/home-link',
  attributes: { label: { type: 'string', default: 'Home' } },
  supports: { anchor: true, reusable: false, html: false, typography: TYPOGRAPHY, interactivity: INTERACTIVITY },
  render({ label }, _content, _loaded, scope) {
    const text = filterHtml(label === '' ? 'Home' : label, 'title')
    const link = `<a class="${LINK}" href="${escapeUrl(scope.site.url)}" rel="home" >${text}</a>`
    return `<li${wrapperAttributes(scope, ITEM_CLASSES)}>${link}</li>`
  },
})
