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
  const classes: string[] = []
  if (has('text') && (textPreset ?? textOf(text)) !== undefined)
    classes.push('has-text-color', ...presetClass(textPreset, slug => `has-${slug}-color`))
  const isFilled = has('background') && (backgroundPreset ?? textOf(background)) !== undefined
  const isGraded = has('gradients') && (gradientPreset ?? textOf(gradient)) !== undefined
  if (isFilled || isGraded) classes.push('has-background')
  if (isFilled) classes.push(...presetClass(backgroundPreset, slug => `has-${slug}-background-color`))
  if (isGraded) classes.push(...presetClass(gradientPreset, slug => `has-${slug}-gradient-background`))
  return {
    classes,
    declarations: [
      ['color', has('text') && textPreset === undefined ? styleValue(text) : undefined],
      ['background-color', has('background') && backgroundPreset === undefined ? styleValue(background) : undefined],
      ['background', has('gradients') && gradientPreset === undefined ? styleValue(gradient) : undefined],
    ],
  }
}
