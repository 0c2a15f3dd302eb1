import { failure } from '../failure.js'
import { entriesOf } from '../keyword-value.js'
import { isMember, type Members } from '../object-members.js'
import type { Check, Compiling, Conversion, Keyword } from '../rule.js'
import type { Schema } from '../schema.js'
import { SchemaError } from '../schema-error.js'

interface Dependency {
  readonly name: string
  readonly check: Check<Members>
  readonly sanitize: ((object: unknown) => unknown) | undefined
}

/** What an object that has a property must have or match besides. */
function dependenciesOf(schema: Schema, compiling: Compiling): readonly Dependency[] {
  return entriesOf(schema, 'dependencies', compiling).map(([name, dependency]) => {
    if (Array.isArray(dependency)) return { name, check: companions(name, dependency, compiling), sanitize: undefined }
    const { check, sanitize, isIdentity } = compiling.sameValueRule(dependency, 'dependencies', name)
    return { name, check, sanitize: isIdentity ? undefined : sanitize }
  })
}

function companions(name: string, names: readonly unknown[], compiling: Compiling): Check<Members> {
  const missing = names.map(companion => {
    if (typeof companion !== 'string')
      throw new SchemaError('must be a schema or a list of names.', compiling.path('dependencies', name))
    const failed = failure(
      'rest_property_required',
      param => `${param} lacks the property ${companion}, which ${name} requires.`,
    )
    return { companion, failed }
  })
  return object => missing.find(({ companion }) => !isMember(object, companion))?.failed
}

export const dependencies: Keyword<Members> = (schema, compiling) => {
  const all = dependenciesOf(schema, compiling)
  if (all.length === 0) return undefined
  return object => {
    for (const { name, check } of all) {
      const failed = isMember(object, name) ? check(object) : undefined
      if (failed) return failed
    }
    return undefined
  }
}

export const dependenciesConversion: Conversion<Members> = (schema, compiling) => {
  const converting = dependenciesOf(schema, compiling).filter(({ sanitize }) => sanitize !== undefined)
  if (converting.length === 0) return undefined
  return object =>
    converting.reduce(
      (converted, { name, sanitize }) =>
        isMember(object, name) && sanitize ? (sanitize(converted) as Members) : converted,
      object,
    )
}
