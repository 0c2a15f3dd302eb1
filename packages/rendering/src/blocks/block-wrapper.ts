import { safeStyle } from '../sanitize/safe-styles.js'
import { escapeHtml } from '../text/entities.js'
import { NO_VALUES } from './block-context.js'
import { layoutClasses } from './block-layout.js'
import type { Block } from './block-parser.js'
import type { BlockValues } from './block-type.js'

const SIDES = ['top', 'right', 'bottom', 'left']

const valuesOf = (value: unknown): BlockValues =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as BlockValues) : NO_VALUES

const textOf = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined)

/** The name of a preset as in classes: `vividRed` becomes `vivid-red`. */
const slugOf = (value: unknown): string | undefined =>
  textOf(value)
    ?.replace(/([a-z\d])([A-Z])/g, '$1-$2')
    .toLowerCase()
    .replace(/[^a-z\d-]+/g, '-')

/** A value of a style; `var:preset|color|red` stands for a custom property of the theme. */
const styleValue = (value: unknown): string | undefined => {
  const text = typeof value === 'number' ? String(value) : textOf(value)
  return text?.startsWith('var:') ? `var(--wp--${text.slice('var:'.length).replaceAll('|', '--')})` : text
}

const colorClasses = ({ textColor, backgroundColor, gradient, borderColor, style }: BlockValues): string[] => {
  const { color } = valuesOf(style)
  const { text, background, gradient: ownGradient } = valuesOf(color)
  const classes: string[] = []
  const [textSlug, backgroundSlug, gradientSlug] = [slugOf(textColor), slugOf(backgroundColor), slugOf(gradient)]
  const borderSlug = slugOf(borderColor)
  if (textSlug ?? textOf(text)) classes.push('has-text-color')
  if (textSlug) classes.push(`has-${textSlug}-color`)
  if (backgroundSlug ?? gradientSlug ?? textOf(background) ?? textOf(ownGradient)) classes.push('has-background')
  if (backgroundSlug) classes.push(`has-${backgroundSlug}-background-color`)
  if (gradientSlug) classes.push(`has-${gradientSlug}-gradient-background`)
  if (borderSlug) classes.push('has-border-color', `has-${borderSlug}-border-color`)
  return classes
}

const fontClasses = ({ fontSize, fontFamily }: BlockValues): string[] => {
  const [size, family] = [slugOf(fontSize), slugOf(fontFamily)]
  return [...(size ? [`has-${size}-font-size`] : []), ...(family ? [`has-${family}-font-family`] : [])]
}

/** The declarations of a value for all sides, or of a map of sides. */
const boxDeclarations = (property: string, value: unknown): [string, unknown][] =>
  typeof value === 'string'
    ? [[property, value]]
    : SIDES.map(side => [`${property}-${side}`, valuesOf(value)[side]] as [string, unknown])

const inlineStyle = ({ textColor, backgroundColor, gradient, fontSize, borderColor, style }: BlockValues): string => {
  const { color, typography, spacing, border } = valuesOf(style)
  const { text, background, gradient: ownGradient } = valuesOf(color)
  const type = valuesOf(typography)
  const { padding, margin } = valuesOf(spacing)
  const frame = valuesOf(border)
  const declarations: [string, unknown][] = [
    ['color', textOf(textColor) === undefined ? text : undefined],
    ['background-color', textOf(backgroundColor) === undefined ? background : undefined],
    ['background', textOf(gradient) === undefined ? ownGradient : undefined],
    ['border-width', frame['width']],
    ['border-style', frame['style']],
    ['border-color', textOf(borderColor) === undefined ? frame['color'] : undefined],
    ['border-radius', frame['radius']],
    ['font-size', textOf(fontSize) === undefined ? type['fontSize'] : undefined],
    ['font-style', type['fontStyle']],
    ['font-weight', type['fontWeight']],
    ['letter-spacing', type['letterSpacing']],
    ['line-height', type['lineHeight']],
    ['text-decoration', type['textDecoration']],
    ['text-transform', type['textTransform']],
    ...boxDeclarations('padding', padding),
    ...boxDeclarations('margin', margin),
  ]
  const written = declarations.flatMap(([property, value]) => {
    const text = styleValue(value)
    return text === undefined ? [] : [`${property}:${text}`]
  })
  return written.length === 0 ? '' : safeStyle(written.join(';'))
}

/**
 * The HTML attributes of the element around a dynamic block, from the attributes of the block: alignment, classes, colors,
 * spacing, typography, layout and anchor. `classes` come first; `layout` is false for blocks that do not lay out others.
 * The result begins with a space.
 */
export const wrapperAttributes = (
  block: Block,
  classes: readonly string[] = [],
  { layout = true }: { readonly layout?: boolean } = {},
): string => {
  const { attributes } = block
  const [align, className, anchor] = [attributes['align'], attributes['className'], attributes['anchor']].map(textOf)
  const style = inlineStyle(attributes)
  const all = [
    ...classes,
    ...(align === undefined ? [] : [`align${align}`]),
    ...(className === undefined ? [] : [className]),
    `wp-block-${(block.name ?? '').replace(/^core\//, '').replace('/', '-')}`,
    ...colorClasses(attributes),
    ...fontClasses(attributes),
    ...(layout ? layoutClasses(block, NO_VALUES) : []),
  ]
  return [
    ...(style === '' ? [] : [` style="${escapeHtml(style)}"`]),
    ` class="${escapeHtml(all.join(' '))}"`,
    ...(anchor === undefined ? [] : [` id="${escapeHtml(anchor)}"`]),
  ].join('')
}
