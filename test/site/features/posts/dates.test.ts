import { cmsDialect, millisecondsOf, type PostRecord, postsIn, wpDialect } from '@platen/site'
import { postPermalink } from '@platen/site/extend'
import type { Store } from '@platen/storage'
import t from 'tap'
import { onEveryStore } from '../../every-store.js'
import { makeSite, type TestSite } from '../../make-site.js'

const NOON = millisecondsOf('2024-05-01T12:00:00')

interface Dated extends PostRecord {
  readonly date_gmt: string
  readonly modified_gmt: string
}

/** A site in a time zone, whose clock stands at noon of the first of May 2024 (UTC) until it is set. */
async function siteIn(
  zone: string,
  options: { readonly store?: Store } = {},
): Promise<TestSite & { readonly clock: { now: number } }> {
  const clock = Object.assign(() => clock.now, { now: NOON })
  const made = await makeSite({ services: { clock }, ...options })
  await made.store.options.set('timezone_string', zone)
  return { ...made, clock }
}

/** What is sent as `date`, or as `date_gmt`, and what both become. */
const GIVEN: readonly (readonly [zone: string, sent: Readonly<Record<string, string>>, date: string, utc: string])[] = [
  ['', { date: '2020-02-03T04:05:06' }, '2020-02-03T04:05:06', '2020-02-03T04:05:06'],
  ['', { date: '2020-02-03 04:05:06' }, '2020-02-03T04:05:06', '2020-02-03T04:05:06'],
  ['', { date: '2020-02-03T04:05:06.789Z' }, '2020-02-03T04:05:06', '2020-02-03T04:05:06'],
  ['Europe/Berlin', { date: '2020-07-03T04:05:06' }, '2020-07-03T04:05:06', '2020-07-03T02:05:06'],
  ['Europe/Berlin', { date: '2020-07-03T04:05:06Z' }, '2020-07-03T06:05:06', '2020-07-03T04:05:06'],
  ['Europe/Berlin', { date: '2020-07-03T04:05:06+05:30' }, '2020-07-03T00:35:06', '2020-07-02T22:35:06'],
  ['Europe/Berlin', { date: '2020-07-03T04:05:06-12:00' }, '2020-07-03T18:05:06', '2020-07-03T16:05:06'],
  ['Europe/Berlin', { date_gmt: '2020-07-03T04:05:06' }, '2020-07-03T06:05:06', '2020-07-03T04:05:06'],
  ['Europe/Berlin', { date_gmt: '2020-07-03T04:05:06Z' }, '2020-07-03T06:05:06', '2020-07-03T04:05:06'],
  ['Europe/Berlin', { date_gmt: '2020-07-03T04:05:06+01:00' }, '2020-07-03T05:05:06', '2020-07-03T03:05:06'],
  ['Europe/Berlin', { date: '2021-03-28T02:30:00' }, '2021-03-28T03:30:00', '2021-03-28T01:30:00'],
  ['America/New_York', { date: '2021-03-14T02:30:00' }, '2021-03-14T03:30:00', '2021-03-14T07:30:00'],
  ['America/New_York', { date: '2021-11-07T01:30:00-05:00' }, '2021-11-07T01:30:00', '2021-11-07T06:30:00'],
  ['America/New_York', { date: '2021-11-07T01:30:00-04:00' }, '2021-11-07T01:30:00', '2021-11-07T05:30:00'],
  ['UTC+5.5', { date: '2020-01-01T00:00:00' }, '2020-01-01T00:00:00', '2019-12-31T18:30:00'],
  ['', { date: '2016-12-31T23:59:60Z' }, '2017-01-01T00:00:00', '2017-01-01T00:00:00'],
  ['', { date: '2016-12-31T23:59:60' }, '2017-01-01T00:00:00', '2017-01-01T00:00:00'],
  ['Europe/Berlin', { date: '2017-01-01T00:59:60+01:00' }, '2017-01-01T01:00:00', '2017-01-01T00:00:00'],
  ['Europe/Berlin', { date_gmt: '2016-12-31T23:59:60' }, '2017-01-01T01:00:00', '2017-01-01T00:00:00'],
  ['', { date: '2020-02-03t04:05:06z' }, '2020-02-03T04:05:06', '2020-02-03T04:05:06'],
  ['', { date: '' }, '2024-05-01T12:00:00', '2024-05-01T12:00:00'],
  ['', { date: '0001-01-01T00:00:00' }, '0001-01-01T00:00:00', '0001-01-01T00:00:00'],
  ['', { date: '0050-06-07T08:09:10Z' }, '0050-06-07T08:09:10', '0050-06-07T08:09:10'],
  ['Europe/Berlin', { date: '0001-01-01T00:30:00' }, '0001-01-01T00:30:00', '0000-12-31T23:36:32'],
  ['', { date: '9999-12-31T23:59:59' }, '9999-12-31T23:59:59', '9999-12-31T23:59:59'],
  ['America/New_York', { date: '9999-12-31T23:59:59' }, '9999-12-31T23:59:59', '9999-12-31T23:59:59'],
  ['', { date: '2020-01-01T00:00:00', date_gmt: '2010-01-01T00:00:00' }, '2020-01-01T00:00:00', '2020-01-01T00:00:00'],
]

