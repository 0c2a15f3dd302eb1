import { wpDialect } from '@platen/site'
import t from 'tap'
import { onEveryStore } from '../every-store.js'
import { makeSite, type TestSite, type TestSiteOptions } from '../make-site.js'
import { openNewFile } from '../sqlite-file.js'

/** Events and sessions have a price, as a number and as a text; categories have a color. */
const declare: NonNullable<TestSiteOptions['register']> = site => {
  const type = { public: true, showInRest: true, supports: ['title', 'custom-fields'] } as const
  site.registerPostType('event', { ...type, label: 'Events', restBase: 'events' })
  site.registerPostType('session', { ...type, label: 'Sessions', restBase: 'sessions' })
  const price = { object: 'post', key: 'price', single: true, filterable: true } as const
  site.registerMeta({ ...price, subtype: 'event', type: 'number' })
  site.registerMeta({ ...price, subtype: 'session', type: 'string' })
  site.registerMeta({
    ...price,
    subtype: 'event',
    key: 'costs',
    type: 'number',
    authorizeRead: principal => principal.can('edit_others_posts'),
  })
  site.registerMeta({ ...price, object: 'term', subtype: 'category', key: 'color', type: 'string' })
}

const search =
  ({ send }: TestSite) =>
  async (query: string, as = 'anonymous') => {
    const { status, body } = await send(`GET /search?${query}`, { as })
    if (status !== 200) return `${status} ${JSON.stringify(body)}`
    return (body as { title: string }[])
      .map(({ title }) => title)
      .sort()
      .join()
  }

onEveryStore(t, 'searches are filtered by declared keys of the searched types', async (t, make) => {
  const made = await make({ register: declare })
  for (const [list, title, meta] of [
    ['events', 'Fair', { price: 9, costs: 1 }],
    ['events', 'Gala', { price: 10, costs: 2 }],
    ['events', 'Walk', {}],
    ['sessions', 'Talk', { price: '9' }],
    ['sessions', 'Pitch', { price: '10' }],
    ['posts', 'Post', {}],
  ] as const)
    await made.send(`POST /${list}`, { body: { title, meta, status: 'publish' } })
  const found = search(made)
  t.equal(await found('subtype=event&meta[price]=9'), 'Fair')
  t.equal(await found('subtype=event&meta[price][gt]=9'), 'Gala')
  t.equal(await found('subtype=session&meta[price][gt]=5'), 'Talk', 'compared as texts')
  t.equal(await found('subtype[]=event&subtype[]=session&meta[price][gt]=9'), 'Gala', 'each by its type')
  t.equal(await found('subtype=event&search=gala&meta[price]=9'), '')
  t.equal(await found('subtype=event&meta[price]=9&meta[costs]=2&meta_relation=or', 'editor'), 'Fair,Gala')
  for (const [query, message] of [
    ['subtype=event&meta[prise]=9', /^400.*Did you mean \\"price\\"/],
    ['subtype=event&meta[price]=cheap', /^400/],
    ['subtype=event&meta[costs]=1', /^400.*declared/],
    ['subtype[]=event&subtype[]=post&meta[price]=9', /^400.*type \\"post\\"/],
    ['meta[price]=9', /^400.*type \\"post\\"/],
  ] as const)
    t.match(await found(query), message, query)
  const options = (await made.send('OPTIONS /search')).body
  t.match(options, { endpoints: [{ args: { meta: { type: 'object' }, meta_relation: { enum: ['and', 'or'] } } }] })
})

onEveryStore(t, 'so are those of terms', async (t, make) => {
  const made = await make({ register: declare, dialect: wpDialect })
  for (const [name, meta] of Object.entries({ Rose: { color: 'red' }, Lily: {} }))
    await made.send('POST /categories', { body: { name, meta } })
  const found = search(made)
  t.equal(await found('type=term&subtype=category&meta[color]=RED'), 'Rose')
  t.match(await found('type=term&subtype=category&meta[price]=9'), /^400.*declared/)
  t.match(await found('type=term&meta[color]=red'), /^400.*type \\"post_tag\\"/)
})

onEveryStore(t, 'a site without declared keys ignores filters of searches', async (t, make) => {
  const made = await make()
  await made.send('POST /posts', { body: { title: 'Post', status: 'publish' } })
  t.equal(await search(made)('meta[price]=9'), 'Post')
})

t.test('embedded terms are loaded together, also if lists of them have filters', async t => {
  let statements = 0
  const store = await openNewFile(`${t.testdir()}/site.sqlite`, { onStatement: () => void statements++ })
  t.teardown(() => store.close())
  const { send } = await makeSite({ register: declare, store })
  for (let at = 0; at < 10; at++) {
    const { body } = await send('POST /categories', { body: { name: `C${at}` } })
    const categories = [(body as { id: number }).id]
    await send('POST /posts', { body: { title: `P${at}`, status: 'publish', categories } })
  }
  const counted = async (size: number) => {
    const path = `GET /posts?_embed=cms:term&per_page=${size}`
    await send(path)
    statements = 0
    t.match(await send(path), { status: 200, body: [{ _embedded: { 'cms:term': [[{ taxonomy: 'category' }]] } }] })
    return statements
  }
  t.equal(await counted(10), await counted(2))
})
