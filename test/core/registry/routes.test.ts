import {
  type AnyEndpoint,
  compileRoutePath,
  createRegistry,
  endpoint,
  forbidden,
  type PathParams,
  type RouteDefinition,
} from '@platen/core'
import t from 'tap'
import { aRegistry, somebody } from '../a-registry.js'

/** A route as somebody without a compiler might write it. */
const loose = (definition: unknown) => definition as RouteDefinition
const sound = { methods: 'GET', permission: 'public', handler: () => ({ body: {} }) }

const refused: { name: string; route: unknown }[] = [
  { name: 'an unknown key of a route', route: { endpoints: [sound], permission: 'public' } },
  { name: 'an unknown key of an endpoint', route: { endpoints: [{ ...sound, permissions: 'public' }] } },
  { name: 'no permission', route: { endpoints: [{ ...sound, permission: undefined }] } },
  { name: 'a permission of another kind', route: { endpoints: [{ ...sound, permission: 'private' }] } },
  { name: 'a permission of true', route: { endpoints: [{ ...sound, permission: true }] } },
  { name: 'a capability that is not a name', route: { endpoints: [{ ...sound, permission: { capability: 7 } }] } },
  { name: 'no handler', route: { endpoints: [{ ...sound, handler: undefined }] } },
  { name: 'no methods', route: { endpoints: [{ ...sound, methods: [] }] } },
  { name: 'a method that the registry answers itself', route: { endpoints: [{ ...sound, methods: 'OPTIONS' }] } },
  { name: 'a method in lower case', route: { endpoints: [{ ...sound, methods: 'get' }] } },
  { name: 'an argument with a bad schema', route: { endpoints: [{ ...sound, args: { a: { type: 'text' } } }] } },
  {
    name: 'an argument with a bad schema deep inside',
    route: { endpoints: [{ ...sound, args: { a: { type: 'array', items: { minimum: 'x' } } } }] },
  },
  { name: 'a check of no argument', route: { endpoints: [{ ...sound, args: {}, checks: { a: () => undefined } }] } },
  {
    name: 'a check of what every object has',
    route: { endpoints: [{ ...sound, args: {}, checks: { toString: () => undefined } }] },
  },
  { name: 'an unknown shape of responses', route: { endpoints: [{ ...sound, responds: { shape: 'one' } }] } },
  { name: 'an unknown key of responses', route: { endpoints: [{ ...sound, responds: { shape: 'item', code: 201 } }] } },
  { name: 'endpoints that are not a list', route: { endpoints: sound } },
]

for (const { name, route } of refused) {
  t.test(`refuses ${name}`, async t => {
    const { registry } = aRegistry()
    t.throws(() => registry.route('shop/v1', '/items', loose(route)), { name: 'SchemaError' })
    t.same(registry.routes(), [])
  })
}

t.test('a valid definition is frozen deeply', async t => {
  const { registry } = aRegistry()
  const inner = Object.freeze({ type: 'array', items: { type: 'string', enum: ['a'] }, default: ['a'] } as const)
  const made = endpoint({ methods: ['GET'], args: { list: inner }, permission: 'public', handler: () => ({ body: 1 }) })
  const schema = { title: 'item', properties: { id: { type: 'integer' } } } as const
  const definition = { endpoints: [made], schema }
  registry.route('shop/v1', '/items', definition)
  registry.routes()[1]?.schema?.()
  for (const part of [
    definition,
    definition.endpoints,
    made,
    made.args,
    inner.items,
    inner.items.enum,
    inner.default,
    schema.properties.id,
  ]) {
    t.ok(Object.isFrozen(part), JSON.stringify(part))
  }
})

t.test('a schema function is called once, on demand', async t => {
  const { registry } = aRegistry()
  let asked = 0
  registry.route('shop/v1', '/items', {
    endpoints: [endpoint({ methods: 'GET', permission: 'public', handler: () => ({ body: {} }) })],
    schema: () => ({ title: `item ${++asked}` }),
  })
  t.equal(asked, 0)
  for (let i = 0; i < 2; i++) {
    const { body } = await registry.dispatch({ method: 'OPTIONS', path: '/shop/v1/items' })
    t.equal((body as { schema: { title: string } }).schema.title, 'item 1')
  }
})

