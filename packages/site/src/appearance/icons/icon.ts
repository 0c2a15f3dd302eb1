import { drawingAttributes, wrapperAttributes } from '@platen/rendering'
import { defineBlock, INTERACTIVITY } from '../../kernel/blocks/index.js'
import { attributeHtml } from '../../kernel/text/index.js'
import { icons, shownIcon } from './icons.js'

const OPENING = '<svg'

/** The degrees of a rotation; 0 for none. */
const degreesOf = (rotation: number | undefined): number =>
  rotation !== undefined && Number.isFinite(rotation) ? Math.trunc(rotation) : 0

/** `core/icon`: a registered icon as SVG, with the styles of the block on the drawing. */
export const icon = defineBlock({
  name: 'core/icon',
  apiVersion: 3,
  title: 'Icon',
  category: 'media',
  description: 'A drawing from a collection of icons.',
  keywords: ['icon', 'svg'],
  selectors: { root: '.wp-block-icon svg', css: '.wp-block-icon', spacing: { margin: '.wp-block-icon' } },
  supports: {
    anchor: true,
    ariaLabel: { __experimentalSkipSerialization: true },
    align: ['left', 'center', 'right'],
    html: false,
    color: {
      __experimentalSkipSerialization: true,
      __experimentalDefaultControls: { background: true, text: true },
    },
    interactivity: INTERACTIVITY,
    __experimentalBorder: {
      color: true,
      radius: true,
      style: true,
      width: true,
      __experimentalSkipSerialization: true,
      __experimentalDefaultControls: { color: false, radius: false, style: false, width: false },
    },
    spacing: {
      padding: true,
      margin: true,
      __experimentalSkipSerialization: ['padding'],
      __experimentalDefaultControls: { margin: false, padding: false },
    },
    dimensions: {
      width: true,
      __experimentalSkipSerialization: ['width'],
      __experimentalDefaultControls: { width: true },
    },
  },
  attributes: {
    icon: { type: 'string', role: 'content' },
    flipHorizontal: { type: 'boolean', default: false },
    flipVertical: { type: 'boolean', default: false },
    rotation: { type: 'number', default: 0 },
  },
  async load(uses, { site }): Promise<ReadonlyMap<unknown, string>> {
    const names = new Set(uses.map(({ attributes }) => attributes['icon']))
    const used = [...names].flatMap(name => (typeof name === 'string' ? (site.get(icons).get(name) ?? []) : []))
    const shown = await Promise.all(used.map(each => shownIcon(site, each)))
    return new Map(shown.flatMap(each => (each === undefined ? [] : [[each.icon.name, each.content] as const])))
  },

  render({ icon: name, flipHorizontal, flipVertical, rotation }, _content, drawings, scope) {
    const drawing = name === undefined ? undefined : drawings.get(name)
    if (drawing === undefined) return ''
    const { classes, style } = drawingAttributes(scope.block)
    const flips = [...(flipHorizontal ? ['is-flip-horizontal'] : []), ...(flipVertical ? ['is-flip-vertical'] : [])]
    const degrees = degreesOf(rotation)
    const styles = [...(style === '' ? [] : [`${style};`]), ...(degrees === 0 ? [] : [`rotate: ${degrees}deg;`])]
    const { ariaLabel } = scope.block.attributes
    const label = typeof ariaLabel === 'string' ? ariaLabel : ''
    const classed = attributeHtml('class', [...classes, ...flips].join(' '))
    const styled = attributeHtml('style', styles.join(' '))
    const described = label === '' ? ' aria-hidden="true"' : attributeHtml('aria-label', label)
    const role = label === '' ? ' focusable="false"' : ' role="img"'
    // The order of attributes that clients expect, with and without custom styles.
    const isPlain = classes.length === 0 && style === ''
    const written = isPlain ? [classed, styled, described, role] : [styled, described, classed, role]
    return `<div${wrapperAttributes(scope)}>${OPENING}${written.join('')}${drawing.slice(OPENING.length)}</div>`
  },
})
