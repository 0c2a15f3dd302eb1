import type { Block } from '@platen/rendering'

/** The element of a heading; a paragraph for 0, and the heading of level `byDefault` for numbers that are not a level. Fractions are cut off. */
export const headingTag = (level: number, byDefault: number): string => {
  if (level === 0) return 'p'
  const whole = Math.trunc(level)
  return `h${whole >= 1 && whole <= 6 ? whole : byDefault}`
}

/** The class of the text alignment in older content, which stores it as a separate attribute. */
export const alignmentClasses = ({ attributes }: Pick<Block, 'attributes'>): readonly string[] => {
  const { textAlign } = attributes
  return typeof textAlign === 'string' && /^[a-z]+$/.test(textAlign) ? [`has-text-align-${textAlign}`] : []
}
