import type { BlockValues } from '../block-type.js'
import { type BlockSupports, writtenFeatures } from './block-supports.js'
import { presetClass, presetOf, type SupportOutput, styleValue, textOf, valuesOf } from './support-values.js'

const IMPLIED = new Set(['text', 'background'])

/** The classes and declarations of the colors of a block; those of presets are declared only if `declaresPresets`. */
export const colorSupport = (
  attributes: BlockValues,
  supports: BlockSupports,
  declaresPresets = false,
): SupportOutput => {
  const declared = (value: unknown, preset: string | undefined): string | undefined => {
    if (preset === undefined) return styleValue(value, 'color')
    return declaresPresets ? styleValue(`var:preset|color|${preset}`, 'color') : undefined
  }
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
      ['color', has('text') ? declared(text, textPreset) : undefined],
      ['background-color', has('background') ? declared(background, backgroundPreset) : undefined],
      ['background', has('gradients') && gradientPreset === undefined ? styleValue(gradient, 'gradient') : undefined],
    ],
  }
}
