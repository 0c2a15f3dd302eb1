import { nearestWord } from '@platen/core'
import { configShape } from './config-shape.js'
import type { PlatenConfig } from './define-config.js'
import { type Check, isObject, type Shape } from './shape-checks.js'

/** Returns the first problem of a configuration: an unknown key, or a value of the wrong kind. */
export function configComplaint(config: unknown): string | undefined {
  return isObject(config) ? shapeComplaint(config, configShape, '') : 'the default export is not an object'
}

/** Whether a module's default export is a configuration. */
export const isConfig = (config: unknown): config is PlatenConfig => configComplaint(config) === undefined

function shapeComplaint(value: Readonly<Record<string, unknown>>, shape: Shape, path: string): string | undefined {
  for (const [key, part] of Object.entries(value)) {
    const check = Object.hasOwn(shape, key) ? shape[key] : undefined
    if (check === undefined) return unknownKey(path, key, Object.keys(shape))
    const complaint = part === undefined ? undefined : valueComplaint(part, check, `${path}${key}`)
    if (complaint !== undefined) return complaint
  }
  return undefined
}

function valueComplaint(value: unknown, check: Check, path: string): string | undefined {
  if (check.accepts(value)) return undefined
  if (check.shape !== undefined && isObject(value)) return shapeComplaint(value, check.shape, `${path}.`)
  return `"${path}" must be ${check.expected}`
}

function unknownKey(path: string, key: string, known: readonly string[]): string {
  const nearest = nearestWord(key, known)
  return `unknown key "${path}${key}"${nearest === undefined ? '' : `; did you mean "${path}${nearest}"?`}`
}
