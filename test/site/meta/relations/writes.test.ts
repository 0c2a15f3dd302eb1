import { dialects } from '@platen/site'
import t from 'tap'
import { onEveryStore } from '../../every-store.js'
import { makeSite } from '../../make-site.js'
import { bodyOf, creating, relations } from './relations.js'

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

t.test('schemas show what keys refer to', async t => {
  const { send } = await makeSite(relations)
  const { body } = await send('OPTIONS /events')
  t.match(body, {
    schema: {
      properties: {
        meta: {
          properties: {
            venue: { 'x-refers-to': { object: 'post', subtypes: ['venue', 'hall'] } },
            speakers: { items: { 'x-refers-to': { object: 'user' } } },
            topics: { 'x-refers-to': { object: 'term', subtypes: ['category'] } },
          },
        },
      },
    },
  })
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