onEveryStore(t, 'dates as they are sent and kept', async (t, make) => {
  const { store } = await make()
  const { send } = await siteIn('', { store })
  for (const [zone, sent, date, utc] of GIVEN) {
    await store.options.set('timezone_string', zone)
    const { id } = (await send('POST /posts', { body: { title: 'x' } })).body as Dated
    for (const [request, status] of [
      ['POST /posts', 201],
      [`PUT /posts/${id}`, 200],
    ] as const) {
      const answer = await send(request, { body: { title: 'x', ...sent } })
      t.match(answer, { status, body: { date, date_gmt: utc } }, `${zone} ${JSON.stringify(sent)}`)
    }
    t.match(await send(`GET /posts/${id}?context=edit`), { status: 200, body: { date, date_gmt: utc } })
  }
})

t.test('invalid dates', async t => {
  const { send, store } = await siteIn('')
  for (const [zone, sent, code] of [
    ['', { date: '0000-01-01T00:00:00' }, 'invalid_date'],
    ['', { date_gmt: '0000-12-31T23:59:59Z' }, 'invalid_date'],
    ['', { date: '0001-01-01T00:00:00+05:00' }, 'invalid_date'],
    ['', { date: '9999-12-31T23:59:59-05:00' }, 'invalid_date'],
    ['', { date: '9999-12-31T23:59:60' }, 'invalid_date'],
    ['Europe/Berlin', { date_gmt: '9999-12-31T23:30:00Z' }, 'invalid_date'],
    ['', { date: '2016-06-15T12:00:60Z' }, 'rest_invalid_param'],
    ['', { date: '2020-13-01T00:00:00' }, 'rest_invalid_param'],
    ['', { date: '2020-01-01' }, 'rest_invalid_param'],
    ['', { date: '2020-01-01T24:00:00' }, 'rest_invalid_param'],
    ['', { date: '2021-02-31T00:00:00Z' }, 'rest_invalid_param'],
    ['', { date: 1_577_836_800 }, 'rest_invalid_param'],
  ] as const) {
    await store.options.set('timezone_string', zone)
    t.match(
      await send('POST /posts', { body: { title: 'x', ...sent } }),
      { status: 400, body: { code } },
      JSON.stringify(sent),
    )
    t.equal(await postsIn(store).count(), 0)
  }
})

onEveryStore(t, 'bounds of lists', async (t, make) => {
  const { store } = await make()
  const { send } = await siteIn('Europe/Berlin', { store })
  const { id } = (await send('POST /posts', { body: { title: 'x', status: 'publish', date: '2020-07-03T12:00:00' } }))
    .body as Dated
  for (const [bound, found] of [
    ['after=2020-07-03T11:59:59', true],
    ['after=2020-07-03T12:00:00', false],
    ['after=2020-07-03T09:59:59Z', true],
    ['after=2020-07-03T10:00:00Z', false],
    ['before=2020-07-03T12:00:01', true],
    ['before=2020-07-03T12:00:00', false],
    ['before=2020-07-03T12:00:01%2B02:00', true],
    ['after=0000-01-01T00:00:00Z', true],
    ['before=0000-01-01T00:00:00', false],
    ['after=0001-01-01T00:00:00%2B05:00', true],
    ['before=9999-12-31T23:59:59-05:00', true],
    ['after=9999-12-31T23:59:59', false],
    ['after=2016-12-31T23:59:60Z', true],
    ['before=2016-12-31T23:59:60Z', false],
    ['modified_after=2020-07-03T11:59:59', true],
    ['modified_before=2020-07-03T12:00:00', false],
  ] as const) {
    const { status, body } = await send(`GET /posts?_fields=id&${bound}`)
    t.same({ status, body }, { status: 200, body: found ? [{ id }] : [] }, bound)
  }
})

