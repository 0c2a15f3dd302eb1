import { NO_VALUES } from '../block-context.js'
import type { BlockValues } from '../block-type.js'

/** The additions of a support to the element around a block. */
export interface SupportOutput {
  readonly classes: readonly string[]
  /** The declarations of the inline style; undefined values are omitted. */
  readonly declarations: readonly Declaration[]
}

/** A property of a style and its value. */
export type Declaration = readonly [property: string, value: string | undefined]

/** The members of an object; empty for anything else. */
export const valuesOf = (value: unknown): BlockValues =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as BlockValues) : NO_VALUES

/** A string that is not empty. */
export const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined

const LOWER = '[a-z\\xdf-\\xf6\\xf8-\\xff]'
const UPPER = '[A-Z\\xc0-\\xd6\\xd8-\\xde]'
const BREAK = '[\\x00-\\x2f\\x3a-\\x40\\x5b-\\x60\\x7b-\\xbf\\xd7\\xf7\\s\\u2000-\\u206f]'
/** Letters without case, and marks. */
const OTHER = '[^\\x00-\\xff\\s\\u2000-\\u206f]'

const WORD = [
  `${UPPER}?${LOWER}+(?=${BREAK}|${UPPER}|$)`,
  `(?:${UPPER}|${OTHER})+(?=${BREAK}|${UPPER}(?:${LOWER}|${OTHER})|$)`,
  `${UPPER}?(?:${LOWER}|${OTHER})+`,
  `${UPPER}+`,
  // Ordinal numbers are words; 11th, 12th and 13th are not recognized.
  `\\d*(?:1ST|2ND|3RD|[04-9]TH)(?=\\b|[a-z_])`,
  `\\d*(?:1st|2nd|3rd|[04-9]th)(?=\\b|[A-Z_])`,
  `\\d+`,
].join('|')
const word = new RegExp(WORD, 'g')

/** The sides of a box, in the order of CSS. */
export const SIDES = ['top', 'right', 'bottom', 'left'] as const

/** No theme has longer names of presets. */
const MAX_NAME = 200

/**
 * The name of a preset as in classes and custom properties: `vividRed2` becomes `vivid-red-2`. Empty if it has neither
 * letters nor digits. Only the first 200 characters are used.
 */
export const presetSlug = (name: string): string => {
  const letters = name.slice(0, MAX_NAME).replace(/['\u2019]/g, '')
  const words = letters.match(word) ?? []
  return words.join('-').replace(/[A-Z]/g, letter => letter.toLowerCase())
}

const REFERENCE = 'var:'
const PRESET = 'var:preset|'

/**
 * A value of a style. `var:preset|color|red` refers to a custom property of the theme. Returns `undefined` without a
 * value, for a reference without a name, and for a preset of another kind than `kind`.
 */
export const styleValue = (value: unknown, kind?: string): string | undefined => {
  const text = textOf(value)?.trim()
  if (!text?.startsWith(REFERENCE)) return text
  const slug = text.startsWith(`${PRESET}${kind}|`) ? presetSlug(text.slice(text.lastIndexOf('|') + 1)) : ''
  return slug === '' ? undefined : `var(--wp--preset--${kind}--${slug})`
}

/** The preset in an attribute, or else in a value of the style. */
export const presetOf = (attribute: unknown, value: unknown, kind: string): string | undefined => {
  const named = textOf(attribute)
  if (named !== undefined) return named
  const prefix = `${PRESET}${kind}|`
  return typeof value === 'string' && value.startsWith(prefix) ? value.slice(value.lastIndexOf('|') + 1) : undefined
}

/** The class of a preset, as a list; empty without a name. */
export const presetClass = (name: string | undefined, write: (slug: string) => string): readonly string[] => {
  const slug = name === undefined ? '' : presetSlug(name)
  return slug === '' ? [] : [write(slug)]
}
