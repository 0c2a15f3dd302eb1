import { readFileSync } from 'node:fs'
import { type Method, type Schema, writeQuery } from '@platen/core'
import type { Random } from './random.js'
import { anyValue, randomText, valueFor } from './random-values.js'

/** A request as data: it can be dispatched, sent over HTTP and shown. */
export interface RandomRequest {
  readonly method: string
  readonly path: string
  readonly query: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | undefined
  /** A role, or `anonymous`. */
  readonly as: string
}

interface ContractRoute {
  readonly endpoints: readonly {
    readonly methods: readonly Method[]
    readonly args: Readonly<Record<string, Schema>> | []
  }[]
}

const METHODS: readonly string[] = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS', 'PROPFIND']
const ROLES: readonly string[] = [
  'administrator',
  'administrator',
  'administrator',
  'editor',
  'author',
  'contributor',
  'subscriber',
  'anonymous',
]
const WORDS: readonly string[] = [
  'post',
  'page',
  'book',
  'category',
  'post_tag',
  'publish',
  'draft',
  'me',
  'attachment',
  'administrator',
  'parity',
  'echo',
  'core',
  'paragraph',
  'x',
  'a-b',
  '1',
]
const GLOBALS: readonly string[] = [
  '_fields=id,title.rendered,_links.self',
  '_fields=nothing',
  '_fields[]=meta.geo.lat&_fields[x][y]=z',
  '_embed',
  '_embed=author,cms:term',
  '_envelope',
  '_jsonp=call.back',
  '_jsonp=no(good)',
  '_method=DELETE',
  '_method=GET',
  'context=edit',
  'context=embed',
  'page=2&per_page=3',
  'page=9007199254740993&per_page=100',
  'force=true',
  'reassign=1',
  '__proto__[x]=1',
  'a[b][c][]=1&a[b]=2',
  '%',
  '%FF=%00',
  '=&&=',
]

const contract = JSON.parse(
  readFileSync(new URL('../../../test/parity/contract/routes.json', import.meta.url), 'utf8'),
) as Readonly<Record<string, ContractRoute>>

/** Makes requests. */
export interface Requests {
  make(): RandomRequest
  /** Tells the id of something that there is, and its collection. */
  learn(path: string, id: unknown): void
}

