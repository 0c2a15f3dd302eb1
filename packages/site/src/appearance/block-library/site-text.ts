import type { Block } from '@platen/rendering'

/**
 * The element of a text of the site, such as its title: a paragraph for level 0, otherwise a heading, of level
 * `byDefault` for numbers that are not a level. Fractions are cut off.
 */
export const siteTextTag = (level: number, byDefault: number): string => {
  if (level === 0) return 'p'
  const whole = Math.trunc(level)
  return `h${whole >= 1 && whole <= 6 ? whole : byDefault}`
}

/** The class of the alignment of a text of the site in older content, which stores it as a separate attribute. */
export const siteTextAlignment = ({ attributes }: Pick<Block, 'attributes'>): readonly string[] => {
  const { textAlign } = attributes
  return typeof textAlign === 'string' && /^[a-z]+$/.test(textAlign) ? [`has-text-align-${textAlign}`] : []
}
