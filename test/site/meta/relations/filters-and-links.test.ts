import { postsIn } from '@platen/site'
import t from 'tap'
import { onEveryStore } from '../../every-store.js'
import { makeSite } from '../../make-site.js'
import { samplePost } from '../../sample-records.js'
import { openNewFile } from '../../sqlite-file.js'
import { bodyOf, creating, idsIn, type Links, relations, rowsIn } from './relations.js'

onEveryStore(t, 'lists are filtered from both sides', async (t, make) => {
  const made = await make(relations)
  const { send } = made
  const create = creating(made)
  const list = idsIn(made)
  const a = await create('venues', { title: 'A' })
  const b = await create('venues', { title: 'B' })
  const empty = await create('venues', { title: 'Empty' })
  const first = await create('events', { title: '1', meta: { venue: a, speakers: [1, 2] } })
  const second = await create('events', { title: '2', meta: { venue: b } })
  const draft = await create('events', { title: '3', status: 'draft', meta: { venue: empty } })
  await send('PUT /categories/1', { body: { meta: { place: a } } })
  await send('PUT /users/2', { body: { meta: { home: b } } })
  t.same(await list(`events?meta[venue]=${a}`), [first])
  t.same(await list(`events?meta[venue]=${a},${b}`), [first, second])
  t.same(await list('events?meta[speakers]=2'), [first])
  t.same(await list(`venues?referring[event.venue]=${first}`), [a])
  t.same(await list(`venues?referring[event.venue]=${first},${second}`), [a, b])
  t.same(await list(`venues?referring[event.venue][in]=${second},${draft}`), [b])
  t.same(await list('venues?referring[event.venue][exists]=true'), [a, b])
  t.same(await list('venues?referring[event.venue][exists]=false'), [empty])
  t.same(await list(`venues?referring[event.venue]=${draft}`), [], 'a draft does not count')
  t.same(await list(`venues?referring[event.venue]=${draft}`, 'editor'), [empty])
  await send(`PUT /venues/${b}`, { body: { status: 'draft' } })
  t.same(await list('venues?referring[event.venue][exists]=true'), [a], 'a draft does not match')
  await send(`PUT /venues/${b}`, { body: { status: 'publish' } })
  t.same(await list('venues?referring[event.venue][exists]=true', 'editor'), [a, b, empty])
  t.same(await list('venues?referring[category.place]=1'), [a])
  t.same(await list('venues?referring[user.home]=2', 'editor'), [b])
  t.same(await list('venues?referring[user.home]=2'), [], 'the user is not shown to everybody')
  t.same(await list(`users?referring[event.speakers]=${first}`, 'administrator'), [1, 2])
  const file = samplePost({ type: 'attachment', status: 'inherit', slug: 'file', mimeType: 'image/png' })
  const [poster] = await postsIn(made.store).insertMany([file, { ...file, slug: 'other' }])
  const post = await create('posts', { title: 'P' })
  const quote = await create('comments', { post, content: 'C', status: undefined })
  await create('comments', { post, content: 'D', status: undefined })
  await create('categories', { name: 'Other' })
  await send(`PUT /events/${first}`, { body: { meta: { poster: poster?.id, quote, topics: [1] } } })
  t.same(await list('media?referring[event.poster][exists]=true'), [poster?.id])
  t.same(await list(`comments?referring[event.quote]=${first}`), [quote])
  t.same(await list(`categories?referring[event.topics]=${first}`), [1])
  for (const [query, message] of [
    ['referring[event.venu]=1', /Did you mean \\"event.venue\\"/],
    ['referring[event.backup]=1', /event.backup/],
    ['referring[event.venue][exist]=true', /Did you mean \\"exists\\"/],
    ['referring[event.venue]=x', /referring/],
    ['referring[event.venue][in][]=x', /referring/],
  ] as const) {
    const refused = await send(`GET /venues?${query}`, { as: 'editor' })
    t.equal(refused.status, 400, query)
    t.match(refused.text(), message)
  }
  t.same(await list('venues?referring[event.backup][exists]=true', 'administrator'), [])
  const options = (await send('OPTIONS /venues')).body as { endpoints: { args: Record<string, object> }[] }
  t.match(options.endpoints[0]?.args['referring'], { properties: { 'event.venue': {}, 'user.home': {} } })
  await send(`DELETE /events/${first}?force=true`)
  t.same(await list('venues?referring[event.venue][exists]=true'), [b], 'the removed source does not count')
})

