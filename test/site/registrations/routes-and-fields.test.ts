import { endpoint, RestError } from '@platen/core'
import type { PostRecord, Site, TermRecord } from '@platen/site'
import t from 'tap'
import { makeSite } from '../make-site.js'

const pong = endpoint({ methods: 'GET', permission: 'public', handler: () => ({ body: { pong: true } }) })

t.test('a route in its own namespace', async t => {
  const { send } = await makeSite({
    register(site) {
      site.registerRoute('shop/v1', '/carts/{id}', {
        endpoints: [
          endpoint({
            methods: ['GET', 'DELETE'],
            args: { id: { type: 'integer' }, size: { type: 'integer', default: 3 } },
            permission: { capability: 'edit_posts' },
            handler: ({ params, method }) => ({ body: { method, id: params.id, size: params.size } }),
          }),
        ],
      })
    },
  })
  t.match(await send('GET //shop/v1/carts/7', { as: 'author' }), {
    status: 200,
    body: { method: 'GET', id: 7, size: 3 },
  })
  t.match(await send('DELETE //shop/v1/carts/7?size=9'), {
    status: 200,
    body: { method: 'DELETE', size: 9 },
    headers: { Allow: 'GET, DELETE' },
  })
  t.match(await send('GET //shop/v1/carts/7?size=x'), { status: 400, body: { code: 'rest_invalid_param' } })
  t.match(await send('GET //shop/v1/carts/7', { as: 'subscriber' }), { status: 403, body: { code: 'rest_forbidden' } })
  t.match(await send('GET //shop/v1/carts/7', { as: 'anonymous' }), { status: 401, body: { code: 'rest_forbidden' } })
  t.match((await send('GET //shop/v1')).body, {
    namespace: 'shop/v1',
    routes: { '/shop/v1/carts/(?P<id>[\\d]+)': { methods: ['GET', 'DELETE'] } },
  })
  t.ok(((await send('GET //?_fields=namespaces')).body as { namespaces: string[] }).namespaces.includes('shop/v1'))
})

t.test('a route of the site gets another endpoint', async t => {
  const { send } = await makeSite({
    register: site =>
      site.registerRoute(site.context.namespace, '/settings', {
        endpoints: [
          endpoint({
            methods: 'DELETE',
            permission: { capability: 'manage_options' },
            handler: () => ({ body: { reset: true } }),
          }),
        ],
      }),
  })
  t.match(await send('DELETE /settings'), { status: 200, body: { reset: true } })
  t.match(await send('GET /settings'), {
    status: 200,
    body: { title: 'A site' },
    headers: { Allow: 'GET, POST, PUT, PATCH, DELETE' },
  })
  t.match((await send('OPTIONS /settings')).body, { schema: { title: 'settings' } }, 'its schema stays')
})

t.test('an endpoint of the site is replaced by one for the same methods', async t => {
  const { send } = await makeSite({
    register: site =>
      site.registerRoute(site.context.namespace, '/settings', { endpoints: [{ ...pong, override: true }] }),
  })
  t.match(await send('GET /settings', { as: 'anonymous' }), { status: 200, body: { pong: true } })
  t.match(await send('POST /settings', { body: { title: 'New' } }), { status: 200 }, 'the others stay')
})

t.test('override replaces a route as a whole', async t => {
  const { send } = await makeSite({
    register: site => site.registerRoute(site.context.namespace, '/settings', { override: true, endpoints: [pong] }),
  })
  t.match(await send('GET /settings'), { status: 200, body: { pong: true }, headers: { Allow: 'GET' } })
  t.match(await send('POST /settings', { body: { title: 'New' } }), { status: 404, body: { code: 'rest_no_route' } })
})

t.test('routes can be registered after the site is ready', async t => {
  const { send, site } = await makeSite()
  t.match(await send('GET //late/v1/x'), { status: 404 })
  site.registerRoute('late/v1', '/x', { endpoints: [pong] })
  t.match(await send('GET //late/v1/x'), { status: 200, body: { pong: true } })
})

