import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { compileSchema, endpoint, type RestResponse, type Schema, SchemaError } from '@platen/core'
import { type Dialect, dialects, type Site, wpDialect } from '@platen/site'
import t, { type Test } from 'tap'
import { makeSite, type TestSite } from '../site/make-site.js'
import { differences } from './json-schema-differences.js'
import { readSuite, type SuiteTest, withImpliedType } from './json-schema-suite.js'

const root = fileURLToPath(new URL('../../../', import.meta.url))
const suite = process.env.PLATEN_JSON_SCHEMA_SUITE ?? resolve(root, '../shared/json-schema-test-suite')
const folder = join(suite, 'draft4')

if (existsSync(folder)) {
  const tests = readSuite(folder)
  const reasons = new Map(differences.flatMap(({ reason, tests }) => tests.map(name => [name, reason])))

  t.equal(tests.length, 937, 'the suite is there')
  t.same(
    [...reasons.keys()].filter(name => !tests.some(test => test.name === name)),
    [],
    'every difference is about a test of the suite',
  )
  for (const test of tests) {
    const reason = reasons.get(test.name)
    const typed = withImpliedType(test)
    t.test(test.name, async t => {
      if (reason) t.notOk(agrees(test) && (!typed || agrees(typed)), `differs: ${reason}`)
      else {
        t.ok(agrees(test), 'as it is written')
        if (typed) t.ok(agrees(typed), 'with the type its keywords imply')
      }
    })
  }
} else {
  const skip = `not found at ${folder}; PLATEN_JSON_SCHEMA_SUITE names the folder that holds draft4`
  t.test('the official test suite of draft 4', { skip }, async () => {})
}

function agrees({ schema, value, valid }: SuiteTest): boolean {
  try {
    return !compileSchema(schema).validate(value, 'value') === valid
  } catch (error) {
    if (error instanceof SchemaError) return false
    throw error
  }
}

/** What a value of an argument becomes: its converted form in a list, or the code of the refusal. */
type Outcome = readonly [converted: unknown] | string

/** A value for an argument of a schema, and what becomes of it in each dialect. */
type Row = readonly [schema: Schema, value: unknown, cms: Outcome, wp: Outcome]

const type = 'rest_invalid_type'
const uri = 'rest_invalid_uri'
const date = 'rest_invalid_date'
const nullableDate = { type: ['string', 'null'], format: 'date-time' } as const

