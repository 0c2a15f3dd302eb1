import { isMap } from '../../kernel/text/index.js'
import type { JsonObject } from './theme-json.js'

/** A JSON object that is being built. */
export type DraftObject = Record<string, unknown>

/** The map under a key; an empty one if there is none. */
export function mapAt(value: JsonObject | undefined, key: string): JsonObject {
  const inner = value !== undefined && Object.hasOwn(value, key) ? value[key] : undefined
  return isMap(inner) ? inner : NOTHING
}

const NOTHING: JsonObject = Object.freeze({})

/** The value at a path; `undefined` if there is none. */
export function valueAt(value: unknown, path: readonly string[]): unknown {
  let inner = value
  for (const key of path) {
    if (!isMap(inner) || !Object.hasOwn(inner, key)) return undefined
    inner = inner[key]
  }
  return inner
}

/** A copy of the map with a value at a path; values on the path that are not maps are replaced. */
export function withValueAt(map: JsonObject, path: readonly string[], value: unknown): JsonObject {
  const [key, ...rest] = path
  if (key === undefined) return map
  return { ...map, [key]: rest.length === 0 ? value : withValueAt(mapAt(map, key), rest, value) }
}

/** A copy of the map with each value changed; values that become `undefined` are omitted. */
export const mapValues = (map: JsonObject, change: (value: unknown, key: string) => unknown): JsonObject =>
  Object.fromEntries(
    Object.entries(map)
      .map(([key, value]) => [key, change(value, key)] as const)
      .filter(([, value]) => value !== undefined),
  )
