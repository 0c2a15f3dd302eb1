import type { Site } from '@platen/site'
import type { Store } from '@platen/storage'
import type { Test } from 'tap'
import { createRandom, type Random } from '../../robustness/random.js'
import { makeSite, type TestSite } from '../make-site.js'

const POSTS = 40

const CITIES = ['Zürich', 'zug', 'Århus', 'Aarau', 'ÉVIAN', 'Evora', 'ß', '']
const MOMENTS = [
  '2026-06-01T10:00:00+02:00',
  '2026-06-01T08:00:00Z',
  '2026-06-01T07:59:59Z',
  '2025-12-31T23:30:00-05:00',
]
const NUMBERS = [-1e9, -3.5, -0.25, 0, 0.1, 1, 2, 10, 9, 1e21]

const declare = (site: Site) => {
  const of = { object: 'post', subtype: 'post', filterable: true } as const
  site.registerMeta({ ...of, key: 'number', type: 'number', single: true, sortable: true })
  site.registerMeta({ ...of, key: 'numbers', type: 'array', single: true, schema: { items: { type: 'number' } } })
  site.registerMeta({ ...of, key: 'open', type: 'boolean', single: true, sortable: true })
  site.registerMeta({ ...of, key: 'city', type: 'string', single: true, sortable: true })
  site.registerMeta({ ...of, key: 'cities', type: 'string' })
  site.registerMeta({
    ...of,
    key: 'place',
    type: 'object',
    single: true,
    sortable: true,
    schema: { properties: { lat: { type: 'number' }, name: { type: 'string' } } },
  })
  site.registerMeta({ ...of, key: 'inside', type: 'string', single: true, sortable: true, partOfContent: true })
  site.registerMeta({
    ...of,
    key: 'starts',
    type: 'string',
    single: true,
    sortable: true,
    schema: { format: 'date-time' },
  })
  site.registerMeta({ ...of, key: 'linked', type: 'integer', refersTo: { object: 'post', subtypes: ['post'] } })
}

type Value = number | boolean | string
type Values = Readonly<Record<string, readonly Value[]>>

const SOURCES: Readonly<Record<string, readonly Value[]>> = {
  number: NUMBERS,
  numbers: NUMBERS,
  open: [true, false],
  city: CITIES,
  cities: CITIES,
  'place.lat': NUMBERS,
  'place.name': CITIES,
  inside: CITIES,
  starts: MOMENTS,
}
const MANY = ['numbers', 'cities', 'linked']
const SORTABLE = ['number', 'open', 'city', 'starts', 'place.lat', 'place.name', 'inside']
/** The key that filters and orders only find in posts without a password. */
const INSIDE = 'inside'

/** A value that compares like the one of a key: written for this test alone. */
function comparable(key: string, value: Value): number | string {
  if (key === 'starts') return Date.parse(String(value))
  if (typeof value !== 'string') return Number(value)
  return value.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
}

interface Filter {
  readonly key: string
  readonly query: string
  /** Whether the values of a post satisfy it. */
  readonly test: (values: readonly Value[]) => boolean
}

/** The posts that refer to a post are beside its values. */
const REFERRING = 'referring'

/** A random filter by the posts that refer to others. */
function randomReferring(random: Random, ids: readonly number[]): Filter {
  const path = 'referring[post.linked]'
  if (random.chance(0.3)) {
    const wanted = random.chance(0.5)
    return { key: REFERRING, query: `${path}[exists]=${wanted}`, test: values => values.length > 0 === wanted }
  }
  const list = random.several(1, 3, () => random.pick(ids))
  const query = random.chance(0.5) ? `${path}=${list.join()}` : list.map(id => `${path}[in][]=${id}`).join('&')
  return { key: REFERRING, query, test: values => values.some(value => list.includes(Number(value))) }
}