const permissions: {
  name: string
  permission: AnyEndpoint['permission']
  anonymous: number
  member: number
  keeper: number
}[] = [
  { name: 'public', permission: 'public', anonymous: 200, member: 200, keeper: 200 },
  { name: 'a capability', permission: { capability: 'keep' }, anonymous: 401, member: 403, keeper: 200 },
  {
    name: 'a function',
    permission: ({ principal }) => principal.authenticated,
    anonymous: 401,
    member: 200,
    keeper: 200,
  },
  {
    name: 'a promise',
    permission: async ({ principal }) => principal.can('keep'),
    anonymous: 401,
    member: 403,
    keeper: 200,
  },
  { name: 'an error', permission: request => forbidden(request), anonymous: 401, member: 403, keeper: 403 },
]

for (const { name, permission, anonymous, member, keeper } of permissions) {
  t.test(`permission by ${name}`, async t => {
    const { registry } = aRegistry()
    registry.route('shop/v1', '/items', {
      endpoints: [endpoint({ methods: 'GET', permission, handler: () => ({ body: {} }) })],
    })
    const status = async (who: string | undefined) => {
      const headers = who === undefined ? {} : { 'x-user': who }
      return (await registry.dispatch({ method: 'GET', path: '/shop/v1/items', headers })).status
    }
    t.same([await status(undefined), await status('read'), await status('keep')], [anonymous, member, keeper])
  })
}

t.test('a permission that returns false', async t => {
  t.match(forbidden({ principal: somebody() }), { code: 'rest_forbidden', status: 403 })
})

t.test('with skipValidation, an argument is shown, and its value is passed on as sent', async t => {
  const { registry } = aRegistry()
  registry.route('shop/v1', '/items', {
    endpoints: [
      endpoint({
        methods: 'POST',
        args: { size: { type: 'integer', minimum: 1 } },
        skipValidation: ['size'],
        permission: 'public',
        handler: request => ({ body: request.params.size }),
      }),
    ],
  })
  const answer = await registry.dispatch({
    method: 'POST',
    path: '/shop/v1/items',
    body: { kind: 'json', value: { size: 'huge' } },
  })
  t.equal(answer.body, 'huge')
  const { body } = await registry.dispatch({ method: 'OPTIONS', path: '/shop/v1/items' })
  t.match(body, { endpoints: [{ args: { size: { type: 'integer', minimum: 1 } } }] })
})

const matching: { path: string; pattern?: string; given: string; params: Record<string, string> | undefined }[] = [
  { path: '/a/v1/items', given: '/a/v1/items', params: {} },
  { path: '/a/v1/items', given: '/A/V1/Items', params: {} },
  { path: '/a/v1/items', given: '/a/v1/item', params: undefined },
  { path: '/oembed/1.0', given: '/oembed/1x0', params: undefined },
  { path: '/a/v1/items/{id}', pattern: '/a/v1/items/(?P<id>[\\d]+)', given: '/a/v1/items/007', params: { id: '007' } },
  { path: '/a/v1/items/{id}', given: '/a/v1/ITEMS/7', params: { id: '7' } },
  { path: '/a/v1/items/{id}', given: '/a/v1/items/-7', params: undefined },
  { path: '/a/v1/items/{id}', given: '/a/v1/items/7/more', params: undefined },
  { path: '/a/v1/items/{id}', given: '/a/v1/items/7\n', params: undefined },
  { path: '/a/v1/items/{id}', given: 'x/a/v1/items/7', params: undefined },
  { path: '/a/v1/{slug:[a-z-]+}', pattern: '/a/v1/(?P<slug>[a-z-]+)', given: '/a/v1/a-b', params: { slug: 'a-b' } },
  { path: '/a/v1/{slug:[a-z-]+}', given: '/a/v1/A-B', params: { slug: 'A-B' } },
  { path: '/a/v1/{year:\\d{4}}', pattern: '/a/v1/(?P<year>\\d{4})', given: '/a/v1/2025', params: { year: '2025' } },
  { path: '/a/v1/{year:\\d{4}}', given: '/a/v1/202', params: undefined },
  { path: '/a/v1/{brace:\\}+}', given: '/a/v1/}}', params: { brace: '}}' } },
  { path: '/a/v1/(?P<id>[\\d]+)/(?P<slug>[a-z-]+)', given: '/a/v1/3/ab', params: { id: '3', slug: 'ab' } },
  { path: '/a/v1/(?P<id>\\d{1,3})', given: '/a/v1/123', params: { id: '123' } },
  { path: '/a/v1/(?P<who>(?:[\\d]+|me))', given: '/a/v1/me', params: { who: 'me' } },
  { path: '/a/v1/{name:[a-z]+}(?:/(?P<rest>.+))?', given: '/a/v1/x', params: { name: 'x' } },
  { path: '/a/v1/{name:[a-z]+}(?:/(?P<rest>.+))?', given: '/a/v1/x/y/z', params: { name: 'x', rest: 'y/z' } },
]

