import { type AnyEndpoint, endpoint, forbidden, type RouteDefinition } from '@platen/core'
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
