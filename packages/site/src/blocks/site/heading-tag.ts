import type { Block } from '@platen/rendering'

/** The element of a heading; a paragraph for 0, and the heading of level `byDefault` for numbers that are no level. */
export const headingTag = (level: number, byDefault: number): string => {
  if (level === 0) return 'p'
  return `h${Number.isInteger(level) && level >= 1 && level <= 6 ? level : byDefault}`
}

/** The class of the text alignment in older content, where it is an attribute of its own. */
export const alignmentClasses = ({ attributes }: Pick<Block, 'attributes'>): readonly string[] => {
  const { textAlign } = attributes
  return typeof textAlign === 'string' && /^[a-z]+$/.test(textAlign) ? [`has-text-align-${textAlign}`] : []
}
