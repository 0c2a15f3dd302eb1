import { metaIn, postsIn, type Site, wpDialect } from '@platen/site'
import type { MetaOptions } from '@platen/site/extend'
import t from 'tap'
import { makeSite, type TestSite } from '../make-site.js'

const key = (name: string, options: Omit<MetaOptions, 'object' | 'subtype' | 'key'>): MetaOptions => ({
  object: 'post',
  subtype: 'post',
  key: name,
  ...options,
})

const KEYS: readonly MetaOptions[] = [
  key('subtitle', { type: 'string', single: true, default: '' }),
  key('rating', { type: 'integer', single: true, schema: { minimum: 0, maximum: 5 } }),
  key('weight', { type: 'number', single: true, default: 1.5 }),
  key('flag', { type: 'boolean', single: true, default: false }),
  key('aliases', { type: 'string' }),
  key('levels', { type: 'integer', default: 3, schema: { minimum: 1 } }),
  key('steps', { type: 'array', single: true, schema: { items: { type: 'string' } } }),
  key('geo', {
    type: 'object',
    single: true,
    schema: { properties: { lat: { type: 'number' }, label: { type: 'string' } }, additionalProperties: false },
  }),
  key('ink', { type: 'string', single: true, schema: { format: 'hex-color' } }),
  key('stored_name', { type: 'string', single: true, name: 'shown' }),
  key('secret', { type: 'string', single: true, showInRest: false }),
  key('_private', { type: 'string', single: true }),
  key('locked', { type: 'string', single: true, authorize: principal => principal.can('manage_options') }),
]

const DEFAULTS = {
  subtitle: '',
  rating: 0,
  weight: 1.5,
  flag: false,
  aliases: [],
  levels: [3],
  steps: [],
  geo: [],
  ink: null,
  shown: '',
  _private: '',
  locked: '',
  footnotes: '',
}

const register = (site: Site) => {
  for (const each of KEYS) site.registerMeta(each)
}

interface Told {
  readonly code: string
  readonly data: { readonly status: number; readonly key?: string; readonly details?: unknown }
  readonly additional_data?: unknown
  readonly additional_errors?: readonly Told[]
}

async function withPost(meta: unknown = {}) {
  // In the other dialect a refused value is an invalid parameter: test/spec/schemas.test.ts.
  const made = await makeSite({ register, dialect: wpDialect })
  const { status, body } = await made.send('POST /posts', { body: { title: 'Meta', status: 'publish', meta } })
  if (status !== 201) throw new Error(JSON.stringify(body))
  const { id } = body as { id: number }
  const set = (given: unknown, as = 'administrator') =>
    made.send(`PUT /posts/${id}?_fields=meta`, { as, body: { meta: given } })
  return { ...made, id, set, read: async () => metaOf((await made.send(`GET /posts/${id}`)).body) }
}

const metaOf = (body: unknown) => (body as { meta: Record<string, unknown> }).meta
const stored = async ({ store }: TestSite, id: number) =>
  (await postsIn(store).related([id], ['meta'])).meta.get(id) ?? []

t.test('defaults apply where nothing is stored', async t => {
  const { read, id, ...made } = await withPost()
  t.same(await read(), DEFAULTS)
  t.same(await stored(made, id), [], 'defaults are not stored')
})

t.test('the schema shows every key with its type and default', async t => {
  const { send } = await withPost()
  const { schema, endpoints } = (await send('OPTIONS /posts')).body as {
    schema: { properties: { meta: { properties: Record<string, object> } } }
    endpoints: { args: { meta?: { properties: Record<string, object> } } }[]
  }
  const { properties } = schema.properties.meta
  t.same(Object.keys(properties).sort(), Object.keys(DEFAULTS).sort())
  t.same(properties.rating, { type: 'integer', title: '', description: '', default: 0, minimum: 0, maximum: 5 })
  t.same(properties.aliases, { type: 'array', items: { type: 'string', title: '', description: '', default: '' } })
  t.same(properties.steps, { type: 'array', title: '', description: '', default: [], items: { type: 'string' } })
  t.same(endpoints[1]?.args.meta?.properties.ink, {
    type: 'string',
    title: '',
    description: '',
    default: '',
    format: 'hex-color',
  })
})

