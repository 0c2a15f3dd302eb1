import { cmsDialect, metaIn, postsIn, type Site, usersIn, wpDialect } from '@platen/site'
import { inTransaction, TEXT_LIMITS } from '@platen/site/extend'
import { addMeta, type MetaValue } from '@platen/site/import'
import t from 'tap'
import type * as ParentLoops from '../../packages/site/dist/kernel/operations/parent-loops.js'
import { onEveryStore } from './every-store.js'
import { loadModule } from './load-module.js'
import { makeSite } from './make-site.js'
import { samplePost } from './sample-records.js'

const values: Record<string, { given: MetaValue; stored: unknown }> = {
  'a value of an unregistered key': { given: { key: 'any', value: { a: [1] } }, stored: { a: [1] } },
  'a value that fits': { given: { key: 'rating', value: '4' }, stored: 4 },
  'a value that does not fit': { given: { key: 'rating', value: 'four' }, stored: 'four' },
  'a filtered value': { given: { key: 'loud', value: 'hey' }, stored: 'HEY' },
}
for (const [name, { given, stored }] of Object.entries(values)) {
  t.test(name, async t => {
    const { site, store } = await makeSite({
      register(site) {
        site.registerMeta({ object: 'post', subtype: 'post', key: 'rating', type: 'integer', single: true })
        site.registerMeta({
          object: 'post',
          subtype: 'post',
          key: 'loud',
          type: 'string',
          filter: value => String(value).toUpperCase(),
        })
      },
    })
    const object = { kind: 'post', subtype: 'post', object: 7, values: [given] }
    await inTransaction(site.context, tx => addMeta(tx, site.system, [object, { ...object, values: [] }]))
    t.strictSame(
      (await metaIn(store).find({})).records.map(({ object, key, value }) => [object, key, value]),
      [[7, given.key, stored]],
    )
  })
}

const { withoutLoops } = await loadModule<typeof ParentLoops>('kernel/operations/parent-loops.js')

const resolve = (stored: Readonly<Record<number, number>>, ...links: readonly (readonly [number, number])[]) =>
  withoutLoops(
    links.map(([id, parent]) => ({ id, parent })),
    async id => stored[id] ?? 0,
  ).then(found => found.map(({ id, parent }) => [id, parent]))

const cases: Record<string, { stored?: Record<number, number>; links: [number, number][]; found: [number, number][] }> =
  {
    'nothing above': { links: [[1, 2]], found: [[1, 2]] },
    'no parent': { links: [[1, 0]], found: [[1, 0]] },
    'below itself': { links: [[1, 1]], found: [[1, 0]] },
    'below each other': {
      links: [
        [1, 2],
        [2, 1],
      ],
      found: [
        [1, 2],
        [2, 0],
      ],
    },
    'below what is stored below it': { stored: { 3: 2, 2: 1 }, links: [[1, 3]], found: [[1, 0]] },
    'no longer below it': {
      stored: { 2: 1 },
      links: [
        [1, 2],
        [2, 0],
      ],
      found: [
        [1, 2],
        [2, 0],
      ],
    },
    'a loop that others left': { stored: { 2: 3, 3: 2 }, links: [[1, 2]], found: [[1, 2]] },
  }
for (const [name, { stored = {}, links, found }] of Object.entries(cases)) {
  t.test(name, async t => t.same(await resolve(stored, ...links), found))
}

t.test('a chain is not walked again for every link', async t => {
  let reads = 0
  const length = 2_000
  const links = Array.from({ length }, (_, index) => ({ id: length + 1 + index, parent: 1 }))
  await withoutLoops(links, async id => {
    reads++
    return id < length ? id + 1 : 0
  })
  t.ok(reads < 3 * length, String(reads))
})

const { text, name, password, value, meta } = TEXT_LIMITS
const long = (length: number) => 'x'.repeat(length)

function register(site: Site): void {
  for (const key of ['a', 'b', 'c', 'd', 'e'])
    site.registerMeta({ object: 'post', key, type: 'string', single: true, showInRest: true })
  site.registerMeta({ object: 'term', key: 'a', type: 'string', single: true, showInRest: true })
  site.registerMeta({ object: 'user', key: 'a', type: 'string', single: true, showInRest: true })
  site.registerMeta({ object: 'post', key: 'list', type: 'string', single: false, showInRest: true })
}

const newUser = { username: 'ann', email: 'ann@example.com', password: 'correct horse' }

