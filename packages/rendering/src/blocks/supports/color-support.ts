import type { BlockValues } from '../block-type.js'
import { type BlockSupports, writtenFeatures } from './block-supports.js'
import { presetClass, presetOf, type SupportOutput, styleValue, textOf, valuesOf } from './support-values.js'

const IMPLIED = new Set(['text', 'background'])

/** The classes and declarations of the colors of a block. */
export const colorSupport = (attributes: BlockValues, supports: BlockSupports): SupportOutput => {
  const has = writtenFeatures(supports, 'color', IMPLIED)
  const { text, background, gradient } = valuesOf(valuesOf(attributes['style'])['color'])
  const textPreset = presetOf(attributes['textColor'], text, 'color')
  const backgroundPreset = presetOf(attributes['backgroundColor'], background, 'color')
  const gradientPreset = presetOf(attributes['gradient'], gradient, 'gradient')
  const isColored = has('text') && (textPreset ?? textOf(text)) !== undefined
  const isFilled = has('background') && (backgroundPreset ?? textOf(background)) !== undefined
  const isGraded = has('gradients') && (gradientPreset ?? textOf(gradient)) !== undefined
  return {
    classes: [
      ...(isColored ? ['has-text-color', ...presetClass(textPreset, slug => `has-${slug}-color`)] : []),
      ...(isFilled || isGraded ? ['has-background'] : []),
      ...(isFilled ? presetClass(backgroundPreset, slug => `has-${slug}-background-color`) : []),
      ...(isGraded ? presetClass(gradientPreset, slug => `has-${slug}-gradient-background`) : []),
    ],
    declarations: [
      ['color', has('text') && textPreset === undefined ? styleValue(text) : undefined],
      ['background-color', has('background') && backgroundPreset === undefined ? styleValue(background) : undefined],
      ['background', has('gradients') && gradientPreset === undefined ? styleValue(gradient) : undefined],
    ],
  }
}
