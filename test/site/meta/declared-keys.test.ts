import { dialects, wpDialect } from '@platen/site'
import { createPost } from '@platen/site/operations'
import t from 'tap'
import { type MakeOn, onEveryStore } from '../every-store.js'
import { internals } from '../internals.js'
import { makeSite, type TestSite, type TestSiteOptions } from '../make-site.js'

/** Events with keys of every type. */
const declare: NonNullable<TestSiteOptions['register']> = site => {
  site.registerPostType('event', {
    label: 'Events',
    public: true,
    showInRest: true,
    restBase: 'events',
    supports: ['title', 'custom-fields', 'editor'],
  })
  const of = { object: 'post', subtype: 'event', filterable: true } as const
  site.registerMeta({
    ...of,
    key: 'starts',
    type: 'string',
    single: true,
    schema: { format: 'date-time' },
    sortable: true,
  })
  site.registerMeta({ ...of, key: 'price', type: 'number', single: true, sortable: true, facet: true })
  site.registerMeta({ ...of, key: 'open', type: 'boolean', single: true, facet: true })
  site.registerMeta({ ...of, key: 'color', type: 'string', facet: true })
  site.registerMeta({ ...of, key: 'city', type: 'string', single: true, sortable: true })
  site.registerMeta({
    ...of,
    key: 'place',
    type: 'object',
    single: true,
    schema: { properties: { lat: { type: 'number' }, name: { type: 'string' } } },
  })
  site.registerMeta({
    ...of,
    key: 'margin',
    type: 'number',
    single: true,
    sortable: true,
    authorizeRead: principal => principal.can('edit_others_posts'),
  })
  site.registerMeta({ object: 'post', subtype: 'event', key: 'note', type: 'string', single: true })
}

const EVENTS = {
  Alps: {
    starts: '2026-06-01T10:00:00+02:00',
    price: 40,
    open: true,
    color: ['Red', 'blue'],
    city: 'Zürich',
    margin: 3,
  },
  Baltic: {
    starts: '2026-06-01T09:00:00Z',
    price: -3.5,
    open: false,
    color: ['red'],
    city: 'aarhus',
    place: { lat: 56.2, name: 'Harbour' },
    margin: 1,
  },
  Crete: {
    starts: '2026-05-01T00:00:00Z',
    price: 400,
    color: ['green'],
    city: 'Átina',
    place: { lat: 35, name: 'Old town' },
    margin: 2,
  },
  Delta: { note: 'nothing else' },
}

async function someEvents(make: MakeOn, options: TestSiteOptions = {}): Promise<TestSite> {
  const made = await make({ register: declare, ...options })
  for (const [title, meta] of Object.entries(EVENTS)) {
    const { status } = await made.send('POST /events', { body: { title, meta, status: 'publish' } })
    if (status !== 201) throw new Error(`${title} was not created`)
  }
  return made
}

const titles =
  (made: TestSite) =>
  async (query: string, as = 'anonymous') => {
    const { status, body, headers } = await made.send(`GET /events?orderby=title&order=asc&${query}`, { as })
    if (status !== 200) return body as Record<string, unknown>
    const names = (body as { title: { rendered: string } }[]).map(({ title }) => title.rendered[0]).join('')
    const total = Object.entries(headers).find(([name]) => name.toLowerCase().endsWith('-total'))?.[1]
    return Number(total) === names.length ? names : `${names} of ${total}`
  }

onEveryStore(t, 'lists are filtered by declared keys', async (t, make) => {
  const list = titles(await someEvents(make))
  for (const [query, expected] of Object.entries({
    'meta[price]=40': 'A',
    'meta[price][eq]=4e1': 'A',
    'meta[price][ne]=40': 'BCD',
    'meta[price][gt]=-3.5': 'AC',
    'meta[price][gte]=-3.5': 'ABC',
    'meta[price][lt]=40': 'B',
    'meta[price][lte]=40': 'AB',
    'meta[price][gte]=0&meta[price][lt]=100': 'A',
    'meta[price][in][]=40&meta[price][in][]=400': 'AC',
    'meta[price][]=40&meta[price][]=400': 'AC',
    'meta[price][not_in]=40,400': 'BD',
    'meta[price][exists]=true': 'ABC',
    'meta[price][exists]=false': 'D',
    'meta[open]=true': 'A',
    'meta[open]=0': 'B',
    'meta[color]=RED': 'AB',
    'meta[color][ne]=red': 'CD',
    'meta[color][]=blue&meta[color][]=green': 'AC',
    'meta[city]=zurich': 'A',
    'meta[city][starts_with]=Á': 'BC',
    'meta[city][starts_with]=aa': 'B',
    'meta[starts]=2026-06-01T08:00:00Z': 'A',
    'meta[starts][gte]=2026-06-01T08:30:00Z': 'B',
    'meta[starts][lt]=2026-06-01T11:00:00%2B02:00': 'AC',
    'meta[place.lat][gt]=40': 'B',
    'meta[place.name]=old%20town': 'C',
    'meta[color]=red&meta[price][gt]=0': 'A',
    'meta[color]=green&meta[price]=40&meta_relation=or': 'AC',
    'meta[color]=green&meta[price][ne]=400&meta_relation=or': 'ABCD',
  }))
    t.equal(await list(query), expected, query)
})