const rows: Readonly<Record<string, readonly Row[]>> = {
  'format uri': [
    [
      { type: 'string', format: 'uri' },
      'https://a.example/p?q=1#f',
      ['https://a.example/p?q=1#f'],
      ['https://a.example/p?q=1#f'],
    ],
    [{ type: 'string', format: 'uri' }, 'a.example', uri, ['http://a.example']],
    [{ type: 'string', format: 'uri' }, '/relative', uri, ['/relative']],
    [{ type: 'string', format: 'uri' }, 'https://a.example/a b', uri, ['https://a.example/a%20b']],
    [{ type: 'string', format: 'uri' }, '', uri, ['']],
  ],
  'format date-time': [
    [
      { type: 'string', format: 'date-time' },
      '2024-05-06T07:08:09Z',
      ['2024-05-06T07:08:09Z'],
      ['2024-05-06T07:08:09Z'],
    ],
    [{ type: 'string', format: 'date-time' }, '2024-05-06T07:08:09', ['2024-05-06T07:08:09'], ['2024-05-06T07:08:09']],
    [{ type: 'string', format: 'date-time' }, '2024-05-06t07:08:09z', ['2024-05-06t07:08:09z'], date],
    [{ type: 'string', format: 'date-time' }, '2024-02-30T07:08:09Z', date, ['2024-02-30T07:08:09Z']],
    [{ type: 'string', format: 'date-time' }, '2023-02-29T07:08:09Z', date, ['2023-02-29T07:08:09Z']],
    [{ type: 'string', format: 'date-time' }, '2024-05-06T24:00:00Z', date, ['2024-05-06T24:00:00Z']],
    [{ type: 'string', format: 'date-time' }, 'yesterday', date, date],
  ],
  'an empty string for a format where null is allowed': [
    [nullableDate, '', [''], date],
    [nullableDate, null, [null], [null]],
    [{ type: 'string', format: 'email' }, '', 'rest_invalid_email', 'rest_invalid_email'],
  ],
  boolean: [
    ...([true, 1, '1', 'true'] as const).map((value): Row => [{ type: 'boolean' }, value, [true], [true]]),
    ...([false, 0, '0', 'false'] as const).map((value): Row => [{ type: 'boolean' }, value, [false], [false]]),
    [{ type: 'boolean' }, 'TRUE', type, [true]],
    [{ type: 'boolean' }, 'False', type, [false]],
    [{ type: 'boolean' }, 'yes', type, type],
  ],
  array: [
    [{ type: 'array' }, ['a'], [['a']], [['a']]],
    [{ type: 'array' }, 'a,b', [['a', 'b']], [['a', 'b']]],
    [{ type: 'array' }, 'word', [['word']], [['word']]],
    [{ type: 'array' }, 'two words', [['two words']], [['two', 'words']]],
    [{ type: 'array' }, 5, type, [['5']]],
    [{ type: 'array' }, true, type, [['1']]],
    [{ type: 'array' }, { 0: 'a', 1: 'b' }, [['a', 'b']], [['a', 'b']]],
    [{ type: 'array' }, {}, type, [[]]],
  ],
  object: [
    [{ type: 'object' }, { a: 1 }, [{ a: 1 }], [{ a: 1 }]],
    [{ type: 'object' }, '', [{}], [{}]],
    [{ type: 'object' }, ['a'], type, [{ 0: 'a' }]],
    [{ type: 'object' }, [], type, [{}]],
  ],
}

interface Body {
  readonly code: string
  readonly data: {
    readonly params: Readonly<Record<string, string>>
    readonly details: Readonly<Record<string, { readonly code: string }>>
  }
}

const bodyOf = <T>({ body }: { readonly body: unknown }) => body as T
const isWp = (dialect: Dialect) => dialect === wpDialect

for (const dialect of Object.values(dialects)) {
  for (const [point, table] of Object.entries(rows)) {
    t.test(`${point}, in the dialect ${dialect.name}`, async t => {
      const register = (site: Site) => {
        for (const [index, [schema]] of table.entries()) {
          site.registerRoute('spec/v1', `/echo-${index}`, {
            endpoints: [
              endpoint({
                methods: 'POST',
                args: { value: schema },
                permission: 'public',
                handler: ({ params }) => ({ body: { value: params.value } }),
              }),
            ],
          })
        }
      }
      const { send } = await makeSite({ dialect, register })
      for (const [index, [schema, value, cms, wp]] of table.entries()) {
        const outcome = isWp(dialect) ? wp : cms
        const answer = await send(`POST //spec/v1/echo-${index}`, { body: { value } })
        const name = `${JSON.stringify(value)} as ${JSON.stringify(schema)}`
        if (typeof outcome === 'string') {
          t.equal(answer.status, 400, name)
          t.equal(bodyOf<Body>(answer).code, 'rest_invalid_param', name)
          t.equal(bodyOf<Body>(answer).data.details['value']?.code, outcome, name)
        } else t.strictSame(answer.body, { value: outcome[0] }, name)
      }
    })
  }
}