t.test('errors of a route are responses, neutral unless a RestError', async t => {
  const throwing = (site: Site, path: string, thrown: unknown) =>
    site.registerRoute('shop/v1', path, {
      endpoints: [
        endpoint({
          methods: 'GET',
          permission: 'public',
          handler() {
            throw thrown
          },
        }),
      ],
    })
  const told: unknown[] = []
  const { send } = await makeSite({
    register(site) {
      throwing(site, '/teapot', new RestError('teapot', 'Short and stout.', 418, { data: { spout: 1 } }))
      throwing(site, '/bug', new TypeError('secret words'))
    },
    onError: error => told.push(error),
  })
  t.match(await send('GET //shop/v1/teapot'), {
    status: 418,
    body: { code: 'teapot', data: { status: 418, spout: 1 } },
  })
  const { status, text } = await send('GET //shop/v1/bug')
  t.equal(status, 500)
  t.notOk(text().includes('secret words'))
  t.match(told, [{ message: 'secret words' }])
})

const LENGTH = { description: 'How long the title is.', type: 'integer' } as const

const titleLength = {
  schema: LENGTH,
  contexts: ['view', 'edit'] as const,
  get: (post: PostRecord) => post.title.length,
}

t.test('a field appears on its resources, in its contexts, and if requested', async t => {
  let asked = 0
  const { send } = await makeSite({
    register(site) {
      site.registerField(['post', 'page'], 'title_length', {
        ...titleLength,
        get(post: PostRecord) {
          asked += 1
          return post.title.length
        },
      })
    },
  })
  t.match(await send('POST /posts', { body: { title: 'Four', status: 'publish' } }), {
    status: 201,
    body: { title_length: 4 },
  })
  t.match(await send('POST /pages', { body: { title: 'Three', status: 'publish' } }), { body: { title_length: 5 } })
  asked = 0
  t.same((await send('GET /posts?_fields=title_length', { as: 'anonymous' })).body, [{ title_length: 4 }])
  t.equal(asked, 1)
  t.same((await send('GET /posts?_fields=slug')).body, [{ slug: 'four' }])
  t.notOk(JSON.stringify((await send('GET /posts?context=embed')).body).includes('title_length'))
  t.equal(asked, 1, 'what is not asked for is not computed')
  const { schema, endpoints } = (await send('OPTIONS /posts')).body as {
    schema: { properties: object }
    endpoints: { args: object }[]
  }
  t.match(schema.properties, { title_length: { ...LENGTH, readonly: true, context: ['view', 'edit'] } })
  t.notOk(Object.hasOwn(endpoints[1]?.args ?? {}, 'title_length'), 'without set it is not an argument')
})

t.test('the data of a field is loaded once for a page', async t => {
  const loads: number[] = []
  const { send } = await makeSite({
    register(site) {
      site.registerField('category', 'shout', {
        schema: { type: 'string' },
        async load(terms: readonly TermRecord[]) {
          loads.push(terms.length)
          return new Map(terms.map(term => [term.id, `${term.name.toUpperCase()}!`]))
        },
        get: (term: TermRecord, shouts: ReadonlyMap<number, string>) => shouts.get(term.id),
      })
    },
  })
  await send('POST /categories?_fields=id', { body: { name: 'Second' } })
  t.same(loads, [], 'not asked for, not loaded')
  t.same((await send('GET /categories?_fields=shout&orderby=id&order=asc')).body, [
    { shout: 'UNCATEGORIZED!' },
    { shout: 'SECOND!' },
  ])
  t.same(loads, [2])
})

