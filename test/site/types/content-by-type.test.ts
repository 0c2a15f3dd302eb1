import { RestError } from '@platen/core'
import { createSite } from '@platen/site'
import { defineFeature, inTransaction } from '@platen/site/extend'
import { createPost, createTerm, updateUser } from '@platen/site/operations'
import t from 'tap'
import { onEveryStore } from '../every-store.js'
import { makeSite } from '../make-site.js'

const events = defineFeature({
  name: 'events',
  types: {
    event: { restBase: 'events', public: true, supports: ['title', 'custom-fields'] },
    venue: { public: true, showInRest: false },
    ticket: { managed: true },
  },
  taxonomies: { season: { objectTypes: ['event'] } },
  meta: [
    { object: 'post', subtype: 'event', key: 'price', type: 'number', single: true },
    { object: 'post', subtype: 'event', key: '_stored', type: 'string', single: true, showInRest: false },
    { object: 'term', subtype: 'season', key: 'color', type: 'string', single: true },
    { object: 'user', key: 'phone', type: 'string', single: true },
  ],
})

const refusal = (message: RegExp) => ({ constructor: RestError, code: 'rest_unknown_meta', status: 400, message })

onEveryStore(t, 'the posts of each type are content', async (t, make) => {
  const made = await make({ features: [events] })
  const site = createSite({ store: made.store, url: 'https://site.example', features: [events] })
  const { system: as } = site
  const fair = await site.content.events.create({ title: 'Fair', status: 'publish', meta: { price: 3 } }, { as })
  t.match(fair, { type: 'event', title: 'Fair' })
  const page = await site.content.pages.create({ title: 'About' }, { as })
  t.equal(page.type, 'page')
  t.equal((await site.content.venue.create({ title: 'Barn' }, { as })).type, 'venue', 'without routes, by its name')

  const { body } = await site.call('GET', `/cms/v2/events/${fair.id}`)
  t.match(body, { meta: { price: 3 }, season: [] })
  await site.content.events.update(fair.id, { title: 'Big fair', meta: { price: undefined } }, { as })
  t.match(
    (await site.call('GET', `/cms/v2/events/${fair.id}`)).body,
    { meta: { price: 3 } },
    'undefined changes nothing',
  )
  await site.content.events.update(fair.id, { meta: { price: null } }, { as })
  t.match((await site.call('GET', `/cms/v2/events/${fair.id}`)).body, {
    title: { rendered: 'Big fair' },
    meta: { price: 0 },
  })

  t.match(await site.content.events.get(fair.id, { as }), { title: 'Big fair' })
  t.equal(await site.content.events.get(page.id, { as }), undefined)
  t.same(
    (await site.content.events.find({}, { as })).records.map(({ id }) => id),
    [fair.id],
  )
  for (const work of ['update', 'trash', 'delete'] as const) {
    const call =
      work === 'update' ? site.content.events.update(page.id, {}, { as }) : site.content.events[work](page.id, { as })
    await t.rejects(call, { code: 'rest_post_invalid_id' }, `${work} of another type`)
  }
  await t.rejects(site.content.events.delete(fair.id, { as: site.principalOf(undefined) }), {
    code: 'rest_cannot_delete',
  })
  t.match(await site.content.events.trash(fair.id, { as }), { status: 'trash' })
  t.match(await site.content.events.delete(fair.id, { as }), { id: fair.id })
})

t.test('content has the types that exist', async t => {
  const { site } = await makeSite({ features: [events] })
  const content: object = site.content
  const part = (name: string): unknown => Reflect.get(content, name)
  for (const name of ['events', 'venue', 'pages', 'blocks']) t.type(part(name), 'object', name)
  t.equal(part('events'), part('events'))
  for (const name of ['event', 'ticket', 'constructed', 'then', 'revision']) t.equal(part(name), undefined, name)
  t.type(site.content.media.create, 'function', 'other parts take precedence')
  t.throws(() => Object.assign(content, { own: 1 }), TypeError)
  t.notOk(Object.keys(content).includes('events'))
})

t.test('types that features register later are content', async t => {
  const late = defineFeature({
    name: 'late',
    async load(site) {
      site.registerPostType('talk', { restBase: 'talks' })
    },
  })
  const { site } = await makeSite({ features: [late] })
  await site.ready()
  const talks: unknown = Reflect.get(site.content, 'talks')
  t.type(talks, 'object')
})

t.test('names of meta that nobody registered are refused in process, and ignored in requests', async t => {
  const made = await makeSite({ features: [events] })
  const { site, send } = made
  const { system: as } = site
  const { posts, terms, users, comments } = site.content
  const misspelt: Record<string, unknown> = { prise: 3 }
  await t.rejects(
    posts.create({ type: 'event', meta: misspelt }, { as }),
    refusal(/^event .*"prise"; did you mean "price"\?$/),
  )
  t.equal((await posts.find({}, { as })).records.length, 0, 'nothing is stored')
  const { id } = await posts.create({ type: 'event', status: 'publish', meta: { price: 3 } }, { as })
  await t.rejects(posts.update(id, { title: 'New', meta: misspelt }, { as }), refusal(/"price"/))
  await t.rejects(posts.update(id, { meta: { _stored: 'x' } }, { as }), refusal(/"_stored"/))
  t.match(await posts.get(id, { as }), { title: '' })
  await t.rejects(posts.update(id, { meta: { zzz: 1 } }, { as }), refusal(/^event has no meta key "zzz"$/))
  await t.rejects(
    terms.create({ taxonomy: 'season', name: 'Spring', meta: { colour: 'green' } }, { as }),
    refusal(/"color"/),
  )
  const admin = made.users.get('administrator')?.id ?? 0
  await t.rejects(users.update(admin, { meta: { fone: '1' } }, { as }), refusal(/^user .*"phone"/))
  const open = await posts.create({ title: 'Open', status: 'publish', commentStatus: 'open' }, { as })
  await t.rejects(
    comments.create({ post: open.id, content: 'Nice.', meta: { stars: 5 } }, { as }),
    refusal(/^comment /),
  )

  const inOne = site.content.transaction(tx => createPost(tx, as, { type: 'event', meta: misspelt }))
  await t.rejects(inOne, refusal(/"price"/), 'in a transaction')
  const { context } = site
  await inTransaction(context, tx =>
    createTerm(tx, as, { taxonomy: 'season', name: 'Spring', meta: { colour: 'green' } }),
  )
  await inTransaction(context, tx => updateUser(tx, as, { id: admin, meta: { fone: '1' } }))

  const response = await send('POST /events', { body: { title: 'Fair', meta: { prise: 3, price: 4 } } })
  t.match(response, { status: 201, body: { meta: { price: 4 } } })
  t.notHas(response.body, { meta: { prise: 3 } })
})

t.test('types and taxonomies of features are registered, and checked', async t => {
  const { site, send } = await makeSite({ features: [events] })
  t.match((await send('GET /types/event')).body, { slug: 'event', taxonomies: ['season'], rest_base: 'events' })
  t.match((await send('GET /taxonomies/season')).body, { types: ['event'] })
  t.ok(site)
  const misspelt: Record<string, object> = { event: { restBse: 'events' } }
  const wrong = { name: 'wrong', types: misspelt }
  await t.rejects(
    makeSite({ features: [wrong] }),
    /the post type event: unknown key "restBse"; did you mean "restBase"\?/,
  )
})
