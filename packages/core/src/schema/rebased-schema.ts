import { escapedToken } from './json-pointer.js'
import { isMap } from './keyword-value.js'
import type { Schema } from './schema.js'
import { subschemas } from './schema-resolver.js'

/**
 * Prepares a schema for a location within another one, given by its keys (`'properties', 'size'`): references (`#/…`)
 * still point at the same schemas. A schema without references is returned unchanged.
 */
export function rebasedSchema(schema: Schema, ...keys: readonly string[]): Schema {
  return rebased(schema, ['#', ...keys.map(key => encodeURIComponent(escapedToken(key)))].join('/'))
}

function rebased<S extends Readonly<Record<string, unknown>>>(schema: S, path: string): S {
  const { $ref } = schema
  let changed: Record<string, unknown> | undefined
  if (typeof $ref === 'string' && ($ref === '#' || $ref.startsWith('#/'))) {
    changed = { ...schema, $ref: path + $ref.slice(1) }
  }
  for (const [keys, inner] of subschemas(schema)) {
    if (!isMap(inner)) continue
    const moved = rebased(inner, path)
    if (moved === inner) continue
    changed ??= { ...schema }
    place(changed, schema, keys, moved)
  }
  return (changed ?? schema) as S
}

/** Replaces a subschema, in a copy of the list or map that contains it. */
function place(
  copy: Record<string, unknown>,
  original: Readonly<Record<string, unknown>>,
  [keyword = '', key]: readonly (string | number)[],
  schema: unknown,
): void {
  if (key === undefined) {
    copy[keyword] = schema
    return
  }
  const held = copy[keyword]
  if (held === original[keyword]) copy[keyword] = Array.isArray(held) ? [...held] : { ...(held as object) }
  const target = copy[keyword] as Record<string | number, unknown>
  target[key] = schema
}
