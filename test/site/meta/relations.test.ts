import type { RestResponse } from '@platen/core'
import { dialects, postsIn } from '@platen/site'
import { createPost, deletePost } from '@platen/site/operations'
import t from 'tap'
import { type MakeOn, onEveryStore } from '../every-store.js'
import { internals } from '../internals.js'
import { makeSite, type TestSite, type TestSiteOptions } from '../make-site.js'
import { samplePost } from '../sample-records.js'
import { openNewFile } from '../sqlite-file.js'

/** Events at a venue, with speakers, topics, posters and a quoted comment; categories and users refer to venues, too. */
const declare: NonNullable<TestSiteOptions['register']> = site => {
  const type = { public: true, showInRest: true } as const
  site.registerPostType('venue', { ...type, label: 'Venues', restBase: 'venues', supports: ['title', 'author'] })
  site.registerPostType('hall', { ...type, label: 'Halls', restBase: 'halls', supports: ['title'] })
  site.registerPostType('event', {
    ...type,
    label: 'Events',
    restBase: 'events',
    supports: ['title', 'author', 'custom-fields'],
  })
  const of = { object: 'post', subtype: 'event' } as const
  const one = { ...of, type: 'integer', single: true } as const
  site.registerMeta({
    ...one,
    key: 'venue',
    refersTo: { object: 'post', subtypes: ['venue', 'hall'] },
    onDelete: 'refuse',
  })
  site.registerMeta({ ...of, type: 'integer', key: 'speakers', refersTo: { object: 'user' }, onDelete: 'clear' })
  site.registerMeta({
    ...of,
    type: 'array',
    single: true,
    schema: { items: { type: 'integer' } },
    key: 'topics',
    refersTo: { object: 'term', subtypes: ['category'] },
    onDelete: 'clear',
  })
  site.registerMeta({ ...one, key: 'poster', refersTo: { object: 'post', subtypes: ['attachment'] } })
  site.registerMeta({ ...one, key: 'quote', refersTo: { object: 'comment' }, onDelete: 'clear' })
  site.registerMeta({
    ...one,
    key: 'backup',
    refersTo: { object: 'post', subtypes: ['venue'] },
    authorizeRead: principal => principal.can('manage_options'),
  })
  site.registerMeta({
    ...one,
    key: 'hidden',
    refersTo: { object: 'post', subtypes: ['page'] },
    onDelete: 'refuse',
    authorizeRead: principal => principal.can('manage_options'),
  })
  const venue = { type: 'integer', single: true, refersTo: { object: 'post', subtypes: ['venue'] } } as const
  site.registerMeta({ ...venue, object: 'term', subtype: 'category', key: 'place', onDelete: 'clear' })
  site.registerMeta({ ...venue, object: 'user', key: 'home', onDelete: 'clear' })
  site.registerMeta({ ...venue, object: 'comment', key: 'about', onDelete: 'clear' })
}

type Body = { readonly id: number; readonly meta: Readonly<Record<string, unknown>>; readonly _links: Links }
type Links = Readonly<Record<string, readonly { readonly href: string }[]>>

const bodyOf = ({ status, body }: RestResponse): Body => {
  if (status >= 300) throw new Error(JSON.stringify(body))
  return body as Body
}

/** Creates objects by their paths, and returns their ids. */
const creating =
  ({ send }: TestSite) =>
  async (path: string, input: Readonly<Record<string, unknown>>, as = 'administrator'): Promise<number> =>
    bodyOf(await send(`POST /${path}`, { body: { status: 'publish', ...input }, as })).id

const idsIn =
  ({ send }: TestSite) =>
  async (path: string, as = 'anonymous'): Promise<unknown> => {
    const { status, body } = await send(`GET /${path}`, { as })
    return status === 200 ? (body as Body[]).map(({ id }) => id).sort((a, b) => a - b) : status
  }

const relations: TestSiteOptions = { register: declare }
const rowsIn = async ({ store }: TestSite) =>
  (await internals.indexedMetaIn(store).find({})).records.filter(({ key }) => key.startsWith('<')).length