/** Each request, the parameter, its maximum length, and the other parameters. */
const CASES: readonly (readonly [request: string, param: string, max: number, others?: Record<string, unknown>])[] = [
  ['POST /posts', 'title', text],
  ['POST /posts', 'excerpt', text, { title: 'A' }],
  ['POST /posts', 'password', password, { title: 'A' }],
  ['POST /posts/1', 'title', text],
  ['POST /posts/1/autosaves', 'excerpt', text],
  ['POST /pages', 'title', text],
  ['POST /blocks', 'title', text],
  ['POST /navigation', 'title', text],
  ['POST /templates', 'title', text, { slug: 'a' }],
  ['POST /templates', 'description', text, { slug: 'b' }],
  ['POST /menu-items', 'title', text, { url: 'https://a.example/' }],
  ['POST /menu-items', 'attr_title', text, { title: 'A', url: 'https://a.example/' }],
  ['POST /categories', 'description', text, { name: 'A' }],
  ['POST /tags', 'description', text, { name: 'A' }],
  ['POST /users', 'first_name', name, { ...newUser, username: 'ann1', email: 'a1@e.example', name: 'A' }],
  ['POST /users', 'last_name', name, { ...newUser, username: 'ann2', email: 'a2@e.example', name: 'A' }],
  ['POST /users', 'nickname', name, { ...newUser, username: 'ann3', email: 'a3@e.example', name: 'A' }],
  ['POST /users', 'description', text, { ...newUser, username: 'ann4', email: 'a4@e.example', name: 'A' }],
  ['POST /users/me', 'description', text],
  ['POST /settings', 'title', text],
  ['POST /settings', 'date_format', text],
]

for (const dialect of [cmsDialect, wpDialect]) {
  t.test(`longer texts than lists can contain are refused: ${dialect.prefix}`, async t => {
    const { send, store } = await makeSite({ dialect, register })
    await postsIn(store).insert(samplePost({ id: 1, title: 'First', slug: 'first' }))
    for (const [request, param, max, others] of CASES) {
      const refused = await send(request, { body: { ...others, [param]: long(max + 1) } })
      t.match(refused, { status: 400, body: { data: { params: { [param]: String } } } }, `${request}: ${param}`)
      t.match(JSON.stringify(refused.body), /rest_too_long/)
      const stored = await send(request, { body: { ...others, [param]: long(max) } })
      t.ok(stored.status < 300, `${request}: ${param} of ${max}, ${JSON.stringify(stored.body).slice(0, 200)}`)
    }
  })
}

onEveryStore(t, 'meta values are limited one by one, and together', async (t, make) => {
  const { send } = await make({ register })
  const write = (given: Record<string, unknown>) => send('POST /posts/1', { body: { meta: given } })
  await send('POST /posts', { body: { title: 'A' } })
  t.match(await write({ a: long(value) }), { status: 400 }, 'the JSON has quotes')
  t.match(await write({ list: ['a', long(value)] }), { status: 400 })
  t.match(await write({ a: long(value - 2), b: long(value - 2), c: long(value - 2) }), { status: 200 })
  t.match(await write({ d: long(value - 3) }), { status: 200 })
  t.match(await write({ e: long(200) }), { status: 400, body: { data: { params: { meta: /1048576/ } } } })
  t.match(await write({ e: long(200), a: null }), { status: 200 }, `up to ${meta}`)
  t.match(await send('POST /categories', { body: { name: 'A', meta: { a: long(value) } } }), { status: 400 })
  t.match(await send('POST /users/me', { body: { meta: { a: long(value) } } }), { status: 400 })
})

onEveryStore(t, 'texts that were stored before can be sent back', async (t, make) => {
  const { send, store, users } = await make()
  const title = long(text + 5)
  const { id } = await postsIn(store).insert(samplePost({ title, excerpt: title, slug: 'long', password: long(300) }))
  const sent = { title, excerpt: title, password: long(300), content: 'New' }
  t.match(await send(`PUT /posts/${id}`, { body: sent }), { status: 200, body: { content: { raw: 'New' } } })
  t.match(await send(`PUT /posts/${id}`, { body: { ...sent, title: `${title}x` } }), { status: 400 })
  const editor = users.get('editor')?.id ?? 0
  await usersIn(store).update(editor, { firstName: long(name + 5) })
  t.match(await send(`PUT /users/${editor}`, { body: { first_name: long(name + 5), last_name: 'B' } }), { status: 200 })
  t.match(await send(`PUT /users/${editor}`, { body: { first_name: long(name + 6) } }), { status: 400 })
})

t.test('widgets, and operations in process', async t => {
  const { send, site } = await makeSite({ register })
  const widget = (length: number) => ({
    body: { id_base: 'text', instance: { raw: { title: 'A', text: long(length) } } },
  })
  t.match(await send('POST /widgets', widget(value)), { status: 400, body: { code: 'rest_invalid_param' } })
  t.match(await send('POST /widgets', widget(value - 200)), { status: 201 })
  const item = { title: 'A', url: 'https://a.example/', xfn: [long(40_000), long(40_000)] }
  t.match(await send('POST /menu-items', { body: item }), { status: 400, body: { code: 'rest_invalid_param' } })
  const posts = site.content.posts
  await t.rejects(posts.create({ title: long(text + 1) }, { as: site.system }), { code: 'rest_invalid_param' })
  t.ok(await posts.create({ title: 'A', content: long(2_000_000) }, { as: site.system }), 'contents may be longer')
})
