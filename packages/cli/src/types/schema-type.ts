import { type Schema, schemaCompiler } from '@platen/core'

/** The number of types that a draft-04 schema can name; one that names all of them accepts everything. */
const ALL_TYPES = 7

const SIMPLE: Readonly<Record<string, string>> = {
  string: 'string',
  integer: 'number',
  number: 'number',
  boolean: 'boolean',
  // A spelling of schemas in one dialect.
  bool: 'boolean',
  null: 'null',
}

/**
 * Writes the TypeScript type of the values that a schema describes in responses. A property that only other contexts than
 * `view` show is optional, and one that no context shows is left out.
 */
export const schemaType = (schema: Schema): string => alternativesOf(schema).join(' | ')

function alternativesOf(schema: Schema): readonly string[] {
  const { enum: values, type } = schema
  if (schema.$ref !== undefined) return ['unknown']
  if (values !== undefined) return distinct(values.map(literal))
  const alternatives = schema.oneOf ?? schema.anyOf
  if (alternatives !== undefined)
    return distinct(alternatives.flatMap(each => alternativesOf({ ...(type !== undefined && { type }), ...each })))
  const names = type === undefined || typeof type === 'string' ? [type ?? 'unknown'] : type
  return names.length === ALL_TYPES
    ? ['unknown']
    : distinct(shownTypes(names, schema).map(name => namedType(name, schema)))
}

/** A value as TypeScript; texts in the quotes of most projects. */
export const literal = (value: unknown): string =>
  typeof value === 'string' && !/['\\]/.test(value)
    ? `'${JSON.stringify(value).slice(1, -1).replaceAll('\\"', '"')}'`
    : JSON.stringify(value)

const distinct = (types: readonly string[]): readonly string[] => [...new Set(types)]

/** Clients may send the text of some objects alone; responses have the object. */
const shownTypes = (names: readonly string[], { properties }: Schema): readonly string[] =>
  properties !== undefined && names.includes('object') ? names.filter(name => name !== 'string') : names

function namedType(name: string, schema: Schema): string {
  if (name === 'array') return listOf(schema.items)
  if (name === 'object') return objectType(schema)
  return SIMPLE[name] ?? 'unknown'
}

function listOf(items: Schema['items'] = {}): string {
  // A schema for each position: the items differ.
  const types = 'length' in items ? ['unknown'] : alternativesOf(items as Schema)
  return types.length > 1 ? `(${types.join(' | ')})[]` : `${types[0]}[]`
}

function objectType(schema: Schema, areRequired = false): string {
  const { properties = {}, additionalProperties } = schema
  const members = memberLines(schema, areRequired)
  if (members.length > 0) {
    const others = additionalProperties === true ? ['[name: string]: unknown'] : []
    return `{\n${indented([...members, ...others])}\n}`
  }
  // An object whose properties no response shows has none.
  if (Object.keys(properties).length > 0) return 'Record<string, never>'
  const values = typeof additionalProperties === 'object' ? schemaType(additionalProperties) : 'unknown'
  return `Record<string, ${values}>`
}

/**
 * The members of an object type, each with its description. `areRequired` is whether all responses have the properties
 * without contexts, such as the values of meta keys; otherwise those have that `required` names.
 */
export function memberLines({ properties = {}, required }: Schema, areRequired = true): string[] {
  const isRequired = (name: string) => (Array.isArray(required) ? required.includes(name) : areRequired)
  return Object.entries(properties).flatMap(([name, schema]) => {
    const contexts: unknown = schema['context']
    if (Array.isArray(contexts) && contexts.length === 0) return []
    const isShown = Array.isArray(contexts) ? contexts.includes('view') : isRequired(name)
    return [...docLines(schema.description), `${memberName(name)}${isShown ? '' : '?'}: ${valueType(name, schema)}`]
  })
}

function valueType(name: string, schema: Schema): string {
  if (name === 'meta' && schema.properties !== undefined) return objectType(metaSchema(schema), true)
  // Responses also have statuses that clients cannot set, such as that of the trash.
  return name === 'status' && schema.enum ? `${schemaType(schema)} | (string & {})` : schemaType(schema)
}

/** Every object has the values of all of its meta keys: `null` if none is stored and the default is invalid. */
export function metaSchema(schema: Schema): Schema {
  const compile = schemaCompiler()
  const shown = Object.entries(schema.properties ?? {}).map(([name, each]) => {
    const { description, default: initial } = each
    const isNullable = initial !== undefined && compile(each).validate(initial, name) !== undefined
    return [name, isNullable ? { ...(description && { description }), anyOf: [each, NULL] } : each] as const
  })
  return { ...schema, properties: Object.fromEntries(shown) }
}

const NULL: Schema = { type: 'null' }

export const memberName = (name: string): string => (/^[a-z_$][\w$]*$/i.test(name) ? name : literal(name))

const docLines = (description: string | undefined): string[] =>
  description ? [`/** ${description.replaceAll('*/', '* /').replace(/\s+/g, ' ')} */`] : []

/** Lines, and those within them, one level deeper. */
export const indented = (lines: readonly string[]): string => lines.join('\n').replace(/^(?=.)/gm, '  ')
