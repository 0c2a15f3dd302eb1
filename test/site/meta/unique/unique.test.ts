import type { RestResponse } from '@platen/core'
import { dialects } from '@platen/site'
import { addMeta } from '@platen/site/import'
import { createPost, updatePost } from '@platen/site/operations'
import t from 'tap'
import { onEveryStore } from '../../every-store.js'
import { makeSite, type TestSiteOptions } from '../../make-site.js'

const unique = { single: true, unique: true } as const
const ofBooks = { object: 'post', subtype: 'book', type: 'string' } as const

/** Books with an ISBN, an inventory number and a start of sale; categories, users and comments with codes. */
const declare: NonNullable<TestSiteOptions['register']> = site => {
  const type = { public: true, showInRest: true, supports: ['title', 'custom-fields'] } as const
  site.registerPostType('book', { ...type, label: 'Books', restBase: 'books' })
  site.registerPostType('map', { ...type, label: 'Maps', restBase: 'maps' })
  site.registerMeta({ ...unique, ...ofBooks, key: 'isbn' })
  site.registerMeta({ ...unique, ...ofBooks, key: 'number', type: 'integer', filterable: true })
  site.registerMeta({ ...unique, ...ofBooks, key: 'sale', schema: { format: 'date-time' } })
  site.registerMeta({ ...unique, ...ofBooks, subtype: 'map', key: 'isbn' })
  site.registerMeta({ ...unique, object: 'term', subtype: 'category', key: 'code', type: 'string' })
  site.registerMeta({ ...unique, object: 'user', key: 'code', type: 'string' })
  site.registerMeta({ ...unique, object: 'comment', key: 'code', type: 'string' })
}

interface Saved {
  readonly id: number
  readonly meta: Readonly<Record<string, unknown>>
}
const savedBy = ({ status, body }: RestResponse): Saved => {
  if (status >= 300) throw new Error(JSON.stringify(body))
  return body as Saved
}
const conflict = (key: string) => ({ status: 409, body: { code: 'rest_conflict', data: { key } } })

onEveryStore(t, 'no two objects of a subtype have the same value of a unique key', async (t, make) => {
  const { send } = await make({ register: declare })
  const create = (path: string, meta: object, input: object = { title: 'T', status: 'draft' }) =>
    send(`POST /${path}`, { body: { ...input, meta } })
  const change = (id: number, meta: object) => send(`PUT /books/${id}`, { body: { title: 'Changed', meta } })
  const first = savedBy(await create('books', { isbn: 'Ä-1', number: 7, sale: '2026-06-01T10:00:00+02:00' }))
  t.match(await create('books', { isbn: 'a-1' }), conflict('isbn'), 'compared as filters compare')
  t.match(await create('books', { number: 7 }), conflict('number'))
  t.match(await create('books', { sale: '2026-06-01T08:00:00Z' }), conflict('sale'), 'the same moment')
  t.equal(((await send('GET /books?status=any')).body as unknown[]).length, 1, 'nothing is stored')
  t.match(await create('maps', { isbn: 'Ä-1' }), { status: 201 }, 'another subtype')

  const second = savedBy(await create('books', { isbn: 'a-2', number: 8 }))
  t.match(await change(second.id, { isbn: 'Ä-1' }), conflict('isbn'))
  t.match(await send(`GET /books/${second.id}`), { body: { title: { rendered: 'T' } } }, 'nothing is stored')
  t.match(await change(second.id, { isbn: 'A-2' }), { status: 200 }, 'its own value')
  t.match(await send('GET /books?status=any&meta[number]=8'), { body: [{ id: second.id }] })
  t.match(await send('GET /books?meta[isbn]=a-2'), { status: 400 }, 'it is not filterable')

  const none = savedBy(await create('books', {}))
  const other = savedBy(await create('books', {}))
  for (const { id } of [none, other]) {
    const { meta } = savedBy(await send(`GET /books/${id}`))
    t.match(await change(id, meta), { status: 200 }, 'what stands for no value can be sent back')
  }

  t.match(await send(`DELETE /books/${first.id}`), { status: 200 })
  t.match(await change(none.id, { isbn: 'ä-1' }), conflict('isbn'), 'the trash counts')
  t.match(await send(`DELETE /books/${first.id}?force=true`), { status: 200 })
  t.match(await change(none.id, { isbn: 'ä-1' }), { status: 200 })
  t.match(await change(none.id, { isbn: null }), { status: 200 })
  t.match(await change(other.id, { isbn: 'ä-1' }), { status: 200 }, 'the value is free again')

  const post = savedBy(await send('POST /posts', { body: { title: 'P', status: 'publish' } }))
  for (const [path, input] of [
    ['categories', (at: number) => ({ name: `C${at}` })],
    ['users', (at: number) => ({ username: `u${at}`, email: `u${at}@a.example`, password: 'a password' })],
    ['comments', (at: number) => ({ post: post.id, content: `Text ${at}` })],
  ] as const) {
    t.match(await create(path, { code: 'x' }, input(1)), { status: 201 }, path)
    t.match(await create(path, { code: 'X' }, input(2)), conflict('code'), path)
    t.match(await create(path, { code: 'y' }, input(3)), { status: 201 }, path)
  }
})

