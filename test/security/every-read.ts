import type { CompiledArg, Route, Schema } from '@platen/core'
import type { TestSite } from '../site/make-site.js'
import { groupEnd } from './endpoint-growth.js'
import type { SiteRequest } from './site-requests.js'

/** Arguments that do not select records, or not by themselves. */
const NO_FILTERS = /^(?:_.*|context|page|per_page|offset|search_.*|password)$/
/** What all posts have, one of them, none; two words; a phrase; without what few have, and what all have; short texts. */
const SEARCHES = [
  'text',
  'post+711',
  'nothing',
  'post+text',
  '"post+711"',
  'text+-711',
  '-711',
  '-text',
  'te',
  't',
  'text'.repeat(30),
]
/** The additional arguments of an order. */
const NEEDED_BY_ORDER: Readonly<Record<string, string>> = {
  include: '&include=1007,1010',
  include_slugs: '&slug=p7,t10,u10',
  relevance: '&search=word',
}
/** Values of arguments without which nothing is found, by the end of the path and the name. */
const NAMED: Readonly<Record<string, string>> = {
  'themes status': 'active',
  'embed url': 'https://site.example/?p=1001',
  'view-config kind': 'postType',
  'view-config name': 'post',
}
/** Members that paths name records by. */
const KEYS = ['id', 'uuid', 'stylesheet', 'plugin', 'slug', 'name']

const typesOf = ({ type }: Schema) => [type ?? []].flat()

/** Values of an argument: all of an enum, one that records of a growing site have for each other type. */
function samplesOf({ name, schema: own, shown }: CompiledArg): readonly string[] {
  if (NO_FILTERS.test(name)) return []
  const schema: Schema = { ...own, ...shown }
  if (name === 'search') return SEARCHES
  const types = typesOf(schema)
  const items = schema.items as Schema | undefined
  if (schema.enum) return schema.enum.map(String)
  if (items?.enum) return items.enum.map(String)
  if (schema.format === 'date-time') return ['2020-01-03T00:00:00']
  if (schema.format === 'email') return ['ann@e.example']
  if (types.includes('boolean')) return ['true', 'false']
  if (types.includes('object')) return ['1010,1020']
  if (types.includes('array')) return items && typesOf(items).includes('integer') ? ['1007,1010'] : ['p7,t10,u10']
  return types.includes('integer') ? ['1001'] : ['p7']
}

/** A path as test sites take it. */
const shortOf = (path: string) => (path.startsWith('/cms/v2/') ? path.slice('/cms/v2'.length) : `/${path}`)

/**
 * Every read of a site: each list without arguments, with each single filter and in each order, and a single record of
 * the list. `known` are keys of records by the paths of their lists.
 */
export async function everyRead(site: TestSite, known: ReadonlyMap<string, string>): Promise<readonly SiteRequest[]> {
  await site.site.ready()
  const requests: SiteRequest[] = []
  for (const route of site.site.context.registry.routes()) {
    const reading = route.endpoints.find(({ methods }) => methods.includes('GET'))
    if (reading === undefined) continue
    const path = await pathOf(site, route, known)
    if (path === undefined) continue
    const { args } = reading
    const short = shortOf(path)
    const givenTo = ({ name }: CompiledArg) => NAMED[`${path.slice(path.lastIndexOf('/') + 1)} ${name}`]
    const required = args.filter(arg => arg.required && !route.path.pattern.includes(`(?P<${arg.name}>`))
    const needed = required.map(arg => `${arg.name}=${encodeURIComponent(givenTo(arg) ?? samplesOf(arg)[0] ?? 'word')}`)
    const ask = (query: readonly string[], as?: string) => {
      const text = [...query, ...needed].join('&')
      requests.push({ request: `GET ${short}${text && '?'}${text}`, ...(as && { as }) })
    }
    ask([], 'anonymous')
    ask([], 'author')
    ask(['_embed=1'])
    if (args.some(({ name }) => name === 'page')) ask(['page=2'], 'author')
    for (const arg of args) {
      if (required.includes(arg) || route.path.pattern.includes(`(?P<${arg.name}>`)) continue
      for (const value of samplesOf(arg)) {
        if (arg.name !== 'orderby') ask([`${arg.name}=${value}`])
        else
          for (const order of ['asc', 'desc']) ask([`orderby=${value}&order=${order}${NEEDED_BY_ORDER[value] ?? ''}`])
      }
    }
  }
  return requests
}

/** A path of a route. Its groups are the keys of records in the lists before them; `undefined` if one has none. */
async function pathOf(
  site: TestSite,
  { path }: Route,
  known: ReadonlyMap<string, string>,
): Promise<string | undefined> {
  let resolved = ''
  let rest = path.pattern
  for (;;) {
    const start = rest.indexOf('(?P<')
    if (start < 0) return resolved + rest
    resolved += rest.slice(0, start)
    const list = resolved.replace(/\/$/, '')
    const name = /^\(\?P<(\w+)>/.exec(rest.slice(start))?.[1] ?? ''
    const key = known.get(`${list}/${name}`) ?? known.get(list) ?? (await firstKey(site, list, name))
    if (key === undefined) return undefined
    resolved += key
    rest = rest.slice(groupEnd(rest, start))
  }
}

/** The key of the first record of a list. */
async function firstKey({ send }: TestSite, list: string, name: string): Promise<string | undefined> {
  const { status, body } = await send(`GET ${shortOf(list)}`)
  if (status !== 200 || body === null || typeof body !== 'object') return undefined
  const [first] = Object.values(body) as readonly Readonly<Record<string, unknown>>[]
  const key = [name, ...KEYS].find(each => first !== undefined && each in first)
  return key === undefined ? undefined : String(first?.[key])
}
