import { safeStyle } from '../sanitize/safe-styles.js'
import { escapeHtml } from '../text/entities.js'
import { layoutClasses } from './block-layout.js'
import type { BlockPlace, BlockValues } from './block-type.js'
import { hiddenClasses } from './hidden-blocks.js'
import { borderSupport, innerBorder } from './supports/border-support.js'
import { colorSupport } from './supports/color-support.js'
import { hasElementColors } from './supports/element-colors.js'
import { cssClasses, duotoneClasses, placeClasses } from './supports/saved-supports.js'
import { dimensionDeclarations, shadowDeclarations, spacingDeclarations } from './supports/spacing-support.js'
import { type Declaration, textOf, valuesOf } from './supports/support-values.js'
import { typographySupport } from './supports/typography-support.js'

const ALIGNMENTS = new Set(['left', 'center', 'right', 'wide', 'full'])

const inlineStyle = (declarations: readonly Declaration[]): string => {
  const written = declarations.flatMap(([property, value]) => (value === undefined ? [] : [`${property}:${value}`]))
  return written.length === 0 ? '' : safeStyle(written.join(';'))
}

const space = /\s/
const spaces = /\s+/

/** The maximum number of classes for which searching the list for duplicates is faster than building a set. */
const FEW_CLASSES = 8

/** The words of some classes, each once. */
const classWords = (classes: readonly string[]): string => {
  if (classes.length > FEW_CLASSES) return manyWords(classes)
  let text = ''
  for (let index = 0; index < classes.length; index++) {
    const name = classes[index] as string
    if (name === '' || classes.indexOf(name) < index) continue
    if (space.test(name)) return manyWords(classes)
    text += text === '' ? name : ` ${name}`
  }
  return text
}

const manyWords = (classes: readonly string[]): string => {
  const words = new Set<string>()
  for (const name of classes) for (const word of name.split(spaces)) words.add(word)
  words.delete('')
  let text = ''
  for (const word of words) text += text === '' ? word : ` ${word}`
  return text
}

/** The class of a block type: `wp-block-` and its name, without the namespace `core`. */
export const blockClass = (name: string): string =>
  name.startsWith('core/') ? `wp-block-${name.slice(5).replace('/', '-')}` : `wp-block-${name.replace('/', '-')}`

const alignClass = ({ align }: BlockValues, { align: supported }: BlockValues): string => {
  const name = textOf(align)
  return supported && name !== undefined && ALIGNMENTS.has(name) ? `align${name}` : ''
}

/** Additional content of {@link wrapperAttributes}. */
export interface WrapperOptions {
  /** Declarations of the inline style, placed before those of the supports. They are not filtered. */
  readonly style?: string | undefined
  /**
   * Whether it is an element within the block's element, which has the same styles, but no position and layout of its
   * own.
   */
  readonly isPart?: boolean | undefined
  /** The description for screen readers; that of the block, if its type supports one, by default. */
  readonly label?: string | undefined
}

const ownLabel = ({ ariaLabel }: BlockValues, supports: BlockValues): string | undefined =>
  supports['ariaLabel'] === true ? textOf(ariaLabel) : undefined

/** Classes and an inline style. */
interface Look {
  readonly classes: readonly string[]
  readonly style: string
}

const NO_LOOK: Look = Object.freeze({ classes: [], style: '' })

/** The style attributes that supports add: most blocks have none of them. */
const LOOK_ATTRIBUTES = [
  'style',
  'textColor',
  'backgroundColor',
  'gradient',
  'fontSize',
  'fontFamily',
  'borderColor',
] as const

const supportedLook = (attributes: BlockValues, supports: BlockValues): Look => {
  if (!LOOK_ATTRIBUTES.some(name => attributes[name] !== undefined)) return NO_LOOK
  const color = colorSupport(attributes, supports)
  const typography = typographySupport(attributes, supports)
  const border = borderSupport(attributes, supports)
  const style = inlineStyle([
    ...color.declarations,
    ...typography.declarations,
    ...border.declarations,
    ...shadowDeclarations(attributes, supports),
    ...dimensionDeclarations(attributes, supports),
    ...spacingDeclarations(attributes, supports),
  ])
  return { classes: [...color.classes, ...typography.classes, ...border.classes], style }
}

/**
 * The HTML attributes of the element around a dynamic block: alignment, classes, colors, typography, borders,
 * dimensions, spacing, layout and anchor from the attributes of the block, as far as its type `supports` them.
 * `classes` come first. The result has a leading space.
 */