/** Makes requests for the routes of the contract, seldom for those that are not among `registered`. */
export function createRequests(random: Random, prefix: string, registered: readonly string[]): Requests {
  const there = new Set(registered)
  const all = Object.entries(contract)
  const routes = all.filter(([pattern]) => there.has(pattern.replace(/\bcms(?=[-_/:])/g, prefix)))
  const known = new Map<string, number[]>()
  const idsOf = (collection: string) => known.get(collection) ?? [1]
  const someIds = () => (known.size === 0 ? [1] : idsOf(random.pick([...known.keys()])))

  const inDialect = (text: string) => text.replace(/\bcms(?=[-_/:])/g, prefix)

  const fillPath = (pattern: string): string => {
    const collection = pattern.slice(0, pattern.indexOf('/(')) || pattern
    let path = pattern
    for (let next = groupOf(path); next !== undefined; next = groupOf(path)) {
      const [from, to, digits] = next
      const id = random.chance(0.8)
        ? String(random.pick(idsOf(collection)))
        : String(random.pick([0, 999999, 2 ** 53, '99999999999999999999']))
      path = path.slice(0, from) + (digits ? id : random.pick(WORDS)) + path.slice(to)
    }
    return path
  }

  const params = (args: Readonly<Record<string, Schema>>): Record<string, unknown> => {
    const given: Record<string, unknown> = {}
    // Half of the requests mean well: others would hardly ever get past validation.
    const wild = random.chance(0.5) ? 0.25 : 0
    for (const [name, schema] of Object.entries(args)) {
      if (name === 'id' ? !random.chance(wild) : !random.chance(schema.required === true ? 1 - wild / 2 : 0.25))
        continue
      given[name] = random.chance(wild) ? anyValue(random) : valueFor(schema, random, someIds())
    }
    if (random.chance(wild)) given[randomText(random)] = anyValue(random)
    return given
  }

  const bodyOf = (given: Record<string, unknown>): { body: string; type: string } => {
    const kind = random.int(0, 19)
    if (kind === 0) return { body: writeQuery(given), type: 'application/x-www-form-urlencoded' }
    if (kind === 1) return { body: JSON.stringify(given).slice(0, -2), type: 'application/json' }
    if (kind === 2) return { body: JSON.stringify(anyValue(random)) ?? '', type: 'application/json' }
    if (kind === 3)
      return {
        body: JSON.stringify(given),
        type: random.pick(['text/plain', 'application/octet-stream', 'image/png', 'multipart/form-data', '']),
      }
    return { body: JSON.stringify(given), type: 'application/json' }
  }

  const batchOf = (): Record<string, unknown> => ({
    validation: random.pick(['normal', 'require-all-validate']),
    requests: random.several(0, 5, () => {
      const { method, path, query, body } = single(false)
      return {
        method,
        path: query === '' ? path : `${path}?${query}`,
        body: body?.startsWith('{') ? safeJson(body) : {},
      }
    }),
  })

  const single = (whole: boolean): RandomRequest => {
    const [pattern, { endpoints }] = random.pick(random.chance(0.97) ? routes : all)
    const { methods, args } = random.pick(endpoints)
    const method = random.chance(0.93) ? random.pick(methods) : random.pick(METHODS)
    const path = inDialect(fillPath(pattern))
    const isBatch = whole && pattern === '/batch/v1' && random.chance(0.9)
    const given = isBatch ? batchOf() : params(Array.isArray(args) ? {} : (args as Readonly<Record<string, Schema>>))
    const inQuery = method === 'GET' || method === 'DELETE' || method === 'HEAD' || random.chance(0.1)
    const parts = [inQuery ? writeQuery(given) : '', random.chance(0.3) ? inDialect(random.pick(GLOBALS)) : ''].filter(
      part => part !== '',
    )
    const { body, type } = bodyOf(given)
    const headers: Record<string, string> = inQuery ? {} : { 'content-type': type }
    if (random.chance(0.03)) headers['if-match'] = random.pick(['*', '"v1-0"', 'x', '"'])
    if (random.chance(0.03)) headers['if-none-match'] = random.pick(['*', '"v1-0"', 'W/"x"'])
    if (random.chance(0.02)) headers['if-unmodified-since'] = random.pick(['Thu, 01 Jan 1970 00:00:00 GMT', 'never'])
    if (random.chance(0.02)) headers['x-http-method-override'] = random.pick(METHODS)
    if (random.chance(0.02))
      headers['authorization'] = random.pick([
        'Basic !!!',
        'Basic YTpi',
        'Bearer x',
        'Basic',
        `Basic ${'A'.repeat(5000)}`,
      ])
    return { method, path, query: parts.join('&'), headers, body: inQuery ? undefined : body, as: random.pick(ROLES) }
  }

  return {
    make: () => single(true),
    learn(path, id) {
      if (typeof id !== 'number') return
      const collection = path.replace(new RegExp(`\\b${prefix}(?=[-_/])`, 'g'), 'cms')
      const ids = known.get(collection) ?? [1]
      known.set(collection, [...ids.slice(-50), id])
    },
  }
}

/** Where a pattern's first named group stands, and whether it takes digits alone. */
function groupOf(pattern: string): readonly [from: number, to: number, digits: boolean] | undefined {
  const from = pattern.indexOf('(?P<')
  if (from < 0) return undefined
  let depth = 0
  let inClass = false
  for (let at = from; at < pattern.length; at++) {
    const char = pattern[at]
    if (char === '\\') at++
    else if (char === '[' && !inClass) inClass = true
    else if (char === ']') inClass = false
    else if (!inClass && char === '(') depth++
    else if (!inClass && char === ')' && --depth === 0) {
      return [from, at + 1, /\[\\d\]|\\d\+/.test(pattern.slice(from, at))]
    }
  }
  return undefined
}

function safeJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return {}
  }
}
