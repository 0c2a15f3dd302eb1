import { postsIn } from '@platen/site'
import { createPost, deletePost } from '@platen/site/operations'
import t from 'tap'
import { onEveryStore } from '../../every-store.js'
import { bodyOf, creating, relations, rowsIn } from './relations.js'

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

onEveryStore(t, 'what is removed with an object does not refuse that', async (t, make) => {
  const held = { type: 'integer', single: true, onDelete: 'refuse' } as const
  const made = await make({
    register(site) {
      site.registerPostType('note', {
        label: 'Notes',
        public: true,
        restBase: 'notes',
        supports: ['title', 'author', 'comments', 'custom-fields'],
      })
      site.registerMeta({ ...held, object: 'post', subtype: 'note', key: 'best', refersTo: { object: 'comment' } })
      site.registerMeta({ ...held, object: 'post', subtype: 'note', key: 'next', refersTo: { object: 'post' } })
      site.registerMeta({ ...held, object: 'user', key: 'home', refersTo: { object: 'post' } })
    },
  })
  const { send } = made
  const create = creating(made)
  const remove = (path: string, query = '') => send(`DELETE /${path}?force=true${query}`)
  const note = await create('notes', { title: 'N' })
  const best = await create('comments', { post: note, content: 'Hello', status: undefined })
  await send(`PUT /notes/${note}`, { body: { meta: { best, next: note } } })
  t.match(await remove(`comments/${best}`), { status: 409 })
  t.match(await remove(`notes/${note}`), { status: 200 }, 'the comments of a post')

  const author = made.users.get('author')?.id ?? 0
  const home = await create('notes', { title: 'H', author })
  const next = await create('notes', { title: 'N', author, meta: { next: home } })
  await send(`PUT /notes/${home}`, { body: { meta: { next } } })
  await send(`PUT /users/${author}`, { body: { meta: { home } } })
  t.match(await remove(`notes/${home}`), { status: 409 })
  t.match(await remove(`users/${author}`, '&reassign=false'), { status: 200 }, 'the posts of a user')
  t.match(await send(`GET /notes/${home}`), { status: 404 })
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

onEveryStore(t, 'a deletion in process is refused as well', async (t, make) => {
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
