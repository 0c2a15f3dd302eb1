import { failure } from '../failure.js'
import { entriesOf } from '../keyword-value.js'
import { isMember, type Members } from '../object-members.js'
import type { Check, CompileContext, Conversion, Keyword } from '../rule.js'
import type { Schema } from '../schema.js'
import { SchemaError } from '../schema-error.js'

interface Dependency {
  readonly name: string
  readonly check: Check<Members>
  readonly sanitize: ((object: unknown) => unknown) | undefined
}

/** Requirements of an object if it has a certain property. */
function dependenciesOf(schema: Schema, context: CompileContext): readonly Dependency[] {
  return entriesOf(schema, 'dependencies', context).map(([name, dependency]) => {
    if (Array.isArray(dependency)) return { name, check: companions(name, dependency, context), sanitize: undefined }
    const { check, sanitize, isIdentity } = context.sameValueRule(dependency, 'dependencies', name)
    return { name, check, sanitize: isIdentity ? undefined : sanitize }
  })
}

function companions(name: string, names: readonly unknown[], context: CompileContext): Check<Members> {
  const missing = names.map(companion => {
    if (typeof companion !== 'string')
      throw new SchemaError('must be a schema or a list of names.', context.path('dependencies', name))
    const failed = failure(
      'rest_property_required',
      param => `${param} lacks the property ${companion}, which ${name} requires.`,
    )
    return { companion, failed }
  })
  return object => missing.find(({ companion }) => !isMember(object, companion))?.failed
}

export const dependencies: Keyword<Members> = (schema, context) => {
  const all = dependenciesOf(schema, context)
  if (all.length === 0) return undefined
  return object => {
    for (const { name, check } of all) {
      const failed = isMember(object, name) ? check(object) : undefined
      if (failed) return failed
    }
    return undefined
  }
}

export const dependenciesConversion: Conversion<Members> = (schema, context) => {
  const converting = dependenciesOf(schema, context).filter(({ sanitize }) => sanitize !== undefined)
  if (converting.length === 0) return undefined
  return object =>
    converting.reduce(
      (converted, { name, sanitize }) =>
        isMember(object, name) && sanitize ? (sanitize(converted) as Members) : converted,
      object,
    )
}
