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

const wordEnd = /[a-z](?=[A-Z\d])|[A-Z](?=\d|[A-Z][a-z])|\d(?=[A-Za-z])/g

/** The name of a preset as in classes: `vividRed2` becomes `vivid-red-2`. Empty if it has neither letters nor digits. */
export const presetSlug = (name: string): string =>
  name
    .replace(wordEnd, '$&-')
    .replace(/[^A-Za-z\d]+/g, '-')
    .replace(/^-|-$/g, '')
    .toLowerCase()

const PRESET = 'var:'

/** A value of a style; `var:preset|color|red` refers to a custom property of the theme. */
export const styleValue = (value: unknown): string | undefined => {
  const text = textOf(value)?.trim()
  return text?.startsWith(PRESET) ? `var(--wp--${text.slice(PRESET.length).replaceAll('|', '--')})` : text
}

/** The preset in an attribute, or else in a value of the style. */
export const presetOf = (attribute: unknown, value: unknown, kind: string): string | undefined => {
  const named = textOf(attribute)
  if (named !== undefined) return named
  const prefix = `${PRESET}preset|${kind}|`
  return typeof value === 'string' && value.startsWith(prefix) ? value.slice(prefix.length) : undefined
}

/** The class of a preset, as a list; empty without a name. */
export const presetClass = (name: string | undefined, write: (slug: string) => string): readonly string[] => {
  const slug = name === undefined ? '' : presetSlug(name)
  return slug === '' ? [] : [write(slug)]
}
