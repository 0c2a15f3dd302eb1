import { escapedToken, valueAt } from './json-pointer.js'
import { isMap } from './keyword-value.js'
import { resolveUri } from './resolve-uri.js'
import { SchemaError } from './schema-error.js'

/** A subschema of the compiled schema, with its path from `#`. */
export interface SchemaLocation {
  readonly path: string
  readonly schema: unknown
}

/** Resolves references. */
export interface SchemaResolver {
  /** `from` is the path of the schema with the reference. Throws a `SchemaError` for one that points at nothing. */
  find(reference: unknown, from: string): SchemaLocation
}

/** Creates the resolver of a schema, whose subschemas it indexes by `id`. */
export function schemaResolver(root: unknown): SchemaResolver {
  const bases = new Map<string, string>()
  const documents = new Map<string, string>([['', '#']])
  const anchors = new Map<string, string>()

  const enter = (schema: unknown, path: string, base: string, ancestors: readonly unknown[]): void => {
    if (!isMap(schema)) return
    if (ancestors.includes(schema)) throw new SchemaError('must not contain itself.', path)
    const own = baseOf(schema, path, base)
    bases.set(path, own)
    for (const [keys, inner] of subschemas(schema)) {
      enter(inner, [path, ...keys.map(escapedToken)].join('/'), own, [...ancestors, schema])
    }
  }
  const baseOf = ({ id, $ref }: Record<string, unknown>, path: string, base: string): string => {
    if (typeof id !== 'string' || $ref !== undefined) return base
    const { document, fragment } = resolveUri(id, base)
    if (id.startsWith('#')) anchors.set(`${base}#${fragment}`, path)
    else documents.set(document, path)
    return id.startsWith('#') ? base : document
  }
  enter(root, '#', '', [])

  const nearestBase = (path: string): string => {
    for (let at = path; at !== ''; at = at.slice(0, Math.max(0, at.lastIndexOf('/')))) {
      const base = bases.get(at)
      if (base !== undefined) return base
    }
    return ''
  }

  return {
    find(reference, from) {
      const fault = (problem: string) => new SchemaError(problem, `${from}/$ref`)
      if (typeof reference !== 'string') throw fault('must be a string.')
      const { document, fragment } = resolveUri(reference, nearestBase(from))
      const pointer = decoded(fragment)
      const start = documents.get(document)
      if (start === undefined || pointer === undefined)
        throw fault(`is not a reference within this schema: ${reference}`)
      const path = pointer === '' || pointer.startsWith('/') ? start + pointer : anchors.get(`${document}#${pointer}`)
      const schema = path === undefined ? undefined : valueAt(root, path)
      if (path === undefined || schema === undefined) throw fault(`points at nothing: ${reference}`)
      return { path, schema }
    },
  }
}

function decoded(fragment: string): string | undefined {
  try {
    return decodeURIComponent(fragment)
  } catch {
    return undefined
  }
}

/** The direct subschemas of a schema, with their keys. */
export function subschemas(schema: Readonly<Record<string, unknown>>): [keys: (string | number)[], schema: unknown][] {
  const found: [(string | number)[], unknown][] = []
  for (const keyword of ['items', 'additionalItems', 'additionalProperties', 'not']) {
    if (isMap(schema[keyword])) found.push([[keyword], schema[keyword]])
  }
  for (const keyword of ['items', 'allOf', 'anyOf', 'oneOf']) {
    const list = schema[keyword]
    if (Array.isArray(list)) for (const [index, inner] of list.entries()) found.push([[keyword, index], inner])
  }
  for (const keyword of ['properties', 'patternProperties', 'definitions', 'dependencies']) {
    const map = schema[keyword]
    if (isMap(map)) for (const [name, inner] of Object.entries(map)) found.push([[keyword, name], inner])
  }
  return found
}