export const wrapperAttributes = (
  { block, supports, count }: Pick<BlockPlace, 'block' | 'supports' | 'count'>,
  classes: readonly string[] = [],
  { style: ownStyle = '', label, isPart = false }: WrapperOptions = {},
): string => {
  const { attributes } = block
  const look = supportedLook(attributes, supports)
  const style = ownStyle !== '' && look.style !== '' ? `${ownStyle};${look.style}` : ownStyle + look.style
  const { layout } = supports
  const [cssMark = '', cssClass = ''] = cssClasses(attributes, supports)
  const all = classWords([
    ...classes,
    alignClass(attributes, supports),
    supports['customClassName'] === false ? '' : (textOf(attributes['className']) ?? ''),
    hasElementColors(attributes, supports) ? `wp-elements-${count('elements')}` : '',
    cssClass,
    supports['className'] === false ? '' : blockClass(block.name ?? ''),
    ...look.classes,
    ...(isPart ? [] : placeClasses(block)),
    ...(layout && !isPart ? layoutClasses(block, valuesOf(valuesOf(layout)['default'])) : []),
    ...(isPart ? [] : duotoneClasses(attributes, supports, count)),
    ...(isPart ? [] : hiddenClasses(block, supports)),
    isPart ? '' : cssMark,
  ])
  const anchor = supports['anchor'] === true ? textOf(attributes['anchor']) : undefined
  const description = label ?? ownLabel(attributes, supports)
  return (
    (style === '' ? '' : attribute('style', style)) +
    (all === '' ? '' : attribute('class', all)) +
    (anchor === undefined ? '' : attribute('id', anchor)) +
    (description === undefined ? '' : attribute('aria-label', description))
  )
}

/**
 * The classes of content that a block repeats, such as each item of a list: the classes of its element for element
 * colors, for its position in the surrounding layout, and for its own CSS.
 */
export const repeatedClasses = ({
  block,
  supports,
  count,
}: Pick<BlockPlace, 'block' | 'supports' | 'count'>): readonly string[] => [
  ...(hasElementColors(block.attributes, supports) ? [`wp-elements-${count('elements')}`] : []),
  ...placeClasses(block),
  ...cssClasses(block.attributes, supports),
]

const attribute = (name: string, value: string): string => ` ${name}="${escapeHtml(value)}"`

/**
 * The classes and the inline style of a block's border, for an inner element that shows it: an image, or a field of a
 * form. A field has a custom color in the style even if there is the class of a preset.
 */
export const borderAttributes = (
  { attributes }: Pick<BlockPlace['block'], 'attributes'>,
  element: 'image' | 'field' = 'image',
) => {
  const { classes, declarations } = innerBorder(attributes, element)
  return { classes, style: inlineStyle(declarations) }
}

const ALL_COLORS = { color: { text: true, background: true, gradients: true } }
const PLAIN_COLORS = { color: { text: true, background: true } }
const ALL_TYPOGRAPHY = {
  typography: {
    fontSize: true,
    fontFamily: true,
    fontStyle: true,
    fontWeight: true,
    letterSpacing: true,
    lineHeight: true,
    textDecoration: true,
    textTransform: true,
  },
}

/** The classes and the inline style of a block's colors, for an inner element that shows them. */
export const colorAttributes = ({ attributes }: Pick<BlockPlace['block'], 'attributes'>) => {
  const { classes, declarations } = colorSupport(attributes, ALL_COLORS)
  return { classes, style: inlineStyle(declarations) }
}

/** The classes and the inline style of a block's typography, for an inner element that shows it. */
export const typographyAttributes = ({ attributes }: Pick<BlockPlace['block'], 'attributes'>) => {
  const { classes, declarations } = typographySupport(attributes, ALL_TYPOGRAPHY)
  return { classes, style: inlineStyle(declarations) }
}

/**
 * The classes and the inline style of a drawing within a block: colors (those of presets also as custom properties),
 * border, width and padding. The wrapper of the block has none of these.
 */
export const drawingAttributes = ({ attributes }: Pick<BlockPlace['block'], 'attributes'>) => {
  const color = colorSupport(attributes, PLAIN_COLORS, true)
  const border = innerBorder(attributes, 'drawing')
  const declarations = [
    ...color.declarations,
    ...border.declarations,
    ...dimensionDeclarations(attributes, { dimensions: { width: true } }),
    ...spacingDeclarations(attributes, { spacing: { padding: true } }),
  ]
  return { classes: [...color.classes, ...border.classes], style: inlineStyle(declarations) }
}