onEveryStore(t, 'only objects that exist and that the writer may read are referred to', async (t, make) => {
  const made = await make(relations)
  const { send } = made
  const create = creating(made)
  const venue = await create('venues', { title: 'V' })
  const hall = await create('halls', { title: 'H' })
  const draft = await create('venues', { title: 'D', status: 'draft' })
  const page = await create('pages', { title: 'P' })
  const accepted = { venue, speakers: [1], topics: [1] }
  const event = await create('events', { title: 'E', meta: accepted })
  t.match(bodyOf(await send(`GET /events/${event}`)).meta, accepted)
  for (const [meta, param] of [
    [{ venue: 999 }, 'venue'],
    [{ venue: -1 }, 'venue'],
    [{ venue: 2 ** 60 }, 'venue'],
    [{ venue: page }, 'venue'],
    [{ speakers: [1, 999] }, 'speakers'],
    [{ topics: [999] }, 'topics'],
    [{ poster: venue }, 'poster'],
    [{ quote: 1 }, 'quote'],
  ] as const) {
    const refused = await send(`PUT /events/${event}`, { body: { title: 'Changed', meta } })
    t.match(refused, { status: 400, body: { code: 'rest_invalid_param' } }, JSON.stringify(meta))
    t.match(refused.text(), `meta.${param}`)
  }
  t.match((await send('POST /events', { body: { title: 'New', meta: { venue: draft } }, as: 'author' })).status, 400)
  t.match(bodyOf(await send(`GET /events/${event}`)), { title: { rendered: 'E' }, meta: accepted }, 'nothing is stored')
  t.equal(((await send('GET /events?status=any')).body as unknown[]).length, 1)
  await send(`PUT /events/${event}`, { body: { meta: { venue: draft, speakers: [1] } } })
  await send(`PUT /events/${event}`, { body: { meta: { venue: draft, topics: [] } } })
  t.match(bodyOf(await send(`GET /events/${event}`)).meta, { venue: draft, speakers: [1], topics: [] })
  await send(`PUT /events/${event}`, { body: { meta: { venue: hall } } })
  await send(`PUT /events/${event}`, { body: { meta: { venue: 0 } } })
  t.match(await send('GET /events?meta[venue][exists]=false'), { body: [{ id: event, meta: { venue: 0 } }] })
})

for (const dialect of Object.values(dialects))
  t.test(`refused targets name the parameter, in the dialect ${dialect.name}`, async t => {
    const { send } = await makeSite({ ...relations, dialect })
    const { status, body } = await send('POST /events', { body: { title: 'E', meta: { venue: 9, topics: [8] } } })
    t.equal(status, 400)
    t.match(body, { code: 'rest_invalid_param' })
    t.match(JSON.stringify(body), 'There is no venue or hall with the id 9')
    t.match(JSON.stringify(body), 'There is no category with the id 8')
  })

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

onEveryStore(t, 'a deletion is refused, or removes references', async (t, make) => {
  const made = await make(relations)
  const { send } = made
  const create = creating(made)
  const remove = (path: string) => send(`DELETE /${path}?force=true`)
  const venue = await create('venues', { title: 'V' })
  const other = await create('venues', { title: 'O' })
  const category = await create('categories', { name: 'C', meta: { place: other } })
  const user = await create('users', {
    username: 'u',
    email: 'u@example.com',
    password: 'a password',
    roles: ['author'],
    meta: { home: other },
    status: undefined,
  })
  const post = await create('posts', { title: 'P' })
  const comment = await create('comments', { post, content: 'Hello', meta: { about: other }, status: undefined })
  const event = await create('events', {
    title: 'E',
    meta: { venue, speakers: [1, user], topics: [category, 1], quote: comment, backup: other },
  })
  const versionOf = async () => (await postsIn(made.store).get(event))?.version ?? 0
  const refused = await remove(`venues/${venue}`)
  t.match(refused, { status: 409, body: { code: 'rest_referred_to', data: { key: 'venue' } } })
  t.notMatch(refused.text(), `${event}"`)
  t.match(await send(`GET /venues/${venue}`), { status: 200 }, 'nothing is removed')

  let version = await versionOf()
  const changed = async (message: string) => {
    const next = await versionOf()
    t.ok(next > version, message)
    version = next
  }
  const etag = (await send(`GET /events/${event}`)).headers['ETag']
  t.match(await remove(`categories/${category}`), { status: 200 })
  await changed('the version of the source increases')
  t.not((await send(`GET /events/${event}`)).headers['ETag'], etag)
  t.match(await send(`DELETE /users/${user}?force=true&reassign=1`), { status: 200 })
  await changed('a user')
  t.match(await remove(`comments/${comment}`), { status: 200 })
  await changed('a comment')
  t.match(bodyOf(await send(`GET /events/${event}`)).meta, { venue, speakers: [1], topics: [1], quote: 0 })
  t.match(await send(`GET /events?meta[topics]=${category}`), { body: [] })
  t.match(await send('GET /events?meta[topics]=1&meta[quote][exists]=false'), { body: [{ id: event }] })

  const places = await create('categories', { name: 'C2', meta: { place: other } })
  const reader = await create('comments', { post, content: 'Again', meta: { about: other }, status: undefined })
  await send('PUT /users/1', { body: { meta: { home: other } } })
  t.match(await remove(`venues/${other}`), { status: 200 })
  t.match(bodyOf(await send(`GET /categories/${places}`)).meta, { place: 0 })
  t.match(bodyOf(await send(`GET /comments/${reader}`)).meta, { about: 0 })
  t.match(bodyOf(await send('GET /users/1')).meta, { home: 0 })
  const dangling = bodyOf(await send(`GET /events/${event}`))
  t.match(dangling.meta, { backup: other }, 'the value stays')
  t.notOk('cms:meta-backup' in dangling._links)
  t.match(await send(`PUT /events/${event}`, { body: { meta: dangling.meta } }), { status: 200 }, 'it can be sent back')

  const page = await create('pages', { title: 'P' })
  await send(`PUT /events/${event}`, { body: { meta: { hidden: page } } })
  const unnamed = await remove(`pages/${page}`)
  t.match(unnamed, { status: 409, body: { code: 'rest_referred_to' } })
  t.notMatch(unnamed.text(), 'hidden', 'a key that not everybody may read')

  t.match(await remove(`events/${event}`), { status: 200 })
  t.match(await remove(`venues/${venue}`), { status: 200 })
  t.equal(await rowsIn(made), 0)
})