onEveryStore(t, 'links lead to what the caller may read', async (t, make) => {
  const made = await make(relations)
  const { send } = made
  const create = creating(made)
  const venue = await create('venues', { title: 'Canary' })
  const hall = await create('halls', { title: 'H' })
  const draft = await create('venues', { title: 'Canary', status: 'draft' })
  const event = await create('events', {
    title: 'E',
    meta: { venue: draft, speakers: [1, 2], topics: [1], backup: venue },
  })
  const linksOf = async (as: string) => bodyOf(await send(`GET /events/${event}`, { as }))._links
  const hrefs = (links: readonly { readonly href: string }[] | undefined) =>
    links?.map(({ href }) => href.replace(/^.*\/v2/, ''))
  const own = await linksOf('administrator')
  t.same(hrefs(own['cms:meta-venue']), [`/venues/${draft}`])
  t.same(hrefs(own['cms:meta-speakers']), ['/users/1', '/users/2'])
  t.same(hrefs(own['cms:meta-topics']), ['/categories/1'])
  t.same(hrefs(own['cms:meta-backup']), [`/venues/${venue}`])
  const others = await linksOf('anonymous')
  t.same(hrefs(others['cms:meta-venue']), undefined)
  t.same(hrefs(others['cms:meta-backup']), undefined)
  t.same(hrefs(others['cms:meta-speakers']), ['/users/1'], 'the author of posts')
  for (const as of ['anonymous', 'subscriber', 'author'])
    for (const path of [`events/${event}?_embed`, 'events?_embed', `events?_embed&meta[venue]=${draft}`])
      t.notMatch((await send(`GET /${path}`, { as })).text(), 'Canary', `${path} as ${as}`)
  t.match((await send(`GET /events/${event}?_embed`)).text(), 'Canary')
  await send(`PUT /events/${event}`, { body: { meta: { venue: hall } } })
  const [listed] = (await send('GET /events?_embed', { as: 'anonymous' })).body as [
    { _embedded: Readonly<Record<string, readonly unknown[]>>; _links: Links },
  ]
  t.same(hrefs(listed._links['cms:meta-venue']), [`/halls/${hall}`])
  t.match(listed._embedded['cms:meta-venue'], [{ id: hall, title: { rendered: 'H' } }])
  t.match(listed._embedded['cms:meta-topics'], [{ id: 1, taxonomy: 'category' }])

  const post = await create('posts', { title: 'P' })
  const comment = await create('comments', { post, content: 'C', meta: { about: venue }, status: undefined })
  await send('PUT /categories/1', { body: { meta: { place: venue } } })
  await send('PUT /users/1', { body: { meta: { home: venue } } })
  for (const [path, rel] of [
    [`comments/${comment}`, 'cms:meta-about'],
    ['categories/1', 'cms:meta-place'],
    ['users/1', 'cms:meta-home'],
  ] as const) {
    const { body } = await send(`GET /${path}?_embed`, { as: 'anonymous' })
    t.match(body, { _links: { [rel]: [{ embeddable: true }] }, _embedded: { [rel]: [{ id: venue }] } }, path)
  }
  await send(`PUT /venues/${venue}`, { body: { status: 'draft' } })
  for (const path of ['comments', 'categories', 'users'])
    t.notMatch((await send(`GET /${path}?_embed`, { as: 'anonymous' })).text(), /Canary|meta-(about|place|home)/, path)
})

t.test('links and embeds take as many statements for twenty events as for one', async t => {
  let statements: string[] = []
  const store = await openNewFile(`${t.testdir()}/site.sqlite`, { onStatement: sql => statements.push(sql) })
  t.teardown(() => store.close())
  const made = await makeSite({ ...relations, store })
  const create = creating(made)
  for (let at = 0; at < 20; at++) {
    const venue = await create('venues', { title: `V${at}` })
    await create('events', { title: `E${at}`, meta: { venue, speakers: [1, 2, 3], topics: [1] } })
  }
  const counted = async (query: string) => {
    await made.send(`GET /events?${query}`)
    statements = []
    t.match(await made.send(`GET /events?${query}`), { status: 200 })
    return statements.length
  }
  for (const query of ['_embed', '_fields=id,_links'])
    t.equal(await counted(`${query}&per_page=20`), await counted(`${query}&per_page=2`), query)
})

onEveryStore(t, 'references of a filled site are indexed', async (t, make) => {
  const first = await make({
    register(site) {
      site.registerPostType('venue', { label: 'Venues', public: true, showInRest: true, restBase: 'venues' })
      site.registerMeta({ object: 'post', subtype: 'post', key: 'venue', type: 'integer', single: true })
    },
  })
  const venue = (await postsIn(first.store).insert(samplePost({ type: 'venue', slug: 'v' }))).id
  const post = await creating(first)('posts', { title: 'P', meta: { venue } })
  const second = await make({
    store: first.store,
    register(site) {
      site.registerPostType('venue', { label: 'Venues', public: true, showInRest: true, restBase: 'venues' })
      site.registerMeta({
        object: 'post',
        subtype: 'post',
        key: 'venue',
        type: 'integer',
        single: true,
        refersTo: { object: 'post', subtypes: ['venue'] },
        onDelete: 'refuse',
      })
    },
  })
  await second.site.ready()
  while ((await second.send(`GET /venues?referring[post.venue]=${post}`)).status === 503)
    await new Promise(resolve => setTimeout(resolve, 20))
  t.same(await idsIn(second)(`venues?referring[post.venue]=${post}`), [venue])
  t.match(await second.send(`DELETE /venues/${venue}?force=true`), { status: 409 })
  const third = await make({ store: first.store })
  await third.site.ready()
  for (let left = 1; left > 0; left = await rowsIn(third)) await new Promise(resolve => setTimeout(resolve, 20))
})
