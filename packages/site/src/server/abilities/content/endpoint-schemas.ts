import type { Schema, TypeName } from '@platen/core'
import type { RouteEndpoint } from './type-routes.js'

/** A text that responses contain as an object is sent as a string, or in `raw`. */
function sentAs({ properties, ...schema }: Schema): Schema {
  const raw = properties?.['raw']
  if (raw === undefined) return properties === undefined ? schema : { ...schema, properties }
  return { ...schema, type: ['string', 'object'], properties: { raw } }
}

/** The schema of an input: the arguments of an endpoint, without some of them; `id` is required if it is one. */
export function inputOf({ endpoint }: RouteEndpoint, without: readonly string[] = []): Schema {
  const args = endpoint.args.filter(({ name }) => !without.includes(name))
  const named = args.map(({ name, schema }) => [name, name === 'id' ? { ...schema, required: true } : sentAs(schema)])
  return { type: 'object', properties: Object.fromEntries(named), additionalProperties: false, default: {} }
}

/** The members of shown values, at any depth. */
const membersOf = ({ title, description, properties }: Schema): Schema => ({
  ...(title !== undefined && { title }),
  ...(description !== undefined && { description }),
  ...(properties !== undefined && { properties: mapped(properties, membersOf) }),
})

const TYPES: readonly TypeName[] = ['string', 'boolean', 'integer', 'number', 'array', 'object', 'null']

/** A field that has no value is null. The schemas of responses are only shown, so their types may be any words. */
function shown(field: Schema): Schema {
  const named: readonly unknown[] = [field.type, 'null'].flat()
  const types = TYPES.filter(type => named.includes(type))
  return { ...membersOf(field), ...(types.length > 1 && { type: types }) }
}

const mapped = (properties: Readonly<Record<string, Schema>>, change: (inner: Schema) => Schema) =>
  Object.fromEntries(Object.entries(properties).map(([name, inner]) => [name, change(inner)]))

/**
 * The schema of an item in a response: fields and their types, without keywords that apply only to input, such as the
 * statuses that may be set.
 */
export function itemOf({ route }: RouteEndpoint): Schema {
  const { title, properties = {} } = route.schema?.() ?? {}
  return { ...(title !== undefined && { title }), type: 'object', properties: mapped(properties, shown) }
}

/** The schema of a list in a response. */
export const listOf = (from: RouteEndpoint): Schema => ({ type: 'array', items: itemOf(from) })
