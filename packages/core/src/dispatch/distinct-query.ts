import type { Endpoint } from '../registry/route.js'
import type { RestRequest } from '../request.js'

/** The parameters of all routes that change a response. */
const GLOBAL: ReadonlySet<string> = new Set(['_fields', '_embed', '_envelope', '_jsonp'])

/** The parameter of paginated lists that continues them, which no endpoint declares. */
const CURSOR = 'cursor'

/** A parameter whose name is written as it is declared: without escapes, and before brackets, if it is a list or a map. */
const PART = /^([\w-]+)(?:(\[|%5B)[^=]*)?(?:=|$)/i

/**
 * Whether each part of a query is a parameter that the endpoint declares, or a global one, and none is repeated. Others may
 * change a response, such as the URLs in its links, but not what it contains: clients could fill a cache with copies of it.
 */
export function isDistinctQuery(query: RestRequest['query'], { argsByName }: Pick<Endpoint, 'argsByName'>): boolean {
  if (query === undefined || query === '') return true
  if (typeof query !== 'string') return false
  const seen = new Set<string>()
  return query.split('&').every(part => {
    const [, name, bracket] = PART.exec(part) ?? []
    if (name === undefined || !isKnown(name, argsByName)) return false
    if (bracket === undefined && seen.has(name)) return false
    seen.add(name)
    return true
  })
}

const isKnown = (name: string, args: Endpoint['argsByName']): boolean =>
  args.has(name) || GLOBAL.has(name) || (name === CURSOR && args.has('page'))
