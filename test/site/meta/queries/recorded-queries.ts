import { readFileSync } from 'node:fs'
import { wpDialect } from '@platen/site'
import type { TestSite, TestSiteOptions } from '../../make-site.js'
import { matches } from './plain-comparison.js'

/** The arguments of a query, as clients send them. */
type Query = Readonly<Record<string, string | readonly string[]>>

/** What the reference found in 40 events, asked by its own queries, by their numbers in order. */
interface Recorded {
  /** The meta of each event, as it was created there. */
  readonly events: readonly Readonly<Record<string, unknown>>[]
  readonly queries: readonly { readonly query: Query; readonly found: readonly number[] }[]
}

const recorded = JSON.parse(
  readFileSync(new URL('../../../../../test/site/meta/queries/recorded.json', import.meta.url), 'utf8'),
) as Recorded

export const recordedQueries = recorded.queries.length

/** The options of a site that has the same keys as the reference had. */
export const withRecordedKeys: TestSiteOptions = {
  dialect: wpDialect,
  register(site) {
    const supports = ['title', 'custom-fields'] as const
    site.registerPostType('event', { label: 'Events', public: true, showInRest: true, restBase: 'events', supports })
    const many = { object: 'post', subtype: 'event', filterable: true } as const
    const one = { ...many, single: true, sortable: true } as const
    site.registerMeta({ ...one, key: 'city', type: 'string' })
    site.registerMeta({ ...one, key: 'seats', type: 'integer' })
    site.registerMeta({ ...one, key: 'price', type: 'number' })
    site.registerMeta({ ...one, key: 'open', type: 'boolean' })
    site.registerMeta({ ...one, key: 'starts', type: 'string', schema: { format: 'date-time' } })
    site.registerMeta({ ...many, key: 'tags', type: 'string' })
  },
}

const typeOf = ({ meta_type: type }: Query) => String(type ?? 'CHAR')
const compareOf = ({ meta_compare: compare }: Query) => String(compare ?? '=')
const textOf = ({ meta_value: value = '' }: Query) => [value].flat().join()
const isNumeric = (query: Query) => ['seats', 'price'].includes(String(query['meta_key']))
const isRange = (query: Query) => /^(?:[<>]=?|(?:NOT )?BETWEEN)$/.test(compareOf(query))

/** The rules by which sites answer otherwise, in the order in which they are tried. `undefined` is a 400. */
const RULES: readonly (readonly [rule: string, applies: (query: Query, answer: unknown) => boolean])[] = [
  ['texts are not searched: LIKE and REGEXP are refused', query => /LIKE|REGEXP/i.test(compareOf(query))],
  [
    'the names of comparisons and types are those that the schema shows',
    ({ meta_compare: compare, meta_type: type }, answer) =>
      answer === undefined &&
      ((compare !== undefined && !/^(?:[<>]=?|!?=|[A-Z ]+)$/.test(String(compare))) ||
        ['', 'STARTS WITH', '<>'].includes(String(compare)) ||
        ['', 'INT', 'numeric', 'CHAR(3)'].includes(String(type))),
  ],
  [
    'a declared key is required',
    ({ meta_key: key }, answer) => answer === undefined && !/^(?:city|seats|price|open|starts|tags)$/.test(String(key)),
  ],
  [
    'values that are not of the declared type are refused',
    (query, answer) =>
      answer === undefined &&
      (/nonsense|zz|,0|10,|^0x/.test(textOf(query)) ||
        ['2', 'yes', 'no'].includes(textOf(query)) ||
        /T08:00$|^\d{14}$/.test(textOf(query))),
  ],
  [
    'one value is not compared with a list',
    (query, answer) => answer === undefined && Array.isArray(query['meta_value']) && /^!?=$/.test(compareOf(query)),
  ],
  [
    'BETWEEN needs two values',
    (query, answer) => answer === undefined && compareOf(query) === 'BETWEEN' && !textOf(query).includes(','),
  ],
  [
    'numbers compare and sort as numbers, whatever the type',
    (query, answer) =>
      answer !== undefined &&
      isNumeric(query) &&
      (isRange(query) ||
        query['orderby'] === 'meta_value' ||
        ['NUMERIC', 'DECIMAL'].includes(typeOf(query)) ||
        /^(?:10\.0|1e1|\+10|010)$/.test(textOf(query))),
  ],
  ['truth values are 0 and 1, or true and false', query => query['meta_key'] === 'open'],
  ['dates compare and sort as moments, whatever the type', query => query['meta_key'] === 'starts'],
  [
    'texts compare and sort as texts, whatever the type',
    query => query['meta_key'] === 'city' && ['BINARY', 'NUMERIC'].includes(typeOf(query)),
  ],
  ['texts do not sort as numbers', query => query['meta_key'] === 'city' && query['orderby'] === 'meta_value_num'],
  ['texts are compared with the spaces at their end', query => /bern/i.test(textOf(query))],
  [
    'letters such as ß and æ are not two letters',
    query => ['strasse', 'aero'].includes(textOf(query)) || query['orderby'] === 'meta_value',
  ],
]