/** A point of the table of dialects that is about the site's own resources. */
const points: Readonly<Record<string, (t: Test, made: TestSite, dialect: Dialect) => Promise<void>>> = {
  async 'a date without an offset is one of the site'(t, { send, store }) {
    await store.options.set('timezone_string', 'Europe/Berlin')
    const answer = await send('POST /posts', { body: { title: 'x', date: '2024-07-01T12:00:00' } })
    t.match(answer.body, { date: '2024-07-01T12:00:00', date_gmt: '2024-07-01T10:00:00' })
  },
  async 'an object without properties'(t, { send }, dialect) {
    const empty = isWp(dialect) ? [] : {}
    const { id } = bodyOf<{ id: number }>(await send('POST /tags', { body: { name: 'Rose' } }))
    t.strictSame((await send(`GET /tags/${id}?_fields=meta`)).body, { meta: empty })
    t.strictSame((await send(`GET /tags/${id}?_fields=none`)).body, empty)
    const { schema, endpoints } = bodyOf<{
      schema: { properties: { meta: { properties: object } } }
      endpoints: readonly { args: { meta?: { properties: object } } }[]
    }>(await send('OPTIONS /tags'))
    t.strictSame(schema.properties.meta.properties, empty)
    t.strictSame(endpoints[1]?.args.meta?.properties, empty)
    const { meta } = bodyOf<{ meta: unknown }>(
      await send('PUT /posts/1?_fields=meta', { body: { meta: { place: '' } } }),
    )
    t.match(meta, { place: empty })
    t.strictSame((meta as { place: unknown }).place, empty)
  },
  async 'every declared argument has a type'(t, { site }, dialect) {
    const untyped = site.context.registry
      .routes()
      .flatMap(route => route.endpoints.flatMap(({ args }) => args.filter(({ schema }) => schema.type === undefined)))
    t.equal(untyped.length > 0, isWp(dialect))
  },
  async 'a meta value that does not fit its schema'(t, { send }, dialect) {
    const answer = await send('PUT /posts/1', { body: { title: 'y', meta: { stars: 9, place: { lat: 'x' } } } })
    t.equal(answer.status, 400)
    if (isWp(dialect)) t.match(answer.body, { code: 'rest_out_of_bounds', additional_errors: [{ code: type }] })
    else {
      const { code, data } = bodyOf<Body>(answer)
      t.equal(code, 'rest_invalid_param')
      t.match(data, {
        status: 400,
        params: { 'meta.stars': /^meta\.stars / },
        details: { 'meta.stars': { code: 'rest_out_of_bounds' } },
      })
      t.match(bodyOf<{ additional_errors: readonly Body[] }>(answer).additional_errors[0]?.data.params, {
        'meta.place': 'meta.place[lat] does not belong to the type number.',
      })
    }
    t.match((await send('GET /posts/1')).body, { title: { rendered: 'x' } }, 'nothing is kept')
  },
  async 'meta that is not a map'(t, { send }, dialect) {
    const status = async (meta: unknown) => (await send('PUT /posts/1', { body: { meta } })).status
    t.same(await Promise.all([status([]), status(''), status('x')]), isWp(dialect) ? [200, 400, 400] : [400, 200, 400])
  },
  async 'an optional address of a built-in resource can be cleared'(t, { send }, dialect) {
    const set = (url: unknown) => send('PUT /users/me?_fields=url', { body: { url } })
    t.strictSame((await set('https://a.example/')).body, { url: 'https://a.example/' })
    t.strictSame((await set('')).body, { url: '' })
    t.equal((await set('no address')).status, isWp(dialect) ? 200 : 400)
  },
  async 'reasons have the words of section 7'(t, { send }) {
    const reason = (answer: RestResponse, name: string) => bodyOf<Body>(answer).data.params[name]
    t.equal(reason(await send('GET /posts?page=x'), 'page'), 'page does not belong to the type integer.')
    t.equal(reason(await send('GET /posts?order=up'), 'order'), 'order is not one of asc, desc.')
  },
}

for (const dialect of Object.values(dialects)) {
  for (const [point, check] of Object.entries(points)) {
    t.test(`${point}, in the dialect ${dialect.name}`, async t => {
      const made = await makeSite({
        dialect,
        register(site) {
          const common = { object: 'post', subtype: 'post', single: true } as const
          site.registerMeta({ ...common, key: 'stars', type: 'integer', schema: { maximum: 5 } })
          site.registerMeta({
            ...common,
            key: 'place',
            type: 'object',
            schema: { properties: { lat: { type: 'number' } } },
          })
        },
      })
      await made.send('POST /posts', { body: { title: 'x', status: 'publish' } })
      await check(t, made, dialect)
    })
  }
}
