import type { BlockValues } from '../block-type.js'
import { type BlockSupports, type WrittenFeatures, writtenFeatures } from './block-supports.js'
import {
  type Declaration,
  presetClass,
  presetOf,
  SIDES,
  type SupportOutput,
  styleValue,
  textOf,
  valuesOf,
} from './support-values.js'

const PARTS = ['width', 'color', 'style'] as const

/** The parts of the sides of a border, in the order in which they are written. */
type SideOrder = readonly (readonly [side: (typeof SIDES)[number], part: (typeof PARTS)[number]])[]

const bySide = (parts: typeof PARTS | readonly ['color', 'style', 'width']): SideOrder =>
  SIDES.flatMap(side => parts.map(part => [side, part] as const))

const USUAL = bySide(PARTS)
const OF_IMAGES = bySide(['color', 'style', 'width'])
const OF_FIELDS: SideOrder = PARTS.flatMap(part => SIDES.map(side => [side, part] as const))

const CORNERS = [
  ['topLeft', 'top-left'],
  ['topRight', 'top-right'],
  ['bottomLeft', 'bottom-left'],
  ['bottomRight', 'bottom-right'],
] as const

const isNumber = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)$/

/** A length for all sides or corners; numbers are in pixels. */
const lengthOf = (value: unknown, kind?: string): string | undefined => {
  if (typeof value === 'number' && Number.isFinite(value)) return `${value}px`
  const text = styleValue(value, kind)
  return text !== undefined && isNumber.test(text) ? `${text}px` : text
}

const RADIUS = 'border-radius'

const radiusDeclarations = (radius: unknown): readonly Declaration[] =>
  typeof radius === 'object'
    ? CORNERS.map(([name, corner]) => [`border-${corner}-radius`, styleValue(valuesOf(radius)[name], RADIUS)])
    : [[RADIUS, lengthOf(radius, RADIUS)]]

const sideDeclarations = (border: BlockValues, order: SideOrder): readonly Declaration[] =>
  order.map(([side, part]): Declaration => {
    const value = styleValue(valuesOf(border[side])[part], part)
    return [`border-${side}-${part}`, value === '0' ? undefined : value]
  })

const outputOf = (
  attributes: BlockValues,
  has: WrittenFeatures,
  { order, overPreset = false }: { readonly order: SideOrder; readonly overPreset?: boolean },
): SupportOutput => {
  const border = valuesOf(valuesOf(attributes['style'])['border'])
  const preset = presetOf(attributes['borderColor'], border['color'], 'color')
  const isColored = has('color') && (preset ?? textOf(border['color'])) !== undefined
  const isOver = overPreset && textOf(attributes['borderColor']) !== undefined
  return {
    classes: isColored ? ['has-border-color', ...presetClass(preset, slug => `has-${slug}-border-color`)] : [],
    declarations: [
      [
        'border-color',
        isColored && (preset === undefined || isOver) ? styleValue(border['color'], 'color') : undefined,
      ],
      ...(has('radius') ? radiusDeclarations(border['radius']) : []),
      ['border-style', has('style') ? styleValue(border['style']) : undefined],
      ['border-width', has('width') ? lengthOf(border['width']) : undefined],
      ...(has('color') || has('width') ? sideDeclarations(border, order) : []),
    ],
  }
}

/** The classes and declarations of the border of a block, where its type leaves them to the element around it. */
export const borderSupport = (attributes: BlockValues, supports: BlockSupports): SupportOutput =>
  outputOf(attributes, writtenFeatures(supports, 'border'), { order: USUAL })

const INNER = {
  image: { order: OF_IMAGES },
  drawing: { order: USUAL },
  field: { order: OF_FIELDS, overPreset: true },
} as const

/**
 * The same for blocks that write the border on an inner element. A field also has a color of its own beside the class
 * of a preset.
 */
export const innerBorder = (attributes: BlockValues, element: keyof typeof INNER): SupportOutput =>
  outputOf(attributes, () => true, INNER[element])