/** A random filter by one key. */
function randomFilter(random: Random, ids: readonly number[]): Filter {
  const key = random.pick([...Object.keys(SOURCES), 'linked', REFERRING])
  if (key === REFERRING) return randomReferring(random, ids)
  const source = SOURCES[key] ?? ids
  const operator = random.pick(['eq', 'ne', 'gt', 'gte', 'lt', 'lte', 'in', 'not_in', 'exists', 'starts_with', 'range'])
  const one = () => random.pick(source)
  const text = (value: Value) => encodeURIComponent(String(value))
  const as = (value: Value) => comparable(key, value)
  const some = (test: (value: number | string) => boolean) => (values: readonly Value[]) => values.map(as).some(test)
  const path = `meta[${key}]`
  if (operator === 'exists') {
    const wanted = random.chance(0.5)
    return { key, query: `${path}[exists]=${wanted}`, test: (values: readonly Value[]) => values.length > 0 === wanted }
  }
  if (operator === 'starts_with' && ['city', 'cities', 'place.name', 'inside'].includes(key)) {
    const start = String(one()).slice(0, 2)
    return {
      key,
      query: `${path}[starts_with]=${text(start)}`,
      test: some(each => String(each).startsWith(String(as(start)))),
    }
  }
  if (operator === 'in' || operator === 'not_in') {
    const list = random.several(1, 3, one)
    const query = list.map(value => `${path}[${operator}][]=${text(value)}`).join('&')
    const found = some(each => list.map(as).includes(each))
    return { key, query, test: operator === 'in' ? found : (values: readonly Value[]) => !found(values) }
  }
  const tests: Readonly<Record<string, (each: number | string, other: number | string) => boolean>> = {
    eq: (each, other) => each === other,
    gt: (each, other) => each > other,
    gte: (each, other) => each >= other,
    lt: (each, other) => each < other,
    lte: (each, other) => each <= other,
  }
  if (operator === 'range') {
    const [low, high] = [one(), one()]
    const isMany = MANY.includes(key)
    return {
      key,
      query: `${path}[gte]=${text(low)}&${path}[lt]=${text(high)}`,
      test: (values: readonly Value[]) =>
        isMany
          ? some(each => each >= as(low))(values) && some(each => each < as(high))(values)
          : some(each => each >= as(low) && each < as(high))(values),
    }
  }
  const value = one()
  const name = operator === 'ne' || tests[operator] === undefined ? 'eq' : operator
  const found = some(each => tests[name]?.(each, as(value)) ?? false)
  if (operator === 'ne')
    return { key, query: `${path}[ne]=${text(value)}`, test: (values: readonly Value[]) => !found(values) }
  return { key, query: `${path}[${name}]=${text(value)}`, test: found }
}

/** Random values of a post, which refers to some of those before it. */
const randomValues = (random: Random, ids: readonly number[]): Values =>
  Object.fromEntries(
    Object.entries({ ...SOURCES, ...(ids.length > 0 && { linked: ids }) }).map(([key, source]) => {
      const most = MANY.includes(key) ? 3 : 1
      return [key, random.chance(0.2) ? [] : random.several(1, most, () => random.pick(source))]
    }),
  )

function metaOf(values: Values) {
  const meta: Record<string, unknown> = {}
  const place: Record<string, unknown> = {}
  for (const [key, list] of Object.entries(values)) {
    if (list.length === 0) continue
    const [owner, name] = key.startsWith('place.') ? [place, key.slice(6)] : [meta, key]
    owner[name] = MANY.includes(key) ? [...new Set(list)] : list[0]
  }
  return { ...meta, place }
}