onEveryStore(t, 'lists are ordered by declared keys, without a value last', async (t, make) => {
  const made = await someEvents(make)
  const list = titles(made)
  for (const [query, expected] of Object.entries({
    'orderby=meta.price': 'BACD',
    'orderby=meta.price&order=desc': 'CABD',
    'orderby=meta.starts&order=asc': 'CABD',
    'orderby=meta.city&order=asc': 'BCAD',
    'orderby[]=meta.city&orderby[]=title&order[]=desc&order[]=asc': 'ACBD',
    'orderby[]=title&orderby[]=meta.price&order=desc': 'DCBA',
    'orderby=meta.price,title&order=asc&meta[color]=red': 'BA',
    'orderby=meta.margin&order=asc': 'rest_invalid_param',
  })) {
    const found = await list(query)
    t.equal(typeof found === 'string' ? found : found['code'], expected, query)
  }
  t.equal(await list('orderby=meta.margin&order=asc', 'editor'), 'BCAD')
})

onEveryStore(t, 'pages by cursor are complete', async (t, make) => {
  const made = await make({ register: declare })
  for (let at = 0; at < 12; at++)
    await made.send('POST /events', {
      body: { title: `E${at}`, status: 'publish', meta: at % 4 === 3 ? {} : { price: at % 3, city: 'x' } },
    })
  for (const order of ['asc', 'desc'])
    for (const orderby of [
      'orderby=meta.price',
      'orderby[]=meta.city&orderby[]=meta.price',
      'orderby[]=meta.city&orderby[]=title',
    ]) {
      const whole = (await made.send(`GET /events?per_page=100&${orderby}&order=${order}&_fields=id`)).body
      const read: unknown[] = []
      for (let cursor: string | undefined = ''; cursor !== undefined; ) {
        const { body, headers } = await made.send(
          `GET /events?per_page=5&${orderby}&order=${order}&_fields=id&cursor=${cursor}`,
        )
        read.push(...(body as unknown[]))
        cursor = /cursor=([^&>]+)[^>]*>; rel="next"/.exec(String(Object.values(headers).join()))?.[1]
      }
      t.equal(read.length, 12)
      t.same(read, whole, `${orderby} ${order}`)
    }
})

for (const dialect of Object.values(dialects))
  t.test(`what is not declared is refused by name, in the dialect ${dialect.name}`, async t => {
    const made = await someEvents(options => makeSite({ dialect, ...options }))
    const refused = async (query: string, as?: string) => {
      const { status, body } = await made.send(`GET /events?${query}`, as === undefined ? {} : { as })
      return `${status} ${JSON.stringify(body)}`
    }
    t.match(await refused('meta[prise]=3'), /^400.*Did you mean \\"price\\"/)
    t.match(await refused('meta[note]=x'), /^400.*declared/)
    t.match(await refused('meta[price][gtt]=3'), /^400.*Did you mean \\"gt\\"/)
    t.match(await refused('meta[price]=cheap'), /^400/)
    t.match(await refused('meta[price][gt]=1e400'), /^400/)
    t.match(await refused('meta[starts]=soon'), /^400/)
    t.match(await refused(`meta[city]=${'x'.repeat(201)}`), /^400.*200/)
    t.match(await refused('meta[margin]=3', 'anonymous'), /^400.*declared/)
    t.match(await refused('orderby=meta.prise'), /^400/)
    t.match(await refused('orderby=meta.note'), /^400/)
    t.match(await made.send('GET /posts?meta[price]=3'), { status: 200 }, 'a list without declared keys')
  })

