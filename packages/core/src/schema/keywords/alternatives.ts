import { type Failure, failure, isOfOtherType, reasonOf } from '../failure.js'
import { isMap, listOf } from '../keyword-value.js'
import type { Compiling, Rule } from '../rule.js'
import type { Schema } from '../schema.js'
import { SchemaError } from '../schema-error.js'

/** One schema of a `oneOf` or `anyOf`. */
export interface Alternative extends Rule {
  readonly position: number
  readonly title: string
  /** The members it declares, by which the alternative closest to an object is found. */
  readonly names: readonly string[]
}

/** The alternatives of a keyword; undefined when the schema does not use it. */
export function alternativesOf(
  schema: Schema,
  keyword: 'oneOf' | 'anyOf',
  compiling: Compiling,
): readonly Alternative[] | undefined {
  const schemas = listOf(schema, keyword, compiling)
  if (!schemas) return undefined
  if (schemas.length === 0) throw new SchemaError('must list one schema at least.', compiling.path(keyword))
  return schemas.map((alternative, position) => {
    const rule = compiling.alternative(alternative, keyword, position)
    const { title = `alternative ${position + 1}`, properties = {} } = alternative as Schema
    return { ...rule, position, title, names: Object.keys(properties) }
  })
}

/** Converts as the first alternative that fits says. */
export function alternativesConversion(alternatives: readonly Alternative[]): Rule['sanitize'] {
  return value => {
    for (const { check, sanitize } of alternatives) if (!check(value)) return sanitize(value)
    return value
  }
}

/** No alternative fits: the reason is that of the closest one, when there is such a one. */
export function noneFits(alternatives: readonly Alternative[], failures: readonly Failure[], value: unknown): Failure {
  const closest = () => closestPosition(alternatives, failures, value)
  const tell = (name: string) => {
    const position = closest()
    const alternative = alternatives[position]
    const failed = failures[position]
    if (alternative && failed) return `${name} does not fit ${alternative.title}: ${reasonOf(failed, name)}`
    return `${name} fits none of ${alternatives.map(({ title }) => title).join(', ')}.`
  }
  return failure('rest_no_matching_schema', tell, () => {
    const position = closest()
    return position < 0 ? undefined : { position }
  })
}

/**
 * The only alternative of the value's type or, for an object, the one that shares the most properties with it;
 * -1 when neither tells.
 */
function closestPosition(alternatives: readonly Alternative[], failures: readonly Failure[], value: unknown): number {
  const ofType = alternatives.filter((_, position) => !isOfOtherType(failures[position] as Failure))
  const [only, ...more] = ofType
  if (!only || more.length === 0) return only?.position ?? -1
  if (!isMap(value)) return -1
  const shared = ofType.map(({ names }) => names.filter(name => Object.hasOwn(value, name)).length)
  const most = Math.max(...shared)
  return most === 0 ? -1 : (ofType[shared.indexOf(most)]?.position ?? -1)
}
