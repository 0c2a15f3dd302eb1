import { wrapperAttributes } from '@platen/rendering'
import { defineBlock } from '../block-scope.js'
import { INTERACTIVITY, TYPOGRAPHY } from '../common-supports.js'
import { anchor, hrefOf, ITEM_CLASSES, labelOf, linkAttributes, openingOf } from './navigation-link-html.js'

/** `core/navigation-link`: one link of a navigation. A link without a label shows nothing. */
export const navigationLink = defineBlock({
  name: 'core/navigation-link',
  attributes: linkAttributes,
  supports: {
    anchor: true,
    reusable: false,
    html: false,
    __experimentalSlashInserter: true,
    typography: TYPOGRAPHY,
    renaming: false,
    interactivity: INTERACTIVITY,
  },
  render(attributes, content, _loaded, scope) {
    if (attributes.label === '') return ''
    const link = anchor(` ${hrefOf(attributes.url)}${openingOf(attributes)}`, labelOf(attributes.label))
    return `<li${wrapperAttributes(scope, ITEM_CLASSES)}>${link}${content}</li>`
  },
})
