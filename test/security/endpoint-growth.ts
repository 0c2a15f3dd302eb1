import type { CompiledArg, Endpoint, Route, Schema } from '@platen/core'
import type { Site } from '@platen/site'
import { grows } from '../growth.js'
import { enclosed, LONG_ALPHABETS, LONGEST } from './alphabets.js'

/** An argument of an endpoint that takes a text or a list, and a function that creates a value with a length. */
export interface GrowthTarget {
  /** `POST /cms/v2/posts title.raw`. */
  readonly name: string
  /** `POST title.raw` and its schema: what such arguments go through is the same code, wherever they are. */
  readonly codePath: string
  readonly route: Route
  readonly endpoint: Endpoint
  /** Every way to make a value: one for each alphabet, or one for a list. */
  readonly values: readonly { readonly what: string; readonly params: (length: number) => Record<string, unknown> }[]
}

/** How long values get where another target shows the rest. */
const SHORTER = 20_000
/** How many characters an item of a list takes, as it is sent. */
const PER_ITEM = 10

/** Every text and list that endpoints take, in the order of their routes. */
export function growthTargets(routes: readonly Route[], isIncluded: (name: string) => boolean): GrowthTarget[] {
  const targets: GrowthTarget[] = []
  for (const route of routes) {
    for (const endpoint of route.endpoints) {
      for (const arg of endpoint.args) {
        for (const [path, schema] of parts(arg)) {
          const name = `${endpoint.methods[0]} ${route.path.pattern} ${path.join('.')}`
          const codePath = `${endpoint.methods[0]} ${path.join('.')} ${shapeOf(schema)}`
          const values = valuesFor(path, schema)
          if (values.length > 0 && isIncluded(name)) targets.push({ name, codePath, route, endpoint, values })
        }
      }
    }
  }
  return targets
}

/** A site whose collections each contain one record, so that code for single records is reached. */
export interface GrowthSite {
  readonly site: Site
  /** The ids of the records, by the paths of their collections. */
  readonly ids: ReadonlyMap<string, string>
}

/** Creates a record in every collection that takes one. */
export async function fillSite(site: Site): Promise<GrowthSite> {
  await site.ready()
  const ids = new Map<string, string>()
  const filled = { site, ids }
  for (const route of site.context.registry.routes()) {
    const endpoint = route.endpoints.find(({ methods }) => methods.includes('POST'))
    if (endpoint === undefined) continue
    const { body } = await site.dispatch(requestOf({ route, endpoint }, {}, filled))
    if (body === null || typeof body !== 'object') continue
    const id = 'id' in body ? body.id : 'uuid' in body ? body.uuid : undefined
    if (id !== undefined) ids.set(samplePath(route, ids), String(id))
  }
  return filled
}

/** Which of the targets with the same code path this one is, of how many, and its place among all targets. */
interface Share {
  readonly turn: number
  readonly sharing: number
  readonly at: number
}

/** Arguments whose names differ are often read by the same code: a code path alone takes every sixth text. */
const LEAST_SHARING = 6

/**
 * Says what of a target grows faster than it may. The values that get as long as they may are shared out among the targets
 * with the same code path: a list gets that long in one of them, each text in one of them or in another code path.
 */
export async function targetComplaints(
  target: GrowthTarget,
  filled: GrowthSite,
  share: Share | 'all',
): Promise<string[]> {
  const complaints: string[] = []
  for (const [index, { what, params }] of target.values.entries()) {
    const make = (size: number) => {
      const request = requestOf(target, params(size), filled)
      return async () => (await filled.site.dispatch(request)).text()
    }
    const longest = share === 'all' || isItsTurn(what, index, share) ? LONGEST : SHORTER
    const complaint = await grows(make, what === 'list' ? longest / PER_ITEM : longest)
    if (complaint !== undefined) complaints.push(`${target.name} of ${JSON.stringify(what)}: ${complaint}`)
  }
  return complaints
}

function isItsTurn(what: string, index: number, { turn, sharing, at }: Share): boolean {
  if (what === 'list' || sharing >= LEAST_SHARING) return index % sharing === turn
  return index % LEAST_SHARING === at % LEAST_SHARING
}

