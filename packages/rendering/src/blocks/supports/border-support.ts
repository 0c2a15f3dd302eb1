import type { BlockValues } from '../block-type.js'
import { type BlockSupports, type WrittenFeatures, writtenFeatures } from './block-supports.js'
import {
  type Declaration,
  presetClass,
  presetOf,
  type SupportOutput,
  styleValue,
  textOf,
  valuesOf,
} from './support-values.js'

const SIDES = ['top', 'right', 'bottom', 'left'] as const
const PARTS = ['width', 'color', 'style'] as const
const CORNERS = [
  ['topLeft', 'top-left'],
  ['topRight', 'top-right'],
  ['bottomLeft', 'bottom-left'],
  ['bottomRight', 'bottom-right'],
] as const

const lengthOf = (value: unknown): string | undefined =>
  typeof value === 'number' && Number.isFinite(value) ? `${value}px` : styleValue(value)

const radiusDeclarations = (radius: unknown): readonly Declaration[] =>
  typeof radius === 'object'
    ? CORNERS.map(([name, corner]) => [`border-${corner}-radius`, lengthOf(valuesOf(radius)[name])])
    : [['border-radius', lengthOf(radius)]]

const sideDeclarations = (border: BlockValues, has: WrittenFeatures): readonly Declaration[] =>
  SIDES.flatMap(side =>
    PARTS.filter(has).map((part): Declaration => {
      const value = valuesOf(border[side])[part]
      return [`border-${side}-${part}`, part === 'width' ? lengthOf(value) : styleValue(value)]
    }),
  )

const outputOf = (attributes: BlockValues, has: WrittenFeatures, overPreset = false): SupportOutput => {
  const border = valuesOf(valuesOf(attributes['style'])['border'])
  const preset = presetOf(attributes['borderColor'], border['color'], 'color')
  const isColored = has('color') && (preset ?? textOf(border['color'])) !== undefined
  const isOver = overPreset && textOf(attributes['borderColor']) !== undefined
  return {
    classes: isColored ? ['has-border-color', ...presetClass(preset, slug => `has-${slug}-border-color`)] : [],
    declarations: [
      ['border-color', isColored && (preset === undefined || isOver) ? styleValue(border['color']) : undefined],
      ...(has('radius') ? radiusDeclarations(border['radius']) : []),
      ['border-style', has('style') ? styleValue(border['style']) : undefined],
      ['border-width', has('width') ? lengthOf(border['width']) : undefined],
      ...sideDeclarations(border, has),
    ],
  }
}

/** The classes and declarations of the border of a block, where its type leaves them to the element around it. */
export const borderSupport = (attributes: BlockValues, supports: BlockSupports): SupportOutput =>
  outputOf(attributes, writtenFeatures(supports, 'border'))

/**
 * The same for blocks that write the border on an inner element. With `overPreset`, the element also has a
 * color of its own beside the class of a preset.
 */
export const innerBorder = (attributes: BlockValues, overPreset = false): SupportOutput =>
  outputOf(attributes, () => true, overPreset)
