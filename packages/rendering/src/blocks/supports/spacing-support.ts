import type { BlockValues } from '../block-type.js'
import { type BlockSupports, writtenFeatures } from './block-supports.js'
import { type Declaration, SIDES, styleValue, valuesOf } from './support-values.js'

/** The declarations of one value for all sides, or of a value for each side. */
const boxDeclarations = (property: string, value: unknown): readonly Declaration[] =>
  typeof value === 'object'
    ? SIDES.map(side => [`${property}-${side}`, styleValue(valuesOf(value)[side], 'spacing')])
    : [[property, styleValue(value, 'spacing')]]

/** The declarations of the padding and margin of a block. */
export const spacingDeclarations = (attributes: BlockValues, supports: BlockSupports): readonly Declaration[] => {
  const has = writtenFeatures(supports, 'spacing')
  const { padding, margin } = valuesOf(valuesOf(attributes['style'])['spacing'])
  return [
    ...(has('padding') ? boxDeclarations('padding', padding) : []),
    ...(has('margin') ? boxDeclarations('margin', margin) : []),
  ]
}

/** The declarations of the size of a block. */
export const dimensionDeclarations = (attributes: BlockValues, supports: BlockSupports): readonly Declaration[] => {
  const has = writtenFeatures(supports, 'dimensions')
  const { height, minHeight, width } = valuesOf(valuesOf(attributes['style'])['dimensions'])
  return [
    ['height', has('height') ? styleValue(height, 'dimension') : undefined],
    ['min-height', has('minHeight') ? styleValue(minHeight, 'dimension') : undefined],
    ['width', has('width') ? styleValue(width, 'dimension') : undefined],
  ]
}

/** The declaration of the shadow of a block. */
export const shadowDeclarations = (attributes: BlockValues, supports: BlockSupports): readonly Declaration[] => {
  const has = writtenFeatures({ shadow: { written: true, ...valuesOf(supports['shadow']) } }, 'shadow')
  const isSupported = supports['shadow'] !== undefined && supports['shadow'] !== false
  return [
    [
      'box-shadow',
      isSupported && has('written') ? styleValue(valuesOf(attributes['style'])['shadow'], 'shadow') : undefined,
    ],
  ]
}
