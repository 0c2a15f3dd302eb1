import { wrapperAttributes } from '@platen/rendering'
import { defineBlock } from '../block-scope.js'
import { INTERACTIVITY, TYPOGRAPHY } from '../common-supports.js'
import { anchor, hrefOf, ITEM_CLASSES, labelOf, linkAttributes, openingOf } from './navigation-link-html.js'

const MENU = 'wp-block-navigation__submenu-container wp-block-navigation-submenu'

/** `core/navigation-submenu`: a link of a navigation with further links below it. Without a label it shows nothing. */
export const navigationSubmenu = defineBlock({
  name: 'core/navigation-submenu',
  attributes: linkAttributes,
  supports: { anchor: true, reusable: false, html: false, typography: TYPOGRAPHY, interactivity: INTERACTIVITY },
  render(attributes, content, _loaded, scope) {
    if (attributes.label === '') return ''
    const below = content.trim()
    const classes = below === '' ? ITEM_CLASSES : [...ITEM_CLASSES, 'has-child']
    const link = anchor(`${hrefOf(attributes.url)}${openingOf(attributes)}`, labelOf(attributes.label))
    const menu = below === '' ? '' : `<ul class="${MENU}">${below}</ul>`
    return `<li${wrapperAttributes(scope, classes)}>${link}${menu}</li>`
  },
})
