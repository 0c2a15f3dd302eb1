import { type BlockValues, hasLinkColor, slugify } from '@platen/rendering'

const NONE: BlockValues = Object.freeze({})

/** Whether a value of an attribute or a context has members. */
export const hasMembers = (value: unknown): value is BlockValues => typeof value === 'object' && value !== null

/** The members of a value of an attribute or a context; none if it is not an object. */
export const membersOf = (value: unknown): BlockValues => (hasMembers(value) ? value : NONE)

/** Whether a value may be a number that older content and programs also write as text. */
export const isNumberOrText = (value: unknown): value is number | string =>
  typeof value === 'number' || typeof value === 'string'

/**
 * Escapes a text to which typography is applied later, together with the surrounding text, which escapes ampersands and
 * converts quotes. Not for attributes.
 */
export const escapeProse = (text: string): string => text.replaceAll('<', '&lt;').replaceAll('>', '&gt;')

/** The name of the element of a heading; that of a paragraph for level 0. */
export const headingTag = (level: number): string => {
  const whole = Math.trunc(level)
  return whole === 0 ? 'p' : `h${whole >= 1 && whole <= 99 ? whole : 2}`
}

const SECTIONS = new Set(['div', 'header', 'main', 'section', 'article', 'aside', 'footer'])

/** The name of an element around other blocks; `div` for any other. */
export const sectionTag = (name: string): string => (SECTIONS.has(name) ? name : 'div')

/** The class of a block that colors its links. */
export const linkColorClasses = (attributes: BlockValues): readonly string[] =>
  hasLinkColor(attributes) ? ['has-link-color'] : []

/**
 * The classes of a grid with a number of columns, which become fewer where they would be too narrow. Older content and
 * programs write the number as text.
 */
export function columnClasses(count: unknown, minimumWidth: unknown): readonly string[] {
  if (!isNumberOrText(count) || !count || count === '0') return []
  return [slugify(`columns-${count}`), ...(minimumWidth ? ['has-native-responsive-grid'] : [])]
}

/** The classes of the element around a block that has both: an older alignment, and colored links. */
export const textClasses = (attributes: BlockValues): readonly string[] => [
  ...alignmentClasses(attributes),
  ...linkColorClasses(attributes),
]

/** The class of an alignment in older content, which stores it as a separate attribute. */
export const alignmentClasses = ({ textAlign }: Readonly<Record<string, unknown>>): readonly string[] =>
  typeof textAlign === 'string' && textAlign !== '' ? [`has-text-align-${textAlign}`] : []
