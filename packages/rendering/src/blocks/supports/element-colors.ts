import type { BlockValues } from '../block-type.js'
import { type BlockSupports, isSkipped } from './block-supports.js'
import { textOf, valuesOf } from './support-values.js'

const hasColor = (element: unknown, properties: readonly string[]): boolean => {
  const color = valuesOf(valuesOf(element)['color'])
  return properties.some(property => textOf(color[property]) !== undefined)
}

/** The elements besides links whose colors a block may define. */
const ELEMENTS = new Set('heading h1 h2 h3 h4 h5 h6 button'.split(' '))

const TEXT = ['text']
const ALL = ['text', 'background', 'gradient']

/** Whether a block colors its links. */
export const hasLinkColor = ({ style }: BlockValues): boolean =>
  hasColor(valuesOf(valuesOf(style)['elements'])['link'], TEXT)

/**
 * Whether a block has colors for elements within it, such as links, defined by its own CSS rules, unless its type
 * writes them itself.
 */
export const hasElementColors = ({ style }: BlockValues, supports: BlockSupports): boolean => {
  const { elements } = valuesOf(style)
  if (elements === undefined) return false
  const support = valuesOf(supports['color'])
  return Object.entries(valuesOf(elements)).some(
    ([name, element]) =>
      !isSkipped(support, name) &&
      (name === 'link'
        ? hasColor(element, TEXT) || hasColor(valuesOf(element)[':hover'], TEXT)
        : ELEMENTS.has(name) && hasColor(element, ALL)),
  )
}
