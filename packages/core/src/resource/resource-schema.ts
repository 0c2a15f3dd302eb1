import type { Args } from '../registry/definition.js'
import { objectSchema } from '../schema/object-schema.js'
import { rebasedSchema } from '../schema/rebased-schema.js'
import type { Schema } from '../schema/schema.js'
import type { Context, FieldDefinition } from './field.js'

type Fields = Readonly<
  Record<
    string,
    Pick<
      FieldDefinition<never, never, never, never>,
      'schema' | 'responds' | 'optional' | 'contexts' | 'readonly' | 'argument' | 'inSchema' | 'get'
    >
  >
>

const ALL: readonly Context[] = ['view', 'edit', 'embed']

/** The parts of a resource from which its schema derives. */
export interface DescribedResource {
  readonly title: string
  readonly fields: Fields
  readonly schema?: Readonly<Record<string, unknown>> | undefined
  readonly hasContexts?: boolean | undefined
}

/** The draft-04 schema of a resource as OPTIONS shows it. */
export function resourceSchema({ title, fields, schema: further, hasContexts = true }: DescribedResource): Schema {
  const properties: Record<string, unknown> = {}
  for (const [name, { schema, contexts, readonly, inSchema }] of Object.entries(fields)) {
    if (inSchema === false) continue
    properties[name] = {
      ...rebasedSchema(schema, 'properties', name),
      ...(hasContexts && { context: contexts ?? ALL }),
      ...(readonly === true ? { readonly: true } : {}),
    }
  }
  return { ...objectSchema(title, properties), ...further } as Schema
}

/** The schema of a resource in responses: of the fields that have values, with those that all responses have. */
export function responseSchema({ title, fields, schema: further, hasContexts = true }: DescribedResource): Schema {
  const properties: Record<string, Schema> = {}
  const required: string[] = []
  for (const [name, { schema, responds, optional, contexts, readonly, get }] of Object.entries(fields)) {
    if (get === undefined) continue
    const value = responds ?? (typeof get === 'function' ? schema : withGetters(schema, get))
    properties[name] = {
      ...rebasedSchema(value, 'properties', name),
      ...(hasContexts && { context: contexts ?? ALL }),
      ...(readonly === true ? { readonly: true } : {}),
    }
    if (optional !== true) required.push(name)
  }
  return { ...objectSchema(title, properties), required, ...further } as Schema
}

/** The schema of an object with a getter for each of its properties, which are all there. */
function withGetters(schema: Schema, getters: object): Schema {
  const required = Object.keys(getters).filter(name => schema.properties?.[name] !== undefined)
  return required.length === 0 ? schema : { ...schema, required }
}

function argsFor(fields: Fields, use: 'create' | 'update', shape: (schema: Schema) => Schema): Args {
  const args: Record<string, Schema> = {}
  for (const [name, { schema, readonly, argument = readonly === true ? 'none' : 'both' }] of Object.entries(fields)) {
    if (argument === 'both' || argument === use) args[name] = shape(schema)
  }
  return args
}

/** The arguments of creations. */
export const createArgs = (fields: Fields): Args => argsFor(fields, 'create', schema => schema)

/** The arguments of updates: none is required or has a default. */
export const updateArgs = (fields: Fields): Args =>
  argsFor(fields, 'update', schema => {
    const { default: _default, required, ...rest } = schema
    // Most schemas are the same for both uses, and compiled once.
    if (!('default' in schema || 'required' in schema)) return schema
    return (Array.isArray(required) ? { ...rest, required } : rest) as Schema
  })

/** The argument `context`, with the contexts that show any field. */
export function contextArg(fields: Fields, byDefault: Context = 'view'): Schema {
  const used = new Set(Object.values(fields).flatMap(field => field.contexts ?? ALL))
  return {
    description: 'The view of the resource, which determines the fields.',
    type: 'string',
    enum: (['view', 'embed', 'edit'] as const).filter(context => used.has(context)),
    default: byDefault,
  }
}