onEveryStore(t, 'the index follows every change', async (t, make) => {
  const made = await someEvents(make)
  const list = titles(made)
  const { send, store } = made
  const idOf = async (title: string) =>
    ((await send(`GET /events?search=${title}`)).body as { id: number }[])[0]?.id ?? 0
  const alps = await idOf('Alps')
  await send(`PUT /events/${alps}`, { body: { meta: { price: 7, color: ['white'] } } })
  t.equal(await list('meta[price]=7'), 'A')
  t.equal(await list('meta[price]=40'), '')
  t.equal(await list('meta[color]=red'), 'B')
  await send(`PUT /events/${alps}`, { body: { meta: { price: null, color: null } } })
  t.equal(await list('meta[price][exists]=false'), 'AD')
  t.equal(await list('orderby=meta.price&order=desc'), 'CBDA')
  await send(`PUT /events/${alps}`, { body: { status: 'draft' } })
  t.equal(await list('meta[open]=true'), '')
  await send(`DELETE /events/${alps}?force=true`)
  t.equal(await internals.indexedMetaIn(store).count({ op: 'eq', field: 'object', value: alps }), 0)
})

onEveryStore(t, 'facets count the posts of a list', async (t, make) => {
  const made = await someEvents(make)
  const facets = async (query: string, as = 'anonymous') =>
    (await made.send(`GET /events/facets?${query}`, { as })).body
  t.same(await facets('facets=meta.color,meta.open,meta.price&values=2'), {
    facets: {
      'meta.color': [
        { value: 'Red', count: 2 },
        { value: 'blue', count: 1 },
      ],
      'meta.open': [
        { value: false, count: 1 },
        { value: true, count: 1 },
      ],
      'meta.price': [
        { value: -3.5, count: 1 },
        { value: 40, count: 1 },
      ],
    },
    counted: 4,
    capped: false,
  })
  t.match(await facets('facets=meta.color&meta[price][lt]=0'), {
    facets: { 'meta.color': [{ value: 'red', count: 1 }] },
  })
  await made.send('POST /events', { body: { title: 'Epirus', meta: { color: ['GREEN'] }, status: 'publish' } })
  t.match(
    await facets('facets=meta.color&meta[color]=green'),
    { facets: { 'meta.color': [{ value: 'GREEN', count: 2 }] } },
    'one of equally frequent spellings, the same in each store',
  )
  t.match(await facets('facets=meta.city'), { code: 'rest_invalid_param' })
  t.match(await facets(''), { code: 'rest_missing_callback_param' })
})

onEveryStore(t, 'what a role may not read neither shows, matches, sorts nor counts', async (t, make) => {
  const made = await make({
    register(site) {
      declare(site)
      const secret = { single: true, filterable: true, sortable: true, facet: true } as const
      const authorizeRead = (principal: { can(capability: string): boolean }) => principal.can('manage_options')
      site.registerMeta({ ...secret, object: 'post', subtype: 'event', key: 'secret', type: 'string', authorizeRead })
      site.registerMeta({
        ...secret,
        object: 'term',
        subtype: 'category',
        key: 'secret',
        type: 'string',
        authorizeRead,
      })
      site.registerMeta({ ...secret, object: 'user', key: 'secret', type: 'string', authorizeRead })
      site.registerMeta({ ...secret, object: 'comment', key: 'secret', type: 'string', authorizeRead })
      site.registerMeta({
        ...secret,
        object: 'post',
        subtype: 'event',
        key: 'inside',
        type: 'string',
        partOfContent: true,
      })
    },
  })
  const { send } = made
  const meta = { secret: 'canary' }
  const event = (await send('POST /events', { body: { title: 'E', status: 'publish', meta, password: 'x' } })).body as {
    id: number
  }
  await send(`PUT /events/${event.id}`, { body: { meta: { inside: 'hidden' } } })
  await send('POST /categories', { body: { name: 'C', meta } })
  await send('PUT /users/1', { body: { meta } })
  const post = (await send('POST /posts', { body: { title: 'P', status: 'publish' } })).body as { id: number }
  await send('POST /comments', { body: { post: post.id, content: 'Hello', meta } })
  const lists = ['events', 'categories', 'users', 'comments']
  for (const list of lists) {
    const found = await send(`GET /${list}?meta[secret]=canary&orderby=meta.secret`)
    t.equal((found.body as unknown[]).length, 1, list)
    for (const as of ['editor', 'author', 'contributor', 'subscriber', 'anonymous']) {
      for (const query of ['meta[secret]=canary', 'meta[secret][exists]=true', 'orderby=meta.secret'])
        t.match(await send(`GET /${list}?${query}`, { as }), { status: 400 }, `${list} ${query} as ${as}`)
      t.notMatch((await send(`GET /${list}`, { as })).text(), 'canary')
      t.notMatch((await send(`GET /${list}?_embed&context=edit`, { as })).text(), 'canary')
    }
  }
  t.match(await send('GET /events/facets?facets=meta.secret', { as: 'editor' }), { status: 400 })
  t.same((await send('GET /events/facets?facets=meta.inside', { as: 'anonymous' })).body, {
    facets: { 'meta.inside': [] },
    counted: 0,
    capped: false,
  })
  t.same((await send('GET /events?meta[inside]=hidden', { as: 'anonymous' })).body, [])
  t.same((await send('GET /events?orderby=meta.inside', { as: 'anonymous' })).body, [])
})