t.test('values are stored as sanitized', async t => {
  const cases: readonly (readonly [string, unknown, unknown])[] = [
    ['subtitle', ' <b>as it is</b> ', ' <b>as it is</b> '],
    ['rating', '5', 5],
    ['weight', '2.5', 2.5],
    ['flag', 'true', true],
    ['flag', 0, false],
    ['steps', 'one,two', ['one', 'two']],
    ['steps', [], []],
    ['geo', { lat: '3' }, { lat: 3 }],
    ['geo', {}, []],
    ['geo', '', []],
    ['aliases', 'x,y', ['x', 'y']],
    ['aliases', '', []],
    ['ink', '#abc', '#abc'],
    ['shown', 'by its name', 'by its name'],
    ['unregistered', 'x', undefined],
    ['secret', 'x', undefined],
    ['stored_name', 'x', undefined],
    ['__proto__', 'x', undefined],
  ]
  const { set, read } = await withPost()
  for (const [name, given, wanted] of cases) {
    const { status, body } = await set(JSON.parse(`{${JSON.stringify(name)}:${JSON.stringify(given)}}`))
    t.equal(status, 200, name)
    const meta = metaOf(body)
    t.same(Object.hasOwn(meta, name) ? meta[name] : undefined, wanted, `${name} ${JSON.stringify(given)}`)
    t.same(await read(), meta)
  }
})

t.test('a list replaces the values of a key; unchanged ones stay in place', async t => {
  const steps: readonly (readonly [readonly string[] | null, readonly string[]])[] = [
    [
      ['a', 'b'],
      ['a', 'b'],
    ],
    [
      ['b', 'c', 'b'],
      ['b', 'c'],
    ],
    [
      ['c', 'b'],
      ['b', 'c'],
    ],
    [
      ['d', 'b', 'd'],
      ['b', 'd', 'd'],
    ],
    [
      ['d', 'e'],
      ['d', 'e'],
    ],
    [
      ['E', 'e'],
      ['e', 'E'],
    ],
    [[], []],
    [
      ['x', 'x'],
      ['x', 'x'],
    ],
    [['x'], ['x']],
    [null, []],
  ]
  const { set } = await withPost()
  for (const [given, wanted] of steps)
    t.same(metaOf((await set({ aliases: given })).body).aliases, wanted, JSON.stringify(given))
})

t.test('null removes a key, and omitted keys do not change', async t => {
  const { set, id, ...made } = await withPost({
    subtitle: 's',
    rating: 3,
    aliases: ['a', 'b'],
    geo: { lat: 1 },
    levels: [4, 5],
  })
  t.same((await stored(made, id)).length, 7)
  t.match(metaOf((await set({ rating: null })).body), { subtitle: 's', rating: 0 })
  const { body } = await set({ subtitle: null, aliases: null, geo: null, levels: null, weight: null, locked: null })
  t.same(metaOf(body), DEFAULTS, 'removing what is not there is fine')
  t.same(await stored(made, id), [])
  for (const nothing of [null, [], {}, ['x']]) t.equal((await set(nothing)).status, 200)
})

t.test('refused values have the codes of the validator, and nothing is stored', async t => {
  const cases: readonly (readonly [unknown, string, string?])[] = [
    [{ rating: 6 }, 'rest_out_of_bounds'],
    [{ rating: 'many' }, 'rest_invalid_type', 'meta.rating'],
    [{ rating: '' }, 'rest_invalid_type', 'meta.rating'],
    [{ flag: 'perhaps' }, 'rest_invalid_type', 'meta.flag'],
    [{ subtitle: 7 }, 'rest_invalid_type', 'meta.subtitle'],
    [{ aliases: [1] }, 'rest_invalid_type', 'meta.aliases[0]'],
    [{ aliases: { a: 'b' } }, 'rest_invalid_type', 'meta.aliases'],
    [{ aliases: ['a', null] }, 'rest_invalid_type', 'meta.aliases[1]'],
    [{ levels: [1, 0] }, 'rest_out_of_bounds'],
    [{ geo: { lat: 'north' } }, 'rest_invalid_type', 'meta.geo[lat]'],
    [{ geo: { height: 2 } }, 'rest_additional_properties_forbidden'],
    [{ ink: 'blue' }, 'rest_invalid_hex_color'],
  ]
  const { set, read, send, id } = await withPost({ subtitle: 'kept' })
  const before = await read()
  for (const [given, code, param] of cases) {
    const { status, body } = await set({ weight: 9, ...(given as object) })
    const told = body as Told
    t.match({ status, told }, { status: 400, told: { code, data: { status: 400 } } }, JSON.stringify(given))
    t.same(told.additional_data, param === undefined ? undefined : [{ param }], `${code} says where`)
    t.same(await read(), before)
  }
  const { status } = await send(`PUT /posts/${id}`, { body: { title: 'Changed', meta: { rating: 6 } } })
  t.equal(status, 400)
  t.match((await send(`GET /posts/${id}`)).body, { title: { rendered: 'Meta' } }, 'nor does the rest of the request')
})

t.test('one response reports all refusals', async t => {
  const { set } = await withPost()
  const { status, body } = await set({ ink: 'blue', rating: 9, subtitle: 3 })
  const { code, additional_data, additional_errors } = body as Told
  t.match({ status, code }, { status: 400, code: 'rest_invalid_type' })
  t.same(additional_data, [{ param: 'meta.subtitle' }])
  t.same(
    additional_errors?.map(each => each.code),
    ['rest_out_of_bounds', 'rest_invalid_hex_color'],
  )
})

