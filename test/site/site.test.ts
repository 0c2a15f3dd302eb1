import { endpoint } from '@platen/core'
import { createMemoryStorage } from '@platen/media'
import { createMemoryStore } from '@platen/memory'
import {
  createSite,
  type InstallOptions,
  installSite,
  isInstalled,
  type PostRecord,
  type Site,
  type SiteOptions,
  termsIn,
  usersIn,
} from '@platen/site'
import { RegistrationError, registrationKey } from '@platen/site/extend'
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
          if (status === 503 && !request.includes('_envelope')) t.match(answer.headers['Retry-After'], /^\d+$/)
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

t.test('a site that has started leaves no timer, which would keep the process alive', async t => {
  const timers = () => process.getActiveResourcesInfo().filter(name => name === 'Timeout').length
  const before = timers()
  const { site } = await makeSite()
  await site.ready()
  t.equal(timers(), before)
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

interface Post {
  readonly id: number
  readonly author: number
}

t.test('a call in process runs as a stored user, a principal, or anonymously', async t => {
  const { site, users } = await makeSite()
  const editor = users.get('editor')
  if (editor === undefined) return t.fail('no editor')
  for (const as of [editor, site.principalOf(editor)]) {
    const made = await site.call<Post>('POST', '/cms/v2/posts', { title: 'x', content: 'y' }, { as })
    if (!made.ok) return t.fail(made.body.code)
    t.match(made, { status: 201, body: { author: editor.id } })
  }
  const refused = await site.call<Post>('POST', '/cms/v2/posts', { title: 'x', content: 'y' })
  t.match(refused, { ok: false, status: 401, body: { code: 'rest_cannot_create' } })
})

t.test('a call has the query and the headers of a request', async t => {
  const { site } = await makeSite()
  const list = await site.call<Post[]>('GET', '/cms/v2/posts', undefined, { query: { per_page: 1, _fields: ['id'] } })
  t.match(list, { ok: true, headers: { 'X-CMS-Total': '0' }, body: [] })
  const known = await site.call('GET', '/cms/v2/types', undefined, {
    headers: { 'x-as': 'administrator' },
    query: { context: 'edit' },
  })
  t.equal(known.status, 200)
})

const NOW = Date.UTC(2024, 4, 5, 6, 7, 8)
const passwords = { hash: async (password: string) => `plain:${password}`, verify: async () => false }
const options: InstallOptions = {
  url: 'https://site.example',
  administrator: { login: 'Ann Lee', email: 'ann@example.com', password: 'secret' },
  services: { passwords, clock: () => NOW },
}

t.test('a new site has an administrator, a category and settings', async t => {
  const store = createMemoryStore()
  t.notOk(await isInstalled(store))
  const user = await installSite(store, { ...options, title: 'Title', tagline: 'Tagline' })
  t.ok(await isInstalled(store))
  t.match(user, {
    login: 'Ann Lee',
    slug: 'ann-lee',
    displayName: 'Ann Lee',
    roles: ['administrator'],
    passwordHash: 'plain:secret',
    url: 'https://site.example',
    registered: '2024-05-05T06:07:08',
  })
  const [category] = (await termsIn(store).find({})).records
  t.match(category, { taxonomy: 'category', slug: 'uncategorized' })
  t.equal(await store.options.get('default_category'), category?.id)
  t.equal(await store.options.get('title'), 'Title')
  t.equal(await store.options.get('description'), 'Tagline')
})

t.test('a store contains one site', async t => {
  const store = createMemoryStore()
  await installSite(store, options)
  await t.rejects(installSite(store, options), /already/)
  t.equal(await usersIn(store).count(), 1)
})

t.test('an invalid administrator leaves the store empty', async t => {
  const store = createMemoryStore()
  const administrator = { ...options.administrator, login: 'a/b' }
  await t.rejects(installSite(store, { ...options, administrator }), { code: 'invalid_username' })
  t.notOk(await isInstalled(store))
  t.equal(await termsIn(store).count(), 0)
})

t.test('unknown and invalid options leave the store empty', async t => {
  const store = createMemoryStore()
  for (const [wrong, message] of [
    [{ titel: 'x' }, /the options of installSite: unknown key "titel"; did you mean "title"\?/],
    [{ url: 'site.example' }, /"url" must be a URL/],
    [{ administrator: { login: 'ann', email: 'ann@example.com' } }, /"administrator\.password" is missing/],
    [{ services: { clock: NOW } }, /"services\.clock" must be a function/],
  ] as const) {
    const given: object = { ...options, ...wrong }
    await t.rejects(installSite(store, given as InstallOptions), { name: 'RegistrationError', message })
  }
  t.notOk(await isInstalled(store))
})

t.test('a value is created once for each site', async t => {
  const [one, other] = [(await makeSite()).site.context, (await makeSite()).site.context]
  let created = 0
  const shared = registrationKey('shared', site => {
    created++
    return { url: site.url }
  })
  t.equal(created, 0, 'on first use')
  t.equal(one.get(shared), one.get(shared))
  t.not(one.get(shared), other.get(shared))
  t.equal(created, 2)
})

t.test('a failure is not memoized', async t => {
  const { context } = (await makeSite()).site
  let attempts = 0
  const shared = registrationKey('shared', () => {
    if (++attempts === 1) throw new Error('not yet')
    return {}
  })
  t.throws(() => context.get(shared), { message: 'not yet' })
  t.ok(context.get(shared))
})

const given = { store: createMemoryStore(), url: 'https://site.example' }
const rule = { path: '/cms/v2/search', burst: 1, seconds: 60 }
const number = /must be (?:true or false or )?a whole number from 0/

/** Options that are refused, and what the message names. */
const WRONG_SITES: readonly (readonly [options: object, message: RegExp])[] = [
  [{ lognUrl: 'x' }, /unknown key "lognUrl"; did you mean "loginUrl"\?/],
  [{ store: undefined }, /"store" is missing/],
  [{ store: {} }, /"store" must be an object with the methods "prepare" and "transaction"/],
  [{ url: undefined }, /"url" is missing/],
  [{ store: Promise.resolve({}) }, /"store" is a promise, which must be awaited/],
  [{ dialect: 'wp' }, /"dialect" must be a dialect such as wpDialect/],
  [{ loginUrl: '/sign-in' }, /"loginUrl" must be a URL/],
  [{ avatarUrl: 'avatars' }, /"avatarUrl" must be a URL/],
  [{ roles: { editor: { label: 'Editor' } } }, /"roles\.editor\.capabilities" is missing/],
  [{ roles: { editor: { label: 'Editor', capabilities: 'read' } } }, /"roles\.editor\.capabilities" must be a list/],
  [{ authenticators: [{}] }, /"authenticators\[0\]" must be an object with the method "authenticate"/],
  [{ applicationPasswords: { availabel: true } }, /did you mean "applicationPasswords\.available"\?/],
  [{ applicationPasswords: { approvalUrl: 'approve' } }, /"applicationPasswords\.approvalUrl" must be a URL/],
  [{ sessions: { keys: 'secret' } }, /"sessions\.keys" must be a list of strings/],
  [{ audit: { maxEvents: -1 } }, number],
  [{ audit: { days: 1.5 } }, number],
  [{ audit: { maxEvent: 1 } }, /did you mean "audit\.maxEvents"\?/],
  [{ rateLimits: { signIn: true } }, /"rateLimits\.signIn" must be false or an object/],
  [{ rateLimits: { signIn: { acount: rule } } }, /did you mean "rateLimits\.signIn\.account"\?/],
  [{ rateLimits: { signIn: { network: { burst: 0, seconds: 1 } } } }, /"rateLimits\.signIn\.network\.burst" must be/],
  [
    { rateLimits: { routes: [rule, { ...rule, seconds: 0 }] } },
    /"rateLimits\.routes\[1\]\.seconds" must be a positive/,
  ],
  [{ rateLimits: { routes: [{ ...rule, path: 'search' }] } }, /path" must be a path that begins with "\/"/],
  [{ rateLimits: { routes: [{ ...rule, methods: ['get'] }] } }, /methods\[0\]" must be one of "GET", "POST"/],
  [{ rateLimits: { routes: [{ ...rule, delay: { first: 1 } }] } }, /"rateLimits\.routes\[0\]\.delay\.max" is missing/],
  [{ comments: { anonymus: true } }, /did you mean "comments\.anonymous"\?/],
  [{ comments: { flood: true } }, /"comments\.flood" must be false or an object/],
  [{ comments: { flood: { comments: 3 } } }, /"comments\.flood\.seconds" is missing/],
  [{ media: { storage: {} } }, /"media\.storage" must be an object with the methods "put" and "get"/],
  [{ media: { maxBytes: '64 MB' } }, number],
  [{ media: { largestImage: -1 } }, number],
  [{ media: { sizes: { small: { width: 9 } } } }, /"media\.sizes\.small\.height" is missing/],
  [{ media: { types: { jpg: 'image/jpeg' } } }, /"media\.types\.jpg" must be an object/],
  [{ media: { quality: { 'image/jpeg': 400 } } }, /"media\.quality\.image\/jpeg" must be a whole number from 1 to 100/],
  [{ abilities: { contents: true } }, /did you mean "abilities\.content"\?/],
  [{ environment: 'prod' }, /"environment" must be one of "production"/],
  [{ locales: 'de_DE' }, /"locales" must be a list of strings/],
  [{ blockDirectory: {} }, /"blockDirectory" must be an object with the method "search"/],
  [{ patternDirectory: 'x' }, /"patternDirectory" must be/],
  [{ plugins: 'plugins' }, /"plugins" must be an object with the methods "read" and "load"/],
  [{ themes: 'themes' }, /"themes" must be a list of sources of themes/],
  [{ themes: [{}] }, /"themes\[0\]" must be an object with the method "read"/],
  [{ siteHealth: { fold: '.' } }, /did you mean "siteHealth\.folder"\?/],
  [{ services: { mailler: {} } }, /did you mean "services\.mailer"\?/],
  [{ services: { mailer: {} } }, /"services\.mailer" must be an object with the method "send"/],
  [{ cache: -1 }, number],
  [{ cache: 1.5 }, number],
  [{ cache: Number.NaN }, number],
  [{ cache: Number.POSITIVE_INFINITY }, number],
  [{ renderCache: 'large' }, number],
  [{ compression: { minBytes: -1 } }, number],
  [{ compression: 'gzip' }, /"compression" must be true or false or an object/],
  [{ limits: { maxItms: 3 } }, /did you mean "limits\.maxItems"\?/],
  [{ limits: { maxItems: 'many' } }, number],
  [{ revisionsToKeep: 'all' }, number],
  [{ searchTotalLimit: -1 }, number],
  [{ maxBodyBytes: '2 MB' }, number],
  [{ maxAnonymousBodyBytes: '2 MB' }, number],
  [{ cacheControl: 'no-cache\r\nX: y' }, /"cacheControl" must be the value of a header/],
  [{ onError: 'log' }, /"onError" must be a function/],
  [{ features: {} }, /"features" must be a list of features/],
]

t.test('unknown and invalid options of a site are refused', async t => {
  for (const [options, message] of WRONG_SITES)
    t.throws(
      () => createSite({ ...given, ...options } as SiteOptions),
      { name: RegistrationError.name, message },
      JSON.stringify(options),
    )
})

t.test('options may be undefined, or have no limit', async t => {
  const undefinedOnes = Object.fromEntries(
    WRONG_SITES.flatMap(([options]) => Object.keys(options)).map(key => [key, undefined]),
  )
  const { lognUrl: _unknown, store: _store, url: _url, ...known } = undefinedOnes
  const limits = { maxItems: Number.POSITIVE_INFINITY, maxDepth: undefined }
  const others: object = {
    limits,
    revisionsToKeep: Number.POSITIVE_INFINITY,
    media: { storage: createMemoryStorage({ url: 'https://site.example/files' }), maxBytes: undefined },
    services: { rateLimit: undefined },
    rateLimits: { signIn: { account: undefined } },
  }
  t.doesNotThrow(() => createSite({ ...given, ...known, ...others } as SiteOptions))
})