/** Values that make requests succeed; `#` is replaced by a different number each time. */
const FILLERS: Readonly<Record<string, string>> = {
  title: 'a',
  content: 'a',
  name: 'a#',
  email: 'a#@example.com',
  password: 'a',
}
/** The same for the endpoints of some collections; `@/cms/v2/media` is the id of a record there. */
const OWN_FILLERS: readonly (readonly [pattern: RegExp, fillers: Readonly<Record<string, string>>])[] = [
  [/\/comments\b/, { author_email: 'a@example.com', content: 'a#', post: '@/cms/v2/media' }],
  [/\/menus\b/, { name: 'a#' }],
  [/\/menu-items$/, { title: 'a', url: 'https://site.example/' }],
  [/\/menu-items\//, {}],
]
let number = 0

function fillersOf(pattern: string): Readonly<Record<string, string>> {
  const own = OWN_FILLERS.find(([matching]) => matching.test(pattern))
  return own?.[1] ?? (pattern.includes('global') ? {} : FILLERS)
}

const fillerOf = (text: string, ids: ReadonlyMap<string, string>): unknown =>
  text.startsWith('@') ? Number(ids.get(text.slice(1))) : text.replace('#', () => String(++number))

/** A request to an endpoint, with arguments. */
export function requestOf(
  { route, endpoint }: Pick<GrowthTarget, 'route' | 'endpoint'>,
  given: Readonly<Record<string, unknown>>,
  { ids }: GrowthSite,
) {
  const method = endpoint.methods[0] ?? 'GET'
  const params: Record<string, unknown> = {}
  for (const { name, required, schema } of endpoint.args) {
    const filler = method === 'POST' ? fillersOf(route.path.pattern)[name] : undefined
    if (filler !== undefined) params[name] = fillerOf(filler, ids)
    else if (required) params[name] = name === 'username' ? `a${++number}` : sample(schema)
  }
  Object.assign(params, given)
  const path = samplePath(route, ids)
  const headers = { 'x-as': 'administrator' }
  if (method === 'GET' || method === 'DELETE') return { method, path, headers, query: queryOf(params) }
  if (path.endsWith('/media'))
    return { method, path, headers, body: { kind: 'multipart', form: uploadOf(params) } } as const
  return { method, path, headers, body: { kind: 'json', value: params } as const }
}

/** A text file, and further fields. */
const uploadOf = (params: Readonly<Record<string, unknown>>) => ({
  fields: Object.entries(params).flatMap(([name, value]): [string, string][] =>
    value !== null && typeof value === 'object'
      ? Object.entries(value).map(([member, inner]) => [`${name}[${member}]`, String(inner)])
      : [[name, String(value)]],
  ),
  files: [{ field: 'file', name: 'a.txt', type: 'text/plain', bytes: new TextEncoder().encode('a') }],
})

const SEGMENTS = ['1', 'a', 'a/b', 'a//b', 'post', 'me', '3f1c9a52-6f0e-4c5e-9d0e-1d2c3b4a5f60']
const NAMED: Readonly<Record<string, string>> = { type: 'post', status: 'publish', taxonomy: 'category' }

/** A path of a route; a group after the path of a collection is the id of its record. */
export function samplePath({ path: { pattern, match } }: Route, ids: ReadonlyMap<string, string>): string {
  let path = ''
  let at = 0
  while (at < pattern.length) {
    const start = pattern.indexOf('(', at)
    if (start < 0) return path + pattern.slice(at)
    path += pattern.slice(at, start)
    at = groupEnd(pattern, start)
    const name = /^\(\?P<(\w+)>/.exec(pattern.slice(start))?.[1] ?? ''
    const rest = pattern.slice(at).includes('(') ? undefined : pattern.slice(at)
    const known = ids.get(path.replace(/\/$/, '')) ?? NAMED[name]
    const choices = known === undefined ? SEGMENTS : [known, ...SEGMENTS]
    path += choices.find(choice => rest === undefined || match(path + choice + rest) !== undefined) ?? 'a'
  }
  return path
}

/** Where the group that starts at an index ends. */
export function groupEnd(pattern: string, start: number): number {
  let depth = 0
  for (let at = start; at < pattern.length; at++) {
    if (pattern[at] === '\\') at++
    else if (pattern[at] === '[') at = pattern.indexOf(']', at)
    else if (pattern[at] === '(') depth++
    else if (pattern[at] === ')' && --depth === 0) return at + 1
  }
  return pattern.length
}

/** A query that is parsed already: how parsing texts grows is another test's. */
const queryOf = (params: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(
    Object.entries(params).map(([name, value]): [string, string] => {
      const text = Array.isArray(value) ? value.join() : typeof value === 'object' ? '' : String(value)
      return [name, text]
    }),
  )

const typesOf = (schema: Schema): readonly unknown[] => [schema.type].flat()

/** The part of a schema that determines how a value is checked and sanitized, without annotations. */
const shapeOf = (schema: Schema) =>
  JSON.stringify(schema, (name, value) => (/^(?:title|description|default|context)$/.test(name) ? undefined : value))

/** An argument, and the members of one that is a map. */
function parts({ name, schema }: CompiledArg): [path: string[], schema: Schema][] {
  const members = typesOf(schema).includes('object') ? Object.entries(schema.properties ?? {}) : []
  return [[[name], schema], ...members.map(([member, inner]): [string[], Schema] => [[name, member], inner])]
}

function valuesFor(path: readonly string[], schema: Schema): GrowthTarget['values'] {
  const types = typesOf(schema)
  const nest = (value: unknown) => path.reduceRight<unknown>((inner, name) => ({ [name]: inner }), value)
  const params = (value: unknown) => nest(value) as Record<string, unknown>
  const values: { what: string; params: (length: number) => Record<string, unknown> }[] = []
  if (types.includes('array')) {
    const { items } = [schema, ...(schema.oneOf ?? []), ...(schema.anyOf ?? [])].find(each => each.items) ?? {}
    const item = Array.isArray(items) ? undefined : (items as Schema | undefined)
    const numbers = item !== undefined && typesOf(item).some(type => type === 'integer' || type === 'number')
    const list = (length: number) => Array.from({ length }, (_, i) => (numbers ? i + 1 : `a${i}`))
    values.push({ what: 'list', params: length => params(list(length)) })
  }
  if (types.includes('string') && schema.enum === undefined)
    for (const piece of LONG_ALPHABETS) values.push({ what: piece, params: length => params(enclosed(piece, length)) })
  return values
}

/** A value that a schema accepts. */
function sample(schema: Schema): unknown {
  if (schema.enum !== undefined) return schema.enum[0]
  if (schema.format === 'email') return 'a@example.com'
  const [type] = typesOf(schema)
  if (type === 'integer' || type === 'number') return 1
  if (type === 'boolean') return true
  if (type === 'array') return []
  return type === 'object' ? {} : 'a'
}
