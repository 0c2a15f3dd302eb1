import { wrapperAttributes } from '@platen/rendering'
import { defineBlock } from './block-scope.js'
import { anchor, hrefOf, ITEM_CLASSES, labelOf, linkAttributes, openingOf } from './navigation-link-html.js'

/** `core/navigation-link`: one link of a navigation. A link without a label shows nothing. */
export const navigationLink = defineBlock({
  name: 'core/navigation-link',
  attributes: linkAttributes,
  render(attributes, content, _loaded, { block }) {
    if (attributes.label === '') return ''
    const link = anchor(` ${hrefOf(attributes.url)}${openingOf(attributes)}`, labelOf(attributes.label))
    return `<li${wrapperAttributes(block, ITEM_CLASSES, { layout: false })}>${link}${content}</li>`
  },
})