t.test('a draft without a date floats until it is published', async t => {
  const { send, store, clock } = await siteIn('Europe/Berlin')
  const { id } = (await send('POST /posts', { body: { title: 'x' } })).body as Dated
  const dates = async (body?: object) =>
    (await send(body === undefined ? `GET /posts/${id}` : `PUT /posts/${id}`, body === undefined ? {} : { body }))
      .body as Dated
  const shown = async (body?: object) => {
    const { date, date_gmt, status } = await dates(body)
    return [date, date_gmt, status, (await postsIn(store).get(id))?.dateGmt]
  }
  t.same(await shown(), ['2024-05-01T14:00:00', '2024-05-01T12:00:00', 'draft', null])
  clock.now += 3_600_000
  t.same(
    await shown({ title: 'y' }),
    ['2024-05-01T15:00:00', '2024-05-01T13:00:00', 'draft', null],
    'a change takes it along',
  )
  t.same(await shown({ status: 'pending' }), ['2024-05-01T15:00:00', '2024-05-01T13:00:00', 'pending', null])
  t.same(await shown({ date: '2020-01-01T00:00:00' }), [
    '2020-01-01T00:00:00',
    '2019-12-31T23:00:00',
    'pending',
    '2019-12-31T23:00:00',
  ])
  t.same(
    await shown({ date: null }),
    ['2024-05-01T15:00:00', '2024-05-01T13:00:00', 'pending', null],
    'null lets it float again',
  )
  clock.now += 3_600_000
  t.same(await shown({ status: 'publish' }), [
    '2024-05-01T16:00:00',
    '2024-05-01T14:00:00',
    'publish',
    '2024-05-01T14:00:00',
  ])
  clock.now += 3_600_000
  t.same(
    await shown({ title: 'z' }),
    ['2024-05-01T16:00:00', '2024-05-01T14:00:00', 'publish', '2024-05-01T14:00:00'],
    'then it stays',
  )
})

t.test('the date decides whether a post is out', async t => {
  const { send } = await siteIn('America/New_York')
  for (const [status, date, expected] of [
    ['publish', '2024-05-01T12:00:00Z', 'publish'],
    ['publish', '2024-05-01T12:00:01Z', 'future'],
    ['publish', '2023-01-01T00:00:00Z', 'publish'],
    ['future', '2024-05-01T12:00:01Z', 'future'],
    ['future', '2024-05-01T11:59:59Z', 'publish'],
    ['future', undefined, 'publish'],
    ['private', '2035-01-01T00:00:00Z', 'private'],
    ['draft', '2035-01-01T00:00:00Z', 'draft'],
    ['pending', '2035-01-01T00:00:00Z', 'pending'],
  ] as const) {
    const { body } = await send('POST /posts', { body: { title: 'x', status, ...(date && { date }) } })
    t.match(body, { status: expected }, `${status} ${date}`)
  }
})

t.test('a time zone that changes moves what was never settled', async t => {
  const { send, store } = await siteIn('')
  const body = { title: 'x', status: 'publish', date: '2020-01-01T00:00:00' }
  const { id } = (await send('POST /posts', { body })).body as Dated
  await store.options.set('timezone_string', 'Europe/Berlin')
  t.match((await send(`GET /posts/${id}`)).body, { date: '2020-01-01T00:00:00', date_gmt: '2020-01-01T00:00:00' })
  t.match((await send('POST /posts', { body })).body, { date_gmt: '2019-12-31T23:00:00' })
})

t.test('a post that was changed in the future says nothing of when', async t => {
  const { send, clock } = await siteIn('')
  const { id } = (await send('POST /posts', { body: { title: 'x', date: '2035-01-01T00:00:00' } })).body as Dated
  const { headers } = await send(`GET /posts/${id}`)
  t.match(headers, { ETag: String })
  t.notOk('Last-Modified' in headers)
  clock.now += 60_000
  await send(`PUT /posts/${id}`, { body: { title: 'y' } })
  const since = { 'if-modified-since': 'Mon, 01 Jan 2035 00:00:00 GMT' }
  t.match(await send(`GET /posts/${id}`), { headers: { 'Last-Modified': 'Wed, 01 May 2024 12:01:00 GMT' } })
  t.equal((await send(`GET /posts/${id}`, { headers: since })).status, 304)
})