onEveryStore(t, 'comments go with their post, and references to them', async (t, make) => {
  const made = await make(relations)
  const { send } = made
  const create = creating(made)
  const post = await create('posts', { title: 'P' })
  const comment = await create('comments', { post, content: 'Hello', status: undefined })
  const event = await create('events', { title: 'E', meta: { quote: comment } })
  t.match(await send(`DELETE /posts/${post}?force=true`), { status: 200 })
  t.match(bodyOf(await send(`GET /events/${event}`)).meta, { quote: 0 })
  t.equal(await rowsIn(made), 0)
})

onEveryStore(t, 'many objects lose their references at once', async (t, make) => {
  const made = await make(relations)
  const { site, store } = made
  const topic = await creating(made)('categories', { name: 'C' })
  const events = await site.content.transaction(async tx => {
    const all = []
    for (let at = 0; at < 501; at++)
      all.push(await createPost(tx, site.system, { type: 'event', title: `E${at}`, meta: { topics: [topic] } }))
    return all
  })
  t.match(await made.send(`DELETE /categories/${topic}?force=true`), { status: 200 })
  t.equal(await rowsIn(made), 0)
  t.equal((await postsIn(store).get(events[500]?.id ?? 0))?.version, (events[500]?.version ?? 0) + 1)
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

onEveryStore(t, 'references of a filled site are indexed', async (t, make: MakeOn) => {
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

onEveryStore(t, 'a set of posts that refer to each other is removed together', async (t, make) => {
  const made = await make(relations)
  const { site } = made
  const create = creating(made)
  const venue = await create('venues', { title: 'V' })
  await create('events', { title: 'E', meta: { venue } })
  await t.rejects(
    site.content.transaction(tx => deletePost(tx, site.system, { id: venue })),
    { code: 'rest_referred_to' },
  )
})

t.test('relations that cannot be kept are refused', async t => {
  const of = { object: 'post', subtype: 'post', key: 'x', single: true } as const
  const refersTo = { object: 'post', subtypes: ['page'] } as const
  const refused = (options: object, message: RegExp) =>
    t.rejects(
      (async () => {
        const { site } = await makeSite({
          register: each => each.registerMeta({ ...of, type: 'integer', refersTo, ...options }),
        })
        await site.ready()
      })(),
      { message },
    )
  await refused({ type: 'string' }, /must be integer/)
  await refused({ type: 'array', schema: { items: { type: 'string' } } }, /must be integer/)
  await refused({ default: 3 }, /default/)
  await refused({ revisionsEnabled: true }, /revisions/)
  await refused({ refersTo: undefined, onDelete: 'clear' }, /needs "refersTo"/)
  await refused({ onDelete: 'cascade' }, /onDelete/)
  await refused({ refersTo: { object: 'pots' } }, /did you mean "post"/)
  await refused({ refersTo: { object: 'post', subtypes: ['pag'] } }, /did you mean "page"/)
  await refused({ refersTo: { object: 'user', subtypes: ['x'] } }, /a user has none/)
  await refused({ subtype: 'revision' }, /not indexed/)
})
