import { endpoint } from '@platen/core'
import { createMemoryStore } from '@platen/memory'
import type { PostRecord, Site } from '@platen/site'
import { type Store, StoreError } from '@platen/storage'
import t from 'tap'
import { makeSite, type TestSite } from './make-site.js'

const SECRET = 'select secret from passwords'

/** A store that fails in everything, once it is told to. */
function failing(thrown: () => Error): { readonly wrap: (store: Store) => Store; broken: boolean } {
  const state = {
    broken: false,
    wrap: (store: Store): Store => {
      const guard = <T extends object>(target: T): T =>
        new Proxy({} as T, {
          get(_, name) {
            const member: unknown = Reflect.get(target, name)
            if (typeof member === 'object' && member !== null) return guard(member)
            if (typeof member !== 'function') return member
            return (...args: unknown[]) => {
              if (name === 'collection') return guard(Reflect.apply(member, target, args))
              if (!state.broken) return Reflect.apply(member, target, args)
              // A number is asked for at once, all else is awaited.
              if (name === 'revision') throw thrown()
              return Promise.reject(thrown())
            }
          },
        })
      return guard(store)
    },
  }
  return state
}

const REQUESTS: readonly (readonly [request: string, body?: unknown])[] = [
  ['GET /posts'],
  ['GET /posts/1'],
  ['GET /posts?_embed&_envelope'],
  ['HEAD /posts'],
  ['POST /posts', { title: 'x' }],
  ['PUT /posts/1', { title: 'x' }],
  ['DELETE /posts/1'],
  ['DELETE /posts/1?force=true'],
  ['GET /pages?search=x'],
  ['GET /categories'],
  ['POST /categories', { name: 'x' }],
  ['GET /users'],
  ['GET /settings'],
  ['PUT /settings', { title: 'x' }],
  ['GET /search?search=x'],
]

for (const [what, thrown, status, code] of [
  ['fails', () => new Error(SECRET), 500, 'rest_internal_error'],
  ['is not there', () => new StoreError('unavailable', SECRET), 503, 'rest_store_unavailable'],
] as const) {
  t.test(`a store that ${what} gets a response`, async t => {
    for (const cache of [false, true]) {
      const errors: unknown[] = []
      const store = failing(thrown)
      const made = await makeSite({ wrapStore: store.wrap, cache, onError: error => void errors.push(error) })
      await made.send('POST /posts', { body: { title: 'x', status: 'publish' } })
      store.broken = true
      for (const [request, body] of REQUESTS) {
        for (const as of ['administrator', 'anonymous']) {
          const answer = await made.send(request, { as, ...(body === undefined ? {} : { body }) })
          if (answer.status === 401) continue
          const text = answer.text()
          t.notOk(text.includes(SECRET), `${request} ${as}`)
          if (request.includes('_envelope')) t.match(answer.body, { status, body: { code } }, `${request} ${as}`)
          else if (request.startsWith('HEAD')) t.equal(answer.status, status)
          else t.match(answer, { status, body: { code, data: { status } } }, `${request} ${as}`)
        }
      }
      if (status === 500) t.match(errors[0], { message: SECRET }, 'who runs the site is told')
      store.broken = false
      t.equal((await made.send('GET /posts')).status, 200, 'and it goes on when the store is back')
    }
  })
}

t.test('a closed store is an error response', async t => {
  const store = createMemoryStore()
  const { send } = await makeSite({ store, onError() {} })
  await store.close()
  t.match(await send('GET /posts'), { status: 503, body: { code: 'rest_store_unavailable' } })
})

const WRONG: readonly (readonly [what: string, register: (site: Site) => void])[] = [
  ['a field that is there already', site => site.registerField('post', 'title', { schema: { type: 'string' } })],
  [
    'a route without permission',
    site =>
      site.registerRoute('a/v1', '/x', { endpoints: [{ methods: 'GET', handler: () => ({ body: 1 }) } as never] }),
  ],
]

t.test('an invalid registration is reported on each request', async t => {
  for (const [what, register] of WRONG) {
    const errors: unknown[] = []
    const { site, send } = await makeSite({ register, onError: error => void errors.push(error) })
    for (let round = 1; round <= 2; round++) {
      t.match(await send('GET /types'), { status: 500, body: { code: 'rest_internal_error' } }, what)
      t.equal(errors.length, round)
      await t.rejects(site.ready(), { message: (errors[0] as Error).message }, what)
    }
  }
})

const LATE: readonly (readonly [what: string, register: (site: Site) => unknown])[] = [
  ['a type', site => site.registerPostType('book', {})],
  ['a taxonomy', site => site.registerTaxonomy('genre', { objectTypes: ['post'] })],
  ['a status', site => site.registerStatus('lent', {})],
  ['a template', site => site.registerTemplate('wide', { title: 'Wide', postTypes: ['post'] })],
  ['meta', site => site.registerMeta({ object: 'post', key: 'a', type: 'string' })],
  ['a setting', site => site.registerSetting('a', { type: 'string' })],
  ['a field', site => site.registerField('post', 'a', { schema: { type: 'string' } })],
  ['a shortcode', site => site.registerShortcode('a', () => '')],
  ['a block', site => site.registerBlockType({ name: 'a/b' })],
]

t.test('nothing can be registered once the site is ready', async t => {
  const { site } = await makeSite()
  await site.ready()
  for (const [what, register] of LATE)
    t.throws(() => register(site), { name: 'RegistrationError', message: /already serves requests/ }, what)
})

t.test('a route of the site is extended, replaced in part or as a whole', async t => {
  const mine = (methods: 'GET' | 'DELETE') =>
    endpoint({
      methods,
      override: true,
      permission: 'public',
      handler: ({ params }) => ({ body: { mine: (params as { id?: unknown }).id ?? true } }),
    })
  for (const [path, override, method, expected] of [
    ['/posts', false, 'GET', { get: { mine: true }, post: 201 }],
    ['/posts', true, 'GET', { get: { mine: true }, post: 404 }],
    ['/posts', false, 'DELETE', { get: [], post: 201 }],
  ] as const) {
    const { send } = await makeSite({
      register: site => site.registerRoute(site.context.namespace, path, { override, endpoints: [mine(method)] }),
    })
    const what = `${path} ${method} ${override}`
    t.same((await send('GET /posts')).body, expected.get, what)
    t.equal((await send('POST /posts', { body: { title: 'x' } })).status, expected.post, what)
    if (method === 'DELETE') t.same((await send('DELETE /posts')).body, { mine: true })
  }
  const { send } = await makeSite({
    register: site => site.registerRoute('cms/v2', '/posts/{id}', { endpoints: [mine('GET')] }),
  })
  t.same((await send('GET /posts/7')).body, { mine: '7' })
  t.match(await send('PUT /posts/7', { body: {} }), { status: 404, body: { code: 'rest_post_invalid_id' } })
})

t.test('URLs are joined without double slashes', async t => {
  for (const [url, apiUrl, expected] of [
    ['https://a.example', undefined, 'https://a.example/cms-json'],
    ['https://a.example///', undefined, 'https://a.example/cms-json'],
    ['https://a.example/blog/', undefined, 'https://a.example/blog/cms-json'],
    ['https://a.example', 'https://api.example/v/', 'https://api.example/v'],
  ] as const) {
    const { site, send }: TestSite = await makeSite({ url, apiUrl })
    t.equal(site.context.apiUrl, expected)
    const { headers, body } = await send('POST /posts', { body: { title: 'x' } })
    t.equal(headers['Location'], `${expected}/cms/v2/posts/${(body as PostRecord).id}`)
  }
})
