import { isMap } from '../../kernel/text/index.js'
import { mapValues } from './json-map.js'

/** The properties that a part of a style tree has: of each, any value, the shape of a map, or a function that cleans it. */
export type Shape = 'any' | ((value: unknown) => unknown) | ShapeMap
export interface ShapeMap {
  readonly [name: string]: Shape
}

/** Properties with any value. */
const leaves = (...names: readonly string[]): ShapeMap => Object.fromEntries(names.map(name => [name, 'any']))

const FONT_FACE = new Set(
  `ascentOverride descentOverride fontDisplay fontFamily fontFeatureSettings fontStretch fontStyle
   fontVariationSettings fontWeight lineGapOverride sizeAdjust src unicodeRange`.split(/\s+/),
)
const FONT_FAMILY = new Set(['fontFace', 'fontFamily', 'name', 'slug'])

const pickNames = (value: unknown, names: ReadonlySet<string>): unknown =>
  isMap(value) ? mapValues(value, (inner, name) => (names.has(name) ? inner : undefined)) : value

/** A font family, with faces that have only what describes a face. */
function cleanFamily(value: unknown): unknown {
  const family = pickNames(value, FONT_FAMILY)
  if (!isMap(family)) return family
  return mapValues(family, (inner, name) => {
    if (name !== 'fontFace') return inner
    return Array.isArray(inner) ? inner.map(face => pickNames(face, FONT_FACE)) : undefined
  })
}

/** Font families as a list, or as lists by origin. */
function cleanFamilies(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(cleanFamily)
  return isMap(value) ? mapValues(value, list => (Array.isArray(list) ? list.map(cleanFamily) : list)) : value
}

/** The common properties of text settings and text styles. */
const texts = leaves(
  'fontStyle',
  'fontWeight',
  'letterSpacing',
  'lineHeight',
  'textAlign',
  'textColumns',
  'textDecoration',
  'textIndent',
  'textTransform',
  'writingMode',
)

const blockSettings: ShapeMap = {
  ...leaves('appearanceTools', 'useRootPaddingAwareAlignments', 'custom'),
  background: leaves('backgroundImage', 'backgroundSize', 'gradient'),
  border: leaves('color', 'radius', 'radiusSizes', 'style', 'width'),
  color: leaves(
    'background',
    'button',
    'caption',
    'custom',
    'customDuotone',
    'customGradient',
    'defaultDuotone',
    'defaultGradients',
    'defaultPalette',
    'duotone',
    'gradients',
    'heading',
    'link',
    'palette',
    'text',
  ),
  dimensions: leaves(
    'aspectRatio',
    'aspectRatios',
    'defaultAspectRatios',
    'dimensionSizes',
    'height',
    'minHeight',
    'minWidth',
    'width',
  ),
  layout: leaves('allowCustomContentAndWideSize', 'allowEditing', 'contentSize', 'wideSize'),
  lightbox: leaves('allowEditing', 'enabled'),
  position: leaves('fixed', 'sticky'),
  shadow: leaves('defaultPresets', 'presets'),
  spacing: leaves(
    'blockGap',
    'customSpacingSize',
    'defaultSpacingSizes',
    'margin',
    'padding',
    'spacingScale',
    'spacingSizes',
    'units',
  ),
  typography: {
    ...texts,
    ...leaves('customFontSize', 'defaultFontSizes', 'dropCap', 'fluid', 'fontFamilies', 'fontSizes'),
  },
}

/** The styles of any part of a page. */
const styles: ShapeMap = {
  ...leaves('css', 'shadow'),
  background: leaves(
    'backgroundAttachment',
    'backgroundImage',
    'backgroundPosition',
    'backgroundRepeat',
    'backgroundSize',
    'gradient',
  ),
  border: leaves('bottom', 'color', 'left', 'radius', 'right', 'style', 'top', 'width'),
  color: leaves('background', 'gradient', 'text'),
  dimensions: leaves('aspectRatio', 'height', 'minHeight', 'minWidth', 'width'),
  filter: leaves('duotone'),
  outline: leaves('color', 'offset', 'style', 'width'),
  spacing: leaves('blockGap', 'margin', 'padding'),
  typography: { ...texts, ...leaves('fontFamily', 'fontSize', 'textShadow') },
}

/** The elements with their own styles. */
export const ELEMENTS = [
  'link',
  'heading',
  'h1',
  'h2',
  'h3',
  'h4',
  'h5',
  'h6',
  'button',
  'caption',
  'cite',
  'textInput',
  'select',
] as const
export type ElementName = (typeof ELEMENTS)[number]

const ELEMENT_STATES = [':link', ':any-link', ':visited', ':hover', ':focus', ':focus-visible', ':active']
const BLOCK_STATES = [':hover', ':focus', ':focus-visible', ':active']

/** The states of elements and blocks with their own styles, by name. */
const STATES: Readonly<Record<string, readonly string[]>> = {
  link: ELEMENT_STATES,
  button: ELEMENT_STATES,
  'core/button': BLOCK_STATES,
  'core/navigation-link': BLOCK_STATES,
}

/** The states of an element or a block with their own styles. */
export const statesOf = (name: string): readonly string[] => (Object.hasOwn(STATES, name) ? (STATES[name] ?? []) : [])

/** The window widths with their own styles. */
export const VIEWPORTS = ['@mobile', '@tablet'] as const

const each = (names: readonly string[], shape: Shape): ShapeMap => Object.fromEntries(names.map(name => [name, shape]))

const elements: ShapeMap = Object.fromEntries(
  ELEMENTS.map(name => [name, { ...styles, ...each(statesOf(name), styles), ...each(VIEWPORTS, styles) }]),
)

/** The styles of a block without those of its variations. */
function plainBlock(name: string): ShapeMap {
  const shape = { ...styles, elements, ...each(statesOf(name), styles) }
  return { ...shape, ...each(VIEWPORTS, shape) }
}

/** The block types that a style tree may name. */
export interface StyledBlocks {
  readonly names: readonly string[]
  /** The names of the style variations of a block type. */
  variationsOf(name: string): readonly string[]
}

/** The shapes of the settings and styles of a site with these block types. */
export interface TreeShapes {
  readonly settings: ShapeMap
  readonly styles: ShapeMap
}

/** The shapes of style trees for the block types of a site. */
export function treeShapes({ names, variationsOf }: StyledBlocks): TreeShapes {
  const plain = Object.fromEntries(names.map(name => [name, plainBlock(name)]))
  const blocks = Object.fromEntries(
    names.map(name => {
      const variations = variationsOf(name)
      const variation = { ...plain[name], blocks: plain }
      return [
        name,
        variations.length === 0 ? plainBlock(name) : { ...plain[name], variations: each(variations, variation) },
      ]
    }),
  )
  return {
    settings: {
      ...blockSettings,
      ...leaves('viewport'),
      blockVisibility: leaves('allowEditing'),
      typography: { ...(blockSettings['typography'] as ShapeMap), fontFamilies: cleanFamilies },
      blocks: each(names, blockSettings),
    },
    styles: { ...styles, elements, blocks },
  }
}