const HEIGHT = { object: 'post', subtype: 'post', key: 'height', type: 'integer', single: true } as const

onEveryStore(t, 'a key that is declared on a filled site is indexed in batches', async (t, make) => {
  const first = await make({
    register: site => site.registerMeta(HEIGHT),
  })
  const count = 1200
  await first.site.content.transaction(async tx => {
    for (let at = 0; at < count; at++)
      await createPost(tx, first.site.system, {
        title: `P${at}`,
        status: 'publish',
        meta: at % 2 === 0 ? { height: at } : {},
      })
  })
  const declared = (facet: boolean): TestSiteOptions => ({
    store: first.store,
    register: site => site.registerMeta({ ...HEIGHT, filterable: true, sortable: true, facet }),
  })
  const refusals = new Set<unknown>(['rest_index_incomplete'])
  const totalOf = async ({ send }: TestSite, query: string) => {
    for (;;) {
      const { status, body, headers } = await send(`GET /posts?per_page=1&${query}`)
      if (status !== 503) return Number(Object.entries(headers).find(([name]) => /-total$/i.test(name))?.[1])
      refusals.add((body as { readonly code?: unknown }).code)
      await new Promise(resolve => setTimeout(resolve, 20))
    }
  }
  for (const facet of [false, true]) {
    const second = await make(declared(facet))
    t.equal(await totalOf(second, 'meta[height][gte]=1000'), 100)
    t.equal(await totalOf(second, 'meta[height][exists]=false'), count / 2)
    t.equal(await totalOf(second, 'orderby=meta.height'), count)
    const rows = await internals.indexedMetaIn(first.store).count()
    t.equal(rows, count / 2 + count)
  }
  const third = await make({ store: first.store, register: site => site.registerMeta(HEIGHT) })
  const [post] = (await third.send('GET /posts?per_page=1&_fields=id')).body as readonly { readonly id: number }[]
  await third.send(`PUT /posts/${post?.id}`, { body: { meta: { height: 5555 } } })
  t.equal(await totalOf(await make(declared(true)), 'meta[height]=5555'), 1)
  t.same([...refusals], ['rest_index_incomplete'], 'whether there are any depends on the speed of the machine')
})

onEveryStore(t, 'lists of the dialect wp have the arguments of its queries', async (t, make) => {
  const list = titles(await someEvents(make, { dialect: wpDialect }))
  for (const [query, expected] of Object.entries({
    'meta_key=price': 'ABC',
    'meta_key=price&meta_value=40': 'A',
    'meta_key=price&meta_value=40&meta_compare=!%3D': 'BC',
    'meta_key=price&meta_value=9&meta_compare=%3E&meta_type=NUMERIC': 'AC',
    'meta_key=price&meta_value=40,400&meta_compare=IN': 'AC',
    'meta_key=price&meta_value[]=40&meta_value[]=400': 'AC',
    'meta_key=price&meta_value=40&meta_compare=NOT%20IN': 'BC',
    'meta_key=price&meta_value=0,100&meta_compare=BETWEEN': 'A',
    'meta_key=price&meta_value=0,100&meta_compare=NOT%20BETWEEN': 'BC',
    'meta_key=price&meta_compare=NOT%20EXISTS': 'D',
    'meta_key=city&meta_value=ZURICH': 'A',
    'meta_key=open&meta_value=1': 'A',
    'meta_key=price&orderby=meta_value_num': 'BAC',
    'meta_key=city&orderby=meta_value&order=desc': 'ACB',
    'meta_key=prise': 'rest_invalid_param',
    'meta_key=note': 'rest_invalid_param',
    'meta_key=price&meta_value=cheap': 'rest_invalid_param',
    'meta_key=city&meta_value=x&meta_compare=LIKE': 'rest_invalid_param',
    'orderby=meta_value': 'rest_invalid_param',
  })) {
    const found = await list(query)
    t.equal(typeof found === 'string' ? found : found['code'], expected, query)
  }
})