/** Compares random filters and orders of REST on several stores with plain filters of the same values. */
export async function compareFilters(t: Test, stores: readonly Store[], count: number, seed: number): Promise<void> {
  const random = createRandom(seed)
  const sites: TestSite[] = []
  for (const store of stores) sites.push(await makeSite({ store, register: declare }))
  const created: {
    readonly id: number
    readonly title: string
    readonly isListed: boolean
    readonly isProtected: boolean
    readonly values: Values
  }[] = []
  for (let at = 0; at < POSTS; at++) {
    const ids = created.map(({ id }) => id)
    const values = randomValues(random, ids)
    const title = `P${at}`
    const isListed = random.chance(0.9)
    const isProtected = random.chance(0.2)
    const password = isProtected ? 'secret' : ''
    const body = { title, meta: metaOf(values), status: isListed ? 'publish' : 'draft', password }
    const made = await Promise.all(sites.map(async ({ send }) => (await send('POST /posts', { body })).body))
    const [id = 0, ...others] = made.map(post => (post as { readonly id?: number }).id)
    if (id === 0 || others.some(other => other !== id)) throw new Error(JSON.stringify(made))
    created.push({ id, title, isListed, isProtected, values })
  }
  const ids = created.map(({ id }) => id)
  // What refers to a post counts only where the caller may read it.
  const listed = created.filter(({ isListed }) => isListed)
  const all = new Map<string, Values>(
    listed.map(({ id, title, values }) => {
      const referring = listed.flatMap(other => (other.values['linked']?.includes(id) ? [other.id] : []))
      return [title, { ...values, [REFERRING]: referring }]
    }),
  )
  const open = new Set(listed.flatMap(({ title, isProtected }) => (isProtected ? [] : [title])))
  const wrong: string[] = []
  for (let round = 0; round < count; round++) {
    const filters = random
      .several(1, 3, () => randomFilter(random, ids))
      .filter((filter, at, list) => list.findIndex(({ key }) => key === filter.key) === at)
    const isAny = random.chance(0.3)
    const order = random.chance(0.5)
      ? `orderby=meta.${random.pick(SORTABLE)}&order=${random.pick(['asc', 'desc'])}`
      : ''
    const query = `${filters.map(filter => filter.query).join('&')}${isAny ? '&meta_relation=or' : ''}&${order}`
    const isOpen = (title: string) => open.has(title) || !order.includes(`meta.${INSIDE}&`)
    const matches = (title: string, values: Values) => {
      const holds = ({ key, test }: Filter) => (key !== INSIDE || open.has(title)) && test(values[key] ?? [])
      const ofMeta = filters.filter(({ key }) => key !== REFERRING)
      const referring = filters.filter(({ key }) => key === REFERRING)
      return referring.every(holds) && (isAny && ofMeta.length > 0 ? ofMeta.some(holds) : ofMeta.every(holds))
    }
    const expected = [...all].flatMap(([title, values]) => (isOpen(title) && matches(title, values) ? [title] : []))
    const lists = await Promise.all(
      sites.map(async ({ send }) => {
        const { status, body, text } = await send(`GET /posts?per_page=100&_fields=slug&${query}`, { as: 'anonymous' })
        return status === 200 ? (body as { slug: string }[]).map(({ slug }) => slug.toUpperCase()) : [text()]
      }),
    )
    for (const list of lists) {
      const isSorted =
        order === '' ||
        isInOrder(
          list.map(title => all.get(title) ?? {}),
          order,
        )
      const isEqual = list.length === expected.length && expected.every(title => list.includes(title))
      const isSame = list.join() === lists[0]?.join()
      if (!isSorted || !isEqual || !isSame) wrong.push(`${query}\n${list.join()}\nexpected ${expected.join()}`)
    }
  }
  t.same(wrong.slice(0, 3), [])
}

function isInOrder(list: readonly Values[], order: string): boolean {
  const [, key = '', direction] = /meta\.([\w.]+)&order=(\w+)/.exec(order) ?? []
  const values = list.map(each => each[key]?.[0])
  return values.every((value, at) => {
    const next = values[at + 1]
    if (at + 1 === values.length || next === undefined) return true
    if (value === undefined) return false
    const [one, other] = [comparable(key, value), comparable(key, next)]
    return direction === 'asc' ? one <= other : one >= other
  })
}
