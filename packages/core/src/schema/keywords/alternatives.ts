import { type Failure, failure, isOfOtherType, MAX_REASONS, reasonOf } from '../failure.js'
import { isMap, listOf } from '../keyword-value.js'
import type { Compiling, Rule } from '../rule.js'
import type { Schema } from '../schema.js'
import { SchemaError } from '../schema-error.js'

/** One schema of a `oneOf` or `anyOf`. */
export interface Alternative extends Rule {
  readonly position: number
  readonly type: Schema['type']
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
    const rule = compiling.sameValueRule(alternative, keyword, position)
    const {
      type,
      title = `alternative ${position + 1}`,
      properties = {},
    } = compiling.meant(alternative, keyword, position)
    const { check, sanitize, isIdentity } = rule
    return { check, sanitize, isIdentity, position, type, title, names: Object.keys(properties) }
  })
}

/** Converts as the first alternative that fits says. */
export function alternativesConversion(alternatives: readonly Alternative[]): Rule['sanitize'] {
  return value => {
    for (const alternative of alternatives) if (!alternative.check(value)) return alternative.sanitize(value)
    return value
  }
}

/**
 * No alternative fits: the reason is that of the closest one, when there is such a one. It is looked for when the
 * reason is told, which it is not while this is an alternative of something else that fits.
 */
export function noneFits(alternatives: readonly Alternative[], value: unknown): Failure {
  const tell = (name: string, depth: number) => {
    const closest = depth < MAX_REASONS ? closestMiss(alternatives, value) : undefined
    if (closest)
      return `${name} does not fit ${closest.alternative.title}: ${reasonOf(closest.failed, name, depth + 1)}`
    return `${name} fits none of ${alternatives.map(({ title }) => title).join(', ')}.`
  }
  return failure('rest_no_matching_schema', tell, () => {
    const closest = closestMiss(alternatives, value)
    return closest && { position: closest.alternative.position }
  })
}

interface Miss {
  readonly alternative: Alternative
  readonly failed: Failure
}

/** The only alternative of the value's type or, for an object, the one that shares the most properties with it. */
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
