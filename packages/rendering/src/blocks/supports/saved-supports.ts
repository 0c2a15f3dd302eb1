import { addClasses, addStyle, addToFirstTag, firstTag } from '../../html/html-tag.js'
import { digest } from '../block-layout.js'
import type { Block } from '../block-parser.js'
import type { AdjustmentContext, BlockPlace, BlockValues } from '../block-type.js'
import { hiddenClasses } from '../hidden-blocks.js'
import { backgroundStyle } from './background-support.js'
import { type BlockSupports, supportsOf } from './block-supports.js'
import { textOf, valuesOf } from './support-values.js'

/** The members of `style.layout` that position a block in the surrounding layout. */
const PLACES = ['columnStart', 'columnSpan', 'rowStart', 'rowSpan']

const NO_CLASSES: readonly string[] = []

/** The class of a block with its own size or position in the surrounding layout. */
export const placeClasses = ({ attributes: { style } }: Block): readonly string[] => {
  if (style === undefined) return NO_CLASSES
  const layout = valuesOf(valuesOf(style)['layout'])
  const { selfStretch, flexSize } = layout
  const isSized =
    selfStretch === 'fill' ||
    ((selfStretch === 'fixed' || selfStretch === 'fixedNoShrink') && textOf(flexSize) !== undefined)
  if (!isSized && !PLACES.some(name => layout[name])) return NO_CLASSES
  return [`wp-container-content-${digest(layout)}`]
}

/** The class of a block whose images are shown in two colors. */
export const duotoneClasses = (
  { style }: BlockValues,
  supports: BlockSupports,
  count: AdjustmentContext['count'],
): readonly string[] => {
  const { duotone } = valuesOf(valuesOf(style)['color'])
  if (!valuesOf(supports['filter'])['duotone'] || duotone === undefined) return NO_CLASSES
  const preset = typeof duotone === 'string' ? /^var:preset\|duotone\|([\w-]+)$/.exec(duotone)?.[1] : undefined
  if (preset !== undefined) return [`wp-duotone-${preset}`]
  const colors = (Array.isArray(duotone) ? duotone : [duotone]).filter(color => typeof color === 'string')
  const words = colors.slice(0, 10).map(color => color.toLowerCase().replace(/[^a-z\d]/g, ''))
  return words.length === 0 ? NO_CLASSES : [`wp-duotone-${words.join('-')}-${count('id')}`]
}

const positionClasses = (style: BlockValues, supports: BlockSupports, count: AdjustmentContext['count']): string[] =>
  valuesOf(supports['position'])['sticky'] && valuesOf(style['position'])['type'] === 'sticky'
    ? [`wp-container-${count('id')}`, 'is-position-sticky']
    : []

/** The classes of a block with its own CSS. */
export const cssClasses = ({ style }: BlockValues, supports: BlockSupports): readonly string[] => {
  const css = textOf(valuesOf(style)['css'])?.trim()
  if (supports['customCSS'] === false || !css || css.includes('<')) return NO_CLASSES
  return ['has-custom-css', `wp-custom-css-${digest(css)}`]
}

const addToStyle = (html: string, declarations: string): string => {
  const tag = declarations === '' ? undefined : firstTag(html)
  return tag === undefined ? html : addStyle(html, tag, `${declarations};`)
}

/** Adds the background that an editor chose to the first tag, as far as the type of the block supports one. */
export const addBackground = (html: string, { block, supports }: Pick<BlockPlace, 'block' | 'supports'>): string => {
  const background = backgroundStyle(block.attributes, supports)
  return background === '' ? html : addToStyle(addToFirstTag(html, ['has-background']), background)
}

/**
 * Applies the attributes of a block to its saved HTML: a background, a position, a filter, the screen sizes on which it
 * is hidden, and its own CSS.
 */
export const addSavedSupports = (
  html: string,
  block: Block,
  type: { readonly supports?: BlockValues },
  count: AdjustmentContext['count'],
): string => {
  const { attributes } = block
  const supports = supportsOf(type)
  const hidden = hiddenClasses(block, supports)
  if (attributes['style'] === undefined) return addToFirstTag(html, hidden)
  const style = valuesOf(attributes['style'])
  const background = backgroundStyle(attributes, supports)
  const classes = [
    ...positionClasses(style, supports, count),
    ...(background === '' ? [] : ['has-background']),
    ...duotoneClasses(attributes, supports, count),
    ...hidden,
    ...cssClasses(attributes, supports),
  ]
  if (classes.length === 0) return html
  const tag = firstTag(html)
  if (tag === undefined) return html
  const classed = addClasses(html, tag, classes)
  return addToStyle(classed, background)
}