t.test('meta that is not an object is an invalid parameter without details', async t => {
  const { set } = await withPost()
  for (const given of ['text', '', 7, true]) {
    const { status, body } = await set(given)
    t.match({ status, body }, { status: 400, body: { code: 'rest_invalid_param', data: { params: { meta: String } } } })
    t.same((body as Told).data.details, [])
  }
})

t.test('keys that the caller may not set', async t => {
  const { set, read } = await withPost()
  t.match(await set({ _private: 'x' }), {
    status: 403,
    body: { code: 'rest_cannot_update', data: { key: '_private', status: 403 } },
  })
  t.match(await set({ _private: 7 }), { status: 400 }, 'the value is looked at first')
  t.match(await set({ locked: 'mine' }), { status: 200 })
  t.match(
    await set({ locked: 'mine', subtitle: 'new' }, 'editor'),
    { status: 200 },
    'echoing what is there changes nothing',
  )
  t.match(await set({ locked: 'yours', subtitle: 'newer' }, 'editor'), {
    status: 403,
    body: { code: 'rest_cannot_update', data: { key: 'locked' } },
  })
  t.match(await set({ locked: null }, 'editor'), {
    status: 403,
    body: { code: 'rest_cannot_delete', data: { key: 'locked', status: 403 } },
  })
  t.match(await read(), { locked: 'mine', subtitle: 'new' })
})

t.test('invalid stored values are null, and null does not clear them', async t => {
  const { set, read, store, id } = await withPost()
  const values: readonly (readonly [string, unknown])[] = [
    ['rating', 'many'],
    ['weight', '7.5'],
    ['aliases', 'fine'],
    ['aliases', 5],
    ['geo', 'nowhere'],
  ]
  await metaIn(store).insertMany(
    values.map(([name, value]) => ({ kind: 'post' as const, object: id, key: name, value })),
  )
  t.match(await read(), { rating: null, weight: 7.5, aliases: ['fine', null], geo: null })
  for (const name of ['rating', 'aliases', 'geo']) {
    t.match(await set({ [name]: null }), { status: 500, body: { code: 'rest_invalid_stored_value' } }, name)
  }
  t.match((await set({ rating: 4, aliases: ['other'] })).body, { meta: { rating: 4, aliases: ['other'], geo: null } })
})

t.test('keys of all subtypes, of one, and of subtypes that appliesTo accepts', async t => {
  const made = await makeSite({
    register(site) {
      site.registerMeta({ object: 'post', key: 'everywhere', type: 'string', single: true })
      site.registerMeta({
        object: 'post',
        key: 'pages_only',
        type: 'string',
        single: true,
        appliesTo: subtype => subtype === 'page',
      })
      site.registerMeta({ object: 'post', subtype: 'post', key: 'posts_only', type: 'string', single: true })
    },
  })
  const keysOf = async (path: string) =>
    Object.keys(metaOf((await made.send(`POST ${path}`, { body: { title: 'x' } })).body)).sort()
  t.same(await keysOf('/posts'), ['everywhere', 'footnotes', 'posts_only'])
  t.same(await keysOf('/pages'), ['everywhere', 'footnotes', 'pages_only'])
})

t.test('without keys, meta is an empty list', async t => {
  const { send } = await makeSite()
  const { status, body } = await send('POST /tags', { body: { name: 'Plain', meta: { anything: 1 } } })
  t.equal(status, 201)
  t.same(metaOf(body), [])
  const { schema } = (await send('OPTIONS /tags')).body as { schema: { properties: { meta: object } } }
  t.match(schema.properties.meta, { type: 'object', properties: [] })
})

t.test('keys of the same objects with one name are refused', async t => {
  const refused = (keys: readonly object[], name: string) =>
    t.rejects(
      (async () => {
        const { site } = await makeSite({
          register(each) {
            for (const key of keys)
              each.registerMeta({ object: 'post', subtype: 'post', key: 'x', type: 'string', single: true, ...key })
          },
        })
        await site.ready()
      })(),
      { message: `two meta keys of post have the name "${name}"` },
    )
  await refused([{}, { subtype: '' }], 'x')
  await refused([{ name: 'y' }, { subtype: '', name: 'z' }], 'x')
  await refused([{}, { key: 'y', name: 'x' }], 'x')
  const schema = { properties: { a: { type: 'string' } } }
  await refused(
    [
      { type: 'object', schema, filterable: true },
      { key: 'x.a', filterable: true },
    ],
    'x.a',
  )
  const nested = {
    properties: { 'a.b': { type: 'string' }, a: { type: 'object', properties: { b: { type: 'string' } } } },
  }
  await refused([{ type: 'object', schema: nested, filterable: true }], 'x.a.b')
})