t.test('the value of a field is stored in the transaction of the record', async t => {
  const register = (site: Site) =>
    site.registerField('post', 'mood', {
      schema: { type: 'string', enum: ['fine', 'gone', 'bad'] },
      load: async (posts: readonly PostRecord[]) =>
        new Map(posts.map(post => [post.id, site.context.store.options.get(`mood_${post.id}`)])),
      get: (post: PostRecord, moods: ReadonlyMap<number, unknown>) => moods.has(post.id),
      async set(post: PostRecord, value, { store: contents }) {
        await contents.options.set(`mood_${post.id}`, value)
        if (value === 'bad') throw new Error('a bad mood')
      },
    })
  const { send, store } = await makeSite({ register, onError() {} })
  t.match(await send('POST /posts', { body: { title: 'x', mood: 'odd' } }), {
    status: 400,
    body: { data: { details: { mood: { code: 'rest_not_in_enum' } } } },
  })
  const { body } = await send('POST /posts', { body: { title: 'First', mood: 'fine' } })
  const { id } = body as { id: number }
  t.equal(await store.options.get(`mood_${id}`), 'fine')
  t.match(await send(`PUT /posts/${id}`, { body: { title: 'Second', mood: 'bad' } }), {
    status: 500,
    body: { code: 'rest_internal_error' },
  })
  t.equal(await store.options.get(`mood_${id}`), 'fine')
  t.match((await send(`GET /posts/${id}?context=edit`)).body, { title: { raw: 'First' } })
  t.equal((await send(`PUT /posts/${id}`, { body: { title: 'Third' } })).status, 200)
  t.equal(await store.options.get(`mood_${id}`), 'fine', 'what is not sent is not set')
})

t.test('a field that the resource already has is refused', async t => {
  for (const [resource, name] of [
    ['post', 'title'],
    ['category', 'parent'],
    ['settings', 'title'],
  ] as const) {
    const { site } = await makeSite({
      register: made => made.registerField(resource, name, { schema: { type: 'string' } }),
    })
    await t.rejects(site.ready(), { name: 'RegistrationError' }, `${resource} ${name}`)
  }
})

t.test('the compiler knows the records of built-in resources, and what is loaded', async t => {
  const schema = { type: 'integer' } as const
  const { send } = await makeSite({
    register(site) {
      site.registerField(['post', 'page'], 'title_length', {
        schema,
        load: async posts => new Map(posts.map(post => [post.id, post.title])),
        get: (post, titles) => titles.get(post.id)?.length,
      })
      site.registerField('user', 'name_length', { schema, get: user => user.displayName.length })
      site.registerPostType('plant', { public: true })
      // @ts-expect-error the records of other resources must be annotated
      site.registerField('plant', 'title_length', { schema, get: plant => plant.title.length })
      // @ts-expect-error posts have no such field
      site.registerField('post', 'none', { schema, get: post => post.titel })
    },
  })
  t.match((await send('POST /posts', { body: { title: 'Four' } })).body, { title_length: 4 })
})

t.test('the texts of a sidebar, and the HTML around its widgets', async t => {
  const { send } = await makeSite({
    register(site) {
      site.registerSidebar('plain', { name: 'Plain' })
      site.registerSidebar('framed', {
        name: 'Framed',
        description: 'On the right',
        class: 'frame',
        beforeWidget: '<div id="%1$s" class="%2$s">',
        afterWidget: '</div>',
        beforeTitle: '<h3>',
        afterTitle: '</h3>',
      })
    },
  })
  t.match((await send('GET /sidebars/framed')).body, { name: 'Framed', description: 'On the right', class: 'frame' })
  t.match((await send('GET /sidebars/plain')).body, { name: 'Plain', description: '', class: '' })
  const rendered = async (sidebar: string) => {
    const body = { id_base: 'text', sidebar, instance: { raw: { title: 'Bees', text: 'buzz' } } }
    return ((await send('POST /widgets', { body })).body as { readonly rendered: string }).rendered
  }
  t.match(await rendered('framed'), /^<div id="text-\d+" class="widget_text"><h3>Bees<\/h3>[\s\S]*<\/div>$/)
  t.match(await rendered('plain'), /^<li id="text-\d+" class="widget widget_text"><h2 class="widgettitle">Bees<\/h2>/)
})