for (const { path, pattern, given, params } of matching) {
  t.test(`${path} and ${JSON.stringify(given)}`, async t => {
    const compiled = compileRoutePath(path)
    t.same(compiled.match(given), params)
    if (pattern !== undefined) t.equal(compiled.pattern, pattern)
    t.equal(compiled.literal, !compiled.pattern.includes('('))
  })
}

t.test('a group that did not participate in the match is absent', async t => {
  const params = compileRoutePath('/a/v1/{name:[a-z]+}(?:/(?P<rest>.+))?').match('/a/v1/x') ?? {}
  t.notOk('rest' in params)
})

const bad: { name: string; path: string }[] = [
  { name: 'a group that is not closed', path: '/a/(?P<id>[\\d]+' },
  { name: 'a brace that is not closed', path: '/a/{id' + ':\\d+' },
  { name: 'a brace without an end', path: '/a/{id' },
  { name: 'a brace without an end after a parameter', path: '/a/{id}/{word' },
  { name: 'a brace without an end in a group', path: '/a/(?P<id>\\d{4)' },
  { name: 'a brace without a beginning', path: '/a/id}' },
  { name: 'a second brace at the end', path: '/a/{id}}' },
  { name: 'empty braces', path: '/a/{}' },
  { name: 'braces with something else than a name', path: '/a/{post id}' },
  { name: 'nested parameters', path: '/a/{id:{word}}' },
  { name: 'a quantifier of nothing', path: '/a/{id:+}' },
  { name: 'two groups with the same name', path: '/a/{id}/{id}' },
  { name: 'a reversed range', path: '/a/{id:[z-a]}' },
  { name: 'a parameter with a colon', path: '/a/:id' },
  { name: 'a parameter with a colon after a group', path: '/a/{id}/:word/b' },
]

for (const { name, path } of bad) {
  t.test(`refuses ${name}`, async t => {
    t.throws(() => compileRoutePath(path), { name: 'SchemaError' })
  })
}

