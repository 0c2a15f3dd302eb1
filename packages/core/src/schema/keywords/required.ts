import { failure } from '../failure.js'
import { entriesOf, isMap } from '../keyword-value.js'
import { isMember, type Members } from '../object-members.js'
import type { CompileContext, Keyword } from '../rule.js'
import type { Schema } from '../schema.js'
import { SchemaError } from '../schema-error.js'

/** The properties that an object must have: those in the list `required` or, without one, those with `required: true`. */
export const required: Keyword<Members> = (schema, context) => {
  const listed = namesInList(schema, context)
  const names = listed.length > 0 ? listed : namesInProperties(schema, context)
  if (names.length === 0) return undefined
  const missing = new Map(
    names.map(member => [member, failure('rest_property_required', name => `${name} lacks the property ${member}.`)]),
  )
  return object => {
    for (const [member, failed] of missing) if (!isMember(object, member)) return failed
    return undefined
  }
}

function namesInList(schema: Schema, context: CompileContext): readonly string[] {
  const { required: value } = schema
  // A boolean is about the value itself: whatever contains it checks that.
  if (value === undefined || typeof value === 'boolean') return []
  if (Array.isArray(value) && value.every(name => typeof name === 'string')) return value
  throw new SchemaError('must be true, false or a list of names.', context.path('required'))
}

function namesInProperties(schema: Schema, context: CompileContext): string[] {
  return entriesOf(schema, 'properties', context)
    .filter(([, property]) => isMap(property) && property.required === true)
    .map(([name]) => name)
}