t.test('of two dates null is the stronger', async t => {
  const { send } = await makeSite({ services: { clock: () => Date.UTC(2024, 0, 2) } })
  for (const body of [
    { date: null, date_gmt: '2020-01-01T00:00:00' },
    { date: '2020-01-01T00:00:00', date_gmt: null },
    { date: null, date_gmt: null },
  ])
    t.match((await send('POST /posts', { body: { title: 'x', status: 'publish', ...body } })).body, {
      date_gmt: '2024-01-02T00:00:00',
    })
})

const SECOND = '2024-02-03T04:05:06'

/** What is sent, and what becomes of it; none where it is refused. */
const DATES: readonly (readonly [sent: string, cms: string | undefined, wp: string | undefined])[] = [
  [`${SECOND}\n`, undefined, SECOND],
  [`${SECOND}Z\n`, undefined, SECOND],
  [`${SECOND}+02:00\n`, undefined, '2024-02-03T02:05:06'],
  ['2024-02-03t04:05:06', SECOND, SECOND],
  [`${SECOND}z`, SECOND, undefined],
  ['2024-02-03 04:05:06', SECOND, SECOND],
  ['2024-02-03  04:05:06', undefined, undefined],
  ['2024-02-03\t04:05:06', undefined, undefined],
  [`${SECOND}\n\n`, undefined, undefined],
  [`${SECOND}\r\n`, undefined, undefined],
  [`\n${SECOND}`, undefined, undefined],
  [` ${SECOND}`, undefined, undefined],
  [`${SECOND} `, undefined, undefined],
  [`${SECOND} Z`, undefined, undefined],
  [`${SECOND}\u00a0`, undefined, undefined],
]

for (const dialect of [cmsDialect, wpDialect])
  t.test(`dates with odd spaces in the dialect ${dialect.name}`, async t => {
    const { send } = await makeSite({ dialect })
    for (const [sent, cms, wp] of DATES) {
      const wanted = dialect === wpDialect ? wp : cms
      for (const name of ['date', 'date_gmt']) {
        const { status, body } = await send('POST /posts', { body: { title: 'x', [name]: sent } })
        t.equal((body as Record<string, unknown>)[name], wanted, `${name} ${JSON.stringify(sent)}`)
        t.equal(status, wanted === undefined ? 400 : 201)
      }
      const { status } = await send(`GET /posts?after=${encodeURIComponent(sent)}`)
      t.equal(status, wanted === undefined ? 400 : 200)
    }
  })

interface Created {
  readonly id: number
  readonly link: string
  readonly guid: { readonly rendered: string }
}

onEveryStore(t, 'a new post keeps the address that it first has', async (t, make) => {
  const { site, store, send } = await make()
  const create = async (body: object, route = '/posts') => (await send(`POST ${route}`, { body })).body as Created
  const plain = (id: number, name = 'p') => `${site.context.url}/?${name}=${id}`

  for (const structure of ['', '/%year%/%postname%/', '/%post_id%/', '/%category%/%author%/%postname%/']) {
    await store.options.set('permalink_structure', structure)
    const post = await create({ title: `By ${structure}`, status: 'publish' })
    t.equal(post.guid.rendered, post.link, structure)
    t.notMatch(post.link, /undefined|p=0|\/0\//, structure)
    const draft = await create({ title: 'A draft' })
    t.equal(draft.guid.rendered, plain(draft.id), `${structure}, a draft`)
    const page = await create({ title: `By ${structure}`, status: 'publish' }, '/pages')
    t.equal(page.guid.rendered, page.link, `${structure}, a page`)
    const nameless = await create({ content: 'No title', status: 'publish' })
    t.equal(nameless.guid.rendered, nameless.link, `${structure}, no title`)
    t.equal((await postsIn(store).get(nameless.id))?.slug, String(nameless.id))
  }
})

onEveryStore(t, 'a filter of permalinks may use the id of a post', async (t, make) => {
  const { site, send } = await make()
  site.filter(postPermalink, ({ value, post }) => `${value}#${post.id}`)
  const { id, link, guid } = (await send('POST /posts', { body: { title: 'One', status: 'publish' } })).body as Created
  t.match(link, new RegExp(`#${id}$`))
  t.equal(guid.rendered, link)
})
