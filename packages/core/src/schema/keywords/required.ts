import { failure } from '../failure.js'
import { entriesOf, isMap } from '../keyword-value.js'
import { isMember, type Members } from '../object-members.js'
import type { Compiling, Keyword } from '../rule.js'
import type { Schema } from '../schema.js'
import { SchemaError } from '../schema-error.js'

/** The properties an object has to have: those its list names or, without a list, those whose schemas say so. */
export const required: Keyword<Members> = (schema, compiling) => {
  const listed = namesInList(schema, compiling)
  const names = listed.length > 0 ? listed : namesInProperties(schema, compiling)
  if (names.length === 0) return undefined
  const missing = new Map(
    names.map(wanted => [wanted, failure('rest_property_required', name => `${name} lacks the property ${wanted}.`)]),
  )
  return object => {
    for (const [wanted, failed] of missing) if (!isMember(object, wanted)) return failed
    return undefined
  }
}

function namesInList(schema: Schema, compiling: Compiling): readonly string[] {
  const { required: value } = schema
  // A boolean says whether the value itself has to be there, which is the business of what holds it.
  if (value === undefined || typeof value === 'boolean') return []
  if (Array.isArray(value) && value.every(name => typeof name === 'string')) return value
  throw new SchemaError('must be true, false or a list of names.', compiling.path('required'))
}

function namesInProperties(schema: Schema, compiling: Compiling): string[] {
  return entriesOf(schema, 'properties', compiling)
    .filter(([, property]) => isMap(property) && property.required === true)
    .map(([name]) => name)
}
