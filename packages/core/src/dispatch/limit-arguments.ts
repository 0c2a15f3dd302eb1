import { type QueryLimits, type QuerySize, sizeOf } from '../params/query-limits.js'
import type { Endpoint } from '../registry/route.js'
import { RestError } from '../rest-error.js'
import type { Refusals } from './refusals.js'

/** Global parameters that are lists. */
const LISTS: ReadonlySet<string> = new Set(['_fields', '_embed'])

/** Refuses the parameters of a query that exceed the limits; the longest one if only their total length does. */
export function limitArguments(
  source: Readonly<Record<string, unknown>>,
  endpoint: Endpoint,
  limits: QueryLimits,
): Refusals {
  const refusals = new Map<string, RestError>()
  let total = 0
  let longest = { name: '', length: -1 }
  for (const name in source) {
    const size = sizeOf(source[name], isList(name, endpoint))
    const length = name.length + size.length
    total += length
    if (length > longest.length) longest = { name, length }
    const error = excess(name, size, limits)
    if (error !== undefined) refusals.set(name, error)
  }
  if (total > limits.maxQueryLength && refusals.size === 0) {
    const reason = `${longest.name} makes the query longer than ${limits.maxQueryLength} characters.`
    refusals.set(longest.name, new RestError('rest_too_long', reason, 400))
  }
  return refusals
}

function isList(name: string, endpoint: Endpoint): boolean {
  const type = endpoint.argsByName.get(name)?.schema.type
  return LISTS.has(name) || [type].flat().some(each => each === 'array' || each === 'object')
}

function excess(name: string, { items, depth, longest }: QuerySize, limits: QueryLimits): RestError | undefined {
  if (depth > limits.maxDepth)
    return new RestError('rest_too_deep', `${name} is nested more than ${limits.maxDepth} levels deep.`, 400)
  if (items > limits.maxItems)
    return new RestError('rest_too_many_items', `${name} must have at most ${limits.maxItems} items.`, 400)
  if (longest > limits.maxTextLength)
    return new RestError('rest_too_long', `${name} must be at most ${limits.maxTextLength} characters long.`, 400)
  return undefined
}
