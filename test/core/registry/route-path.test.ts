import { compileRoutePath, createRegistry, endpoint, type PathParams } from '@platen/core'
import t from 'tap'

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