for (const dialect of Object.values(dialects))
  t.test(`a value that is taken is a conflict in the dialect ${dialect.name}`, async t => {
    const { send } = await makeSite({ register: declare, dialect })
    await send('POST /books', { body: { title: 'A', meta: { isbn: '1' } } })
    t.match(await send('POST /books', { body: { title: 'B', meta: { isbn: '1' } } }), conflict('isbn'))
  })

onEveryStore(t, 'values are unique in process and in imports', async (t, make) => {
  const { site } = await make({ register: declare })
  const { system } = site
  const book = (isbn: string) => ({ type: 'book', title: isbn, meta: { isbn } })
  const a = await site.content.posts.create(book('a'), { as: system })
  await t.rejects(site.content.posts.create(book('A'), { as: system }), { code: 'rest_conflict', status: 409 })
  const twice = site.content.transaction(async tx => {
    await Promise.all([createPost(tx, system, book('b')), createPost(tx, system, book('b'))])
  })
  await t.rejects(twice, { code: 'rest_conflict' })
  await site.content.transaction(async tx => {
    await updatePost(tx, system, { id: a.id, meta: { isbn: 'b' } })
    await createPost(tx, system, book('a'))
  })

  const [c, d] = [
    await site.content.posts.create({ type: 'book', title: 'c' }, { as: system }),
    await site.content.posts.create({ type: 'book', title: 'd' }, { as: system }),
  ]
  const imported = (...values: readonly (readonly [id: number, isbn: string])[]) =>
    site.content.transaction(tx =>
      addMeta(
        tx,
        system,
        values.map(([object, value]) => ({ kind: 'post', subtype: 'book', object, values: [{ key: 'isbn', value }] })),
      ),
    )
  await t.rejects(imported([c.id, 'x'], [d.id, 'X']), { code: 'rest_conflict', message: `${c.id} and ${d.id}` })
  await t.rejects(imported([c.id, 'A']), { code: 'rest_conflict' })
  await imported([c.id, 'x'], [d.id, 'y'])
})

onEveryStore(t, 'duplicates of a filled site are logged, and stay until they are changed', async (t, make) => {
  const isbn = { ...ofBooks, subtype: 'post', key: 'isbn', single: true } as const
  const first = await make({ register: site => site.registerMeta({ ...isbn, filterable: true }) })
  const create = async (value: string) =>
    savedBy(await first.send('POST /posts', { body: { title: value, status: 'publish', meta: { isbn: value } } })).id
  const ids = [await create('a'), await create('b'), await create('A')]
  const warnings: object[] = []
  const logger = { info() {}, error() {}, warn: (data: object) => void warnings.push(data) }
  const second = await make({
    store: first.store,
    services: { logger },
    register: site => site.registerMeta({ ...isbn, unique: true }),
  })
  const write = async (id: number, body: object) => {
    for (;;) {
      const { status } = await second.send(`PUT /posts/${id}`, { body })
      if (status !== 503) return status
      await new Promise(resolve => setTimeout(resolve, 20))
    }
  }
  t.equal(await write(ids[1], { meta: { isbn: 'A' } }), 409)
  t.match(warnings, [{ duplicates: [{ key: 'post:post:isbn', objects: [ids[0], ids[2]] }] }])
  t.equal(await write(ids[2], { title: 'Changed', meta: { isbn: 'A' } }), 200, 'a value that stays')
  t.equal(await write(ids[2], { meta: { isbn: 'c' } }), 200)
  t.equal(await write(ids[2], { meta: { isbn: 'a' } }), 409)
})

t.test('keys that cannot be unique are refused', async t => {
  const refused = (options: object, message: RegExp) =>
    t.rejects(
      (async () => {
        const { site } = await makeSite({
          register: each =>
            each.registerMeta({ object: 'post', subtype: 'post', key: 'x', type: 'string', ...unique, ...options }),
        })
        await site.ready()
      })(),
      { message },
    )
  await refused({ single: false }, /single/)
  await refused({ default: 'a' }, /default/)
  await refused({ revisionsEnabled: true }, /revisions/)
  await refused({ type: 'boolean' }, /text or number/)
  await refused({ type: 'object', schema: { properties: { a: { type: 'string' } } } }, /text or number/)
  await refused({ type: 'array', schema: { items: { type: 'string' } } }, /text or number/)
  await refused({ subtype: 'revision' }, /not indexed/)
})