/** Compiles only when both types are the same. */
const same = <A, B>(..._proof: (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? [] : [never]) => {}
type Flat<T> = { [Name in keyof T]: T[Name] }

t.test('the parameters of a path are typed by its text', async t => {
  same<Flat<PathParams<'/items'>>, Flat<unknown>>()
  same<Flat<PathParams<string>>, Flat<unknown>>()
  same<Flat<PathParams<'/items/{id}'>>, { readonly id: number }>()
  same<
    Flat<PathParams<'/{a}/{slug:[a-z]{2,5}}/{b}'>>,
    { readonly a: number; readonly slug: string; readonly b: number }
  >()
  same<Flat<PathParams<'/x(?:/(?P<key>.+))?/{id}'>>, { readonly id: number; readonly key?: string | undefined }>()
  t.pass()
})

t.test('{id} is a number unless an argument declares another type', async t => {
  const registry = createRegistry()
  registry.get('a/v1', '/free/{id}/{slug:[a-z]+}', {
    permission: ({ params }) => params.id > 0,
    handler({ params }) {
      same<typeof params.id, number>()
      same<typeof params.slug, string>()
      return { body: params }
    },
  })
  registry.get('a/v1', '/declared/{id}', {
    args: { id: { type: 'integer', maximum: 9 } },
    permission: 'public',
    handler({ params }) {
      same<typeof params.id, number>()
      return { body: params }
    },
  })
  registry.get('a/v1', '/named/{id}', {
    args: { id: { type: 'string' } },
    permission: 'public',
    handler({ params }) {
      same<typeof params.id, string>()
      return { body: params }
    },
  })
  const get = async (path: string) => (await registry.dispatch({ method: 'GET', path })).body
  t.strictSame({ ...((await get('/a/v1/free/007/x')) as object) }, { id: 7, slug: 'x' })
  t.strictSame({ ...((await get('/a/v1/declared/7')) as object) }, { id: 7 })
  t.match(await get('/a/v1/declared/10'), { code: 'rest_invalid_param' })
  t.strictSame({ ...((await get('/a/v1/named/007')) as object) }, { id: '007' })
})

t.test('endpoints within a route see the parameters of its path', async t => {
  const registry = createRegistry()
  registry.route('a/v1', '/plants/{id}/{part:[a-z]+}', {
    endpoints: [
      endpoint({
        methods: 'GET',
        args: { unit: { type: 'string', enum: ['cm', 'in'], default: 'cm' } },
        permission: ({ params }) => params.id > 0,
        handler({ params }) {
          same<typeof params.id, number>()
          same<typeof params.part, string>()
          same<typeof params.unit, 'cm' | 'in'>()
          // @ts-expect-error: the path has no such parameter
          return { body: [params.id + 1, params.part.toUpperCase(), params.unit, params.slug] }
        },
      }),
    ],
  })
  const { body } = await registry.dispatch({ method: 'GET', path: '/a/v1/plants/7/leaf' })
  t.same(body, [8, 'LEAF', 'cm', undefined])
  const byId = endpoint<Record<never, never>, { readonly id: number }>({
    methods: 'POST',
    permission: 'public',
    handler: ({ params }) => ({ body: params.id }),
  })
  registry.route('a/v1', '/plants/{id}', { endpoints: [byId] })
  // @ts-expect-error: the path lacks a parameter of the endpoint
  registry.route('a/v1', '/plants', { endpoints: [byId] })
})

const { registry } = aRegistry()
const endpoints = [{ methods: 'GET', permission: 'public', handler: () => ({ body: 1 }) }] as const
for (const path of ['/posts', '/posts/{id}', '/posts/{parent:[\\d]+}/revisions', '/types/{type:[\\w-]+}', '/settings'])
  registry.route('cms/v2', path, { endpoints })
registry.route('cms/v2', '/templates/(?P<id>[^/]+/{2}x|[\\w%-]+)', { endpoints })
registry.route('cms-site-health/v1', '/tests/https-status', { endpoints })
registry.route('shop', '/items', { endpoints })
registry.route('', '/', { endpoints })

const messageOf = async (path: string, method = 'GET') => {
  const { status, body } = await registry.dispatch({ method, path })
  t.match({ status, body }, { status: 404, body: { code: 'rest_no_route' } }, path)
  return (body as { message: string }).message
}

const cases: readonly [path: string, nearest: string | undefined][] = [
  ['/cms/v2/post', '/cms/v2/posts'],
  ['/cms/v2/POST', '/cms/v2/posts'],
  ['/cms/v3/posts', '/cms/v2/posts'],
  ['/cmd/v2/postts/7', '/cms/v2/posts/{id}'],
  ['/cms/v2/posts/first', '/cms/v2/posts/{id}'],
  ['/cms/v2/posts/7/revision', '/cms/v2/posts/{parent}/revisions'],
  ['/cms/v2/template/a', '/cms/v2/templates/{id}'],
  ['/wp/v2/posts', '/cms/v2/posts'],
  ['/wp/v2/posts/7', '/cms/v2/posts/{id}'],
  ['/wp/v2/post', '/cms/v2/posts'],
  ['/wp/v2', '/cms/v2'],
  ['/wp-site-health/v1/tests/https-status', '/cms-site-health/v1/tests/https-status'],
  ['/cms/v2/nothing/like/it', '/cms/v2'],
  ['/cms/v2/posts/7/and/more', '/cms/v2/posts/{id}'],
  ['/cms/v2/settings/more', '/cms/v2/settings'],
  ['/shop/item', '/shop/items'],
  ['/unlike', undefined],
  ['/un/like/any', undefined],
  ['/%zz', undefined],
  [`/cms/v2/${'p'.repeat(300)}`, undefined],
  [`/cms/v2${'/a'.repeat(20)}`, undefined],
]

for (const [path, nearest] of cases)
  t.test(`${path.slice(0, 40)} is nearest to ${nearest}`, async t => {
    const message = await messageOf(path)
    t.equal(/ The nearest path is (\S+)\.$/.exec(message)?.[1], nearest, message)
  })

t.test('a path without the method names its methods', async t => {
  t.match(await messageOf('/cms/v2/posts', 'POST'), / The path has the methods GET\.$/)
})

t.test('routes that are registered later are found', async t => {
  t.notMatch(await messageOf('/late/v1/thing'), 'late')
  registry.route('late/v1', '/things', { endpoints })
  t.match(await messageOf('/late/v1/thing'), /\/late\/v1\/things\.$/)
})

t.test('the time does not grow with the path', async t => {
  const paths = [`/cms/v2/${'post/'.repeat(8)}`, `/${'abcdefghi/'.repeat(9)}`, `/cms/v2/${'p'.repeat(190)}`]
  for (const path of [...paths, ...paths.map(path => path.repeat(10))]) {
    const begin = performance.now()
    for (let i = 0; i < 50; i++) await registry.dispatch({ method: 'GET', path: `${path}${i}` })
    t.ok(performance.now() - begin < 1000, path.slice(0, 20))
  }
})