/**
 * The queries that a site answers otherwise than the reference, by rule, or by `unexplained`. Rejects if one of its answers
 * is not that of a comparison in JavaScript, by the declared types.
 */
export async function recordedDifferences({ send }: TestSite): Promise<ReadonlyMap<string, readonly string[]>> {
  for (const [at, meta] of recorded.events.entries()) {
    const { status, text } = await send('POST /events', { body: { title: `E${at + 1}`, meta, status: 'publish' } })
    if (status !== 201) throw new Error(text())
  }
  const differences = new Map<string, string[]>()
  for (const { query, found } of recorded.queries) {
    const { status, body, text } = await send(`GET /events?${queryText(query)}`)
    if (status !== 200 && status !== 400) throw new Error(text())
    const answer = status === 200 ? (body as Listed[]).map(({ title }) => Number(title.rendered.slice(1))) : undefined
    if (answer !== undefined && query['orderby'] === undefined) {
      const plain = recorded.events.flatMap((meta, at) => (matches(meta, query) ? [at + 1] : []))
      if (JSON.stringify(answer) !== JSON.stringify(plain)) throw new Error(`${JSON.stringify(query)}: ${answer}`)
    }
    if (JSON.stringify(answer) === JSON.stringify(found)) continue
    const [rule = 'unexplained'] = RULES.find(([, applies]) => applies(query, answer)) ?? []
    differences.set(rule, [...(differences.get(rule) ?? []), `${JSON.stringify(query)}: ${answer ?? text()}`])
  }
  return differences
}

interface Listed {
  readonly title: { readonly rendered: string }
}

function queryText(query: Query): string {
  const text = new URLSearchParams({ per_page: '100', orderby: 'id', order: 'asc', _fields: 'title' })
  for (const [name, value] of Object.entries(query))
    if (typeof value === 'string') text.set(name, value)
    else for (const each of value) text.append(`${name}[]`, each)
  return text.toString()
}

/** How many queries each rule explains. */
export const EXPLAINED: Readonly<Record<string, number>> = {
  'texts are not searched: LIKE and REGEXP are refused': 41,
  'the names of comparisons and types are those that the schema shows': 12,
  'a declared key is required': 10,
  'values that are not of the declared type are refused': 31,
  'one value is not compared with a list': 6,
  'BETWEEN needs two values': 4,
  'numbers compare and sort as numbers, whatever the type': 44,
  'truth values are 0 and 1, or true and false': 10,
  'dates compare and sort as moments, whatever the type': 64,
  'texts compare and sort as texts, whatever the type': 20,
  'texts do not sort as numbers': 2,
  'texts are compared with the spaces at their end': 11,
  'letters such as ß and æ are not two letters': 4,
}
