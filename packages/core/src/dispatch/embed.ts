import type { Link, Links } from '../links.js'
import { parseQuery } from '../params/parse-query.js'

/** Which relations `_embed` asks for: all, or these. */
export type EmbedSelection = 'all' | ReadonlySet<string>

/** More addresses than this are not followed for one answer; the links themselves stay. */
const MAX_ADDRESSES = 1000

const ALL: ReadonlySet<string> = new Set(['', '0', '1', 'true'])
const texts = (given: object) => Object.values(given).filter(name => typeof name === 'string')

/**
 * Reads `_embed`: present, `1` or `0` is all relations, otherwise a text of relations between commas or spaces, or a list
 * or map of relations.
 */
export function parseEmbed(given: unknown): EmbedSelection | undefined {
  if (typeof given === 'object' && given !== null) {
    const names = texts(given)
    return names.length === 0 ? undefined : new Set(names)
  }
  if (typeof given !== 'string') return undefined
  return ALL.has(given) ? 'all' : new Set(given.split(/[ \t\n\v\f\r,]+/))
}

/** Fetches what is at an address of the interface (path and parameters); `undefined` when no route leads there. */
export type FetchEmbedded = (path: string, query: Record<string, unknown>) => Promise<unknown>

type Linked = Record<string, unknown> & { _links?: Links }
const isLinked = (value: unknown): value is Linked =>
  value !== null && typeof value === 'object' && !Array.isArray(value) && '_links' in value

const isEmptyList = (value: unknown) => Array.isArray(value) && value.length === 0

/**
 * Stage 11. Resolves links that are `embeddable` into `_embedded` (specification section 2), for a resource or each
 * item of a list; every address is fetched once, however many items link to it. A relation that leads to empty lists
 * alone is left out; what the caller may not see is embedded as the error that it would get.
 */
export async function embedLinks(
  body: unknown,
  selection: EmbedSelection,
  baseUrl: string,
  fetch: FetchEmbedded,
): Promise<unknown> {
  const fetched = new Map<string, Promise<unknown>>()
  const follow = ({ href }: Link): Promise<unknown> | undefined => {
    const known = fetched.get(href)
    if (known !== undefined) return known
    if (!href.startsWith(`${baseUrl}/`) || fetched.size >= MAX_ADDRESSES) return undefined
    const at = href.indexOf('?')
    const path = href.slice(baseUrl.length, at < 0 ? undefined : at)
    const query = at < 0 ? {} : parseQuery(href.slice(at + 1))
    const answer = fetch(path, { context: 'embed', ...query })
    fetched.set(href, answer)
    return answer
  }
  const embed = async (item: unknown): Promise<unknown> => {
    if (!isLinked(item)) return item
    const embedded: Record<string, unknown[]> = {}
    for (const [relation, links] of Object.entries(item._links ?? {})) {
      if (selection !== 'all' && !selection.has(relation)) continue
      const answers: unknown[] = []
      for (const link of links) {
        const answer = link.embeddable === true ? await follow(link) : undefined
        if (answer !== undefined) answers.push(answer)
      }
      if (!answers.every(isEmptyList)) embedded[relation] = answers
    }
    return Object.keys(embedded).length === 0 ? item : { ...item, _embedded: embedded }
  }
  if (!Array.isArray(body)) return embed(body)
  const items: unknown[] = []
  for (const item of body) items.push(await embed(item))
  return items
}
