import type { BlockValues } from '../block-type.js'
import { type BlockSupports, writtenFeatures } from './block-supports.js'
import { presetClass, presetOf, type SupportOutput, styleValue, textOf, valuesOf } from './support-values.js'

/** The properties of each feature, in the order of the inline style. */
const PROPERTIES = [
  ['fontSize', 'font-size'],
  ['fontFamily', 'font-family'],
  ['fontStyle', 'font-style'],
  ['fontWeight', 'font-weight'],
  ['lineHeight', 'line-height'],
  ['textColumns', 'column-count'],
  ['textDecoration', 'text-decoration'],
  ['textTransform', 'text-transform'],
  ['letterSpacing', 'letter-spacing'],
  ['writingMode', 'writing-mode'],
] as const

/** The features that have presets. */
const PRESETS = new Set(
  'fontSize fontFamily fontStyle fontWeight textDecoration textTransform letterSpacing'.split(' '),
)

/** The classes and declarations of the typography of a block. */
export const typographySupport = (attributes: BlockValues, supports: BlockSupports): SupportOutput => {
  const has = writtenFeatures(supports, 'typography')
  const type = valuesOf(valuesOf(attributes['style'])['typography'])
  const size = presetOf(attributes['fontSize'], type['fontSize'], 'font-size')
  const family = textOf(attributes['fontFamily'])
  const alignment = textOf(type['textAlign'])
  const isPreset = (feature: string): boolean =>
    feature === 'fontSize' ? size !== undefined : feature === 'fontFamily' && family !== undefined
  return {
    classes: [
      ...(has('fontSize') ? presetClass(size, slug => `has-${slug}-font-size`) : []),
      ...(has('fontFamily') ? presetClass(family, slug => `has-${slug}-font-family`) : []),
      ...(has('textAlign') && alignment !== undefined ? [`has-text-align-${alignment}`] : []),
    ],
    declarations: PROPERTIES.map(([feature, property]) => [
      property,
      has(feature) && !isPreset(feature)
        ? styleValue(type[feature], PRESETS.has(feature) ? property : undefined)
        : undefined,
    ]),
  }
}
