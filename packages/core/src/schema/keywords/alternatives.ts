import { type Failure, failure, isOfOtherType, MAX_QUOTED_MESSAGES, messageOf } from '../failure.js'
import { isMap, listOf } from '../keyword-value.js'
import type { CompileContext, Rule } from '../rule.js'
import type { Schema } from '../schema.js'
import { SchemaError } from '../schema-error.js'

/** One schema of a `oneOf` or `anyOf`. */
export interface Alternative extends Rule {
  readonly position: number
  readonly type: Schema['type']
  readonly title: string
  /** The properties it declares, to find the alternative that is closest to an object. */
  readonly names: readonly string[]
}

/** The alternatives of a keyword; undefined when the schema does not use it. */
export function alternativesOf(
  schema: Schema,
  keyword: 'oneOf' | 'anyOf',
  context: CompileContext,
): readonly Alternative[] | undefined {
  const schemas = listOf(schema, keyword, context)
  if (!schemas) return undefined
  if (schemas.length === 0) throw new SchemaError('must list at least one schema.', context.path(keyword))
  return schemas.map((alternative, position) => {
    const rule = context.sameValueRule(alternative, keyword, position)
    const {
      type,
      title = `alternative ${position + 1}`,
      properties = {},
    } = context.dereference(alternative, keyword, position)
    const { check, sanitize, isIdentity } = rule
    return { check, sanitize, isIdentity, position, type, title, names: Object.keys(properties) }
  })
}

/** Converts a value by the first alternative that it matches. */
export function alternativesConversion(alternatives: readonly Alternative[]): Rule['sanitize'] {
  return value => {
    for (const alternative of alternatives) if (!alternative.check(value)) return alternative.sanitize(value)
    return value
  }
}

/**
 * The failure of a value that matches no alternative. Its message quotes that of the closest alternative, if there is
 * one; it is searched for only when the failure is reported.
 */
export function noMatch(alternatives: readonly Alternative[], value: unknown): Failure {
  const message = (name: string, depth: number) => {
    const closest = depth < MAX_QUOTED_MESSAGES ? closestMiss(alternatives, value) : undefined
    if (closest)
      return `${name} does not match ${closest.alternative.title}: ${messageOf(closest.failed, name, depth + 1)}`
    return `${name} matches none of ${alternatives.map(({ title }) => title).join(', ')}.`
  }
  return failure('rest_no_matching_schema', message, () => {
    const closest = closestMiss(alternatives, value)
    return closest && { position: closest.alternative.position }
  })
}

interface Miss {
  readonly alternative: Alternative
  readonly failed: Failure
}

/** The only alternative of the value's type; of several for an object, the one that shares the most properties with it. */
function closestMiss(alternatives: readonly Alternative[], value: unknown): Miss | undefined {
  const misses: Miss[] = []
  for (const alternative of alternatives) {
    const failed = alternative.check(value)
    if (failed && !isOfOtherType(failed)) misses.push({ alternative, failed })
  }
  if (misses.length < 2) return misses[0]
  if (!isMap(value)) return undefined
  const shared = misses.map(({ alternative }) => alternative.names.filter(name => Object.hasOwn(value, name)).length)
  const most = shared.reduce((largest, count) => Math.max(largest, count), 0)
  return most === 0 ? undefined : misses[shared.indexOf(most)]
}
