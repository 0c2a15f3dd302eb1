import { assignmentsIn, dialects, metaIn, postsIn } from '@platen/site'
import t from 'tap'
import { onEveryStore } from '../../every-store.js'
import { makeSite } from '../../make-site.js'

interface Post {
  readonly id: number
  readonly [field: string]: unknown
}

for (const dialect of Object.values(dialects)) {
  const { prefix, headerPrefix } = dialect

  onEveryStore(t, `a post from its creation to its end in the dialect ${dialect.name}`, async (t, make) => {
    const { send, store } = await make({ dialect })
    const url = `https://site.example/${dialect.basePath.slice(1)}/${prefix}/v2`

    const created = await send('POST /posts', {
      body: { title: 'Hello <b>World</b>', content: 'First', excerpt: 'Ex' },
    })
    const { id } = created.body as Post
    t.match(created, {
      status: 201,
      headers: { Location: `${url}/posts/${id}`, Allow: 'GET, POST' },
      body: {
        status: 'draft',
        slug: '',
        type: 'post',
        title: { raw: 'Hello <b>World</b>' },
        content: { raw: 'First', protected: false },
        sticky: false,
        format: 'standard',
        template: '',
        categories: [1],
        tags: [],
      },
    })
    t.same((await send('GET /posts', { as: 'anonymous' })).body, [], 'nobody sees a draft')
    t.match(await send(`GET /posts/${id}`, { as: 'anonymous' }), { status: 401, body: { code: 'rest_forbidden' } })
    t.match(await send(`GET /posts/${id}`, { as: 'subscriber' }), { status: 403, body: { code: 'rest_forbidden' } })

    const published = await send(`PATCH /posts/${id}`, { body: { status: 'publish', content: 'Second' } })
    t.match(published, { status: 200, body: { status: 'publish', slug: 'hello-world', date_gmt: String } })
    const seen = await send(`GET /posts/${id}`, { as: 'anonymous' })
    t.match(seen, { status: 200, headers: { Allow: 'GET' }, body: { slug: 'hello-world' } })
    t.notOk(Object.hasOwn(seen.body as Post, 'password'), 'what is for editors stays with them')
    t.match(await send('GET /posts', { as: 'anonymous' }), {
      headers: { [`${headerPrefix}Total`]: '1', [`${headerPrefix}TotalPages`]: '1' },
      body: [{ id, _links: { self: [{ href: `${url}/posts/${id}` }] } }],
    })

    const relations = Object.keys((seen.body as { _links: object })._links)
    for (const relation of [
      'self',
      'collection',
      'about',
      'author',
      'replies',
      'version-history',
      'predecessor-version',
    ])
      t.ok(relations.includes(relation), relation)
    for (const relation of ['attachment', 'term']) t.ok(relations.includes(`${prefix}:${relation}`), relation)
    t.match((seen.body as { _links: object })._links, { curies: [{ name: prefix, templated: true }] })

    t.match(await send('GET /categories/1'), { body: { count: 1 } })
    t.match(await send(`DELETE /posts/${id}`), { status: 200, body: { status: 'trash', slug: 'hello-world__trashed' } })
    t.match(await send('GET /categories/1'), { body: { count: 0 } })
    t.match(await send(`DELETE /posts/${id}`), { status: 410, body: { code: 'rest_already_trashed' } })
    t.match(await send(`PUT /posts/${id}`, { body: { status: 'draft' } }), {
      status: 200,
      body: { slug: 'hello-world' },
    })
    t.match(await send(`DELETE /posts/${id}?force=true`), {
      status: 200,
      body: { deleted: true, previous: { id, title: { raw: 'Hello <b>World</b>' }, content: { raw: 'Second' } } },
    })
    t.match(await send(`GET /posts/${id}`), { status: 404, body: { code: 'rest_post_invalid_id' } })
    t.equal(await postsIn(store).count(), 0, 'its revisions are gone too')
    t.equal(await assignmentsIn(store).count(), 0)
    t.equal(await metaIn(store).count(), 0)
  })
}

t.test('who writes what', async t => {
  for (const [role, status, expected] of [
    ['administrator', 'publish', 201],
    ['author', 'publish', 201],
    ['author', 'private', 201],
    ['contributor', 'draft', 201],
    ['contributor', 'pending', 201],
    ['contributor', 'publish', 403],
    ['contributor', 'private', 403],
    ['contributor', 'future', 403],
    ['subscriber', 'draft', 403],
    ['anonymous', 'draft', 401],
  ] as const) {
    t.test(`${role} ${status}`, async t => {
      const { send } = await makeSite()
      t.equal((await send('POST /posts', { as: role, body: { title: 'x', status } })).status, expected)
    })
  }
})
