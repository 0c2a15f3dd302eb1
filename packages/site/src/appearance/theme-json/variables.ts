import { isMap } from '../../kernel/text/index.js'
import { mapValues } from './json-map.js'

const SHORT = 'var:'

/** Converts a text such as `var:preset|color|ink` to its custom property. */
export const resolveVariable = (text: string): string =>
  text.startsWith(SHORT) ? `var(--wp--${text.slice(SHORT.length).replaceAll('|', '--')})` : text

/** A JSON value with all its references to custom properties resolved. */
export function resolveVariables<T>(value: T): T
export function resolveVariables(value: unknown): unknown {
  if (typeof value === 'string') return resolveVariable(value)
  if (Array.isArray(value)) return value.map(item => resolveVariables<unknown>(item))
  return isMap(value) ? mapValues(value, inner => resolveVariables(inner)) : value
}
