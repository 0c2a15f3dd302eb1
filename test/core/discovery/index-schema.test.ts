import { compileSchema, createRegistry, endpoint, registerBatch, registerRootIndex, type Schema } from '@platen/core'
import t from 'tap'

function aRegistry(schemaOnEveryRoute?: boolean) {
  const registry = createRegistry({ baseUrl: 'https://site.example/api', schemaOnEveryRoute })
  registerBatch(registry)
  registerRootIndex(registry, () => ({ fields: { name: 'A site' }, links: { help: [{ href: 'x' }] } }), {
    fields: { name: { type: 'string' } },
  })
  registry.get('shop/v1', '/plain', { permission: 'public', handler: () => ({ body: 7 }) })
  registry.route('shop/v1', '/items/{id}', {
    batch: true,
    responseSchema: { title: 'answer', type: 'object', properties: {} },
    endpoints: [endpoint({ methods: 'DELETE', permission: 'public', handler: () => ({ body: { deleted: true } }) })],
  })
  registry.route('shop/v1', '/named', {
    schema: { title: 'named', type: 'object', properties: {} },
    responseSchema: { title: 'answer', type: 'object', properties: {} },
    endpoints: [endpoint({ methods: 'GET', permission: 'public', handler: () => ({ body: {} }) })],
  })
  const schemaOf = async (path: string) =>
    ((await registry.dispatch({ method: 'OPTIONS', path })).body as { readonly schema?: Schema }).schema
  return { registry, schemaOf }
}

for (const [path, title, further] of [
  ['/', 'index', ['name', 'namespaces', 'routes']],
  ['/shop/v1', 'namespace', ['namespace', 'routes']],
  ['/batch/v1', 'batch', ['namespace', 'routes', 'failed', 'responses']],
  ['/shop/v1/plain', '/shop/v1/plain', []],
] as const) {
  t.test(`the response of ${path} matches its schema`, async t => {
    const { registry, schemaOf } = aRegistry()
    const schema = await schemaOf(path)
    if (schema === undefined) return t.fail('no schema')
    t.match(schema, { $schema: /draft-04/, title })
    t.strictSame(Object.keys(schema.properties ?? {}), further)
    const { status, body } = await registry.dispatch({ method: 'GET', path, query: 'context=help' })
    t.equal(status, 200)
    t.equal(compileSchema(schema).validate(body, 'body'), undefined)
  })
}

t.test('the response of a batch matches its schema', async t => {
  const { registry, schemaOf } = aRegistry()
  const schema = await schemaOf('/batch/v1')
  if (schema === undefined) return t.fail('no schema')
  const { validate } = compileSchema(schema)
  for (const validation of ['normal', 'require-all-validate']) {
    const requests = [{ method: 'DELETE', path: '/shop/v1/items/1' }, { path: '/nowhere' }]
    const body = { kind: 'json', value: { validation, requests } } as const
    const answered = await registry.dispatch({ method: 'POST', path: '/batch/v1', body })
    t.equal(answered.status, 207)
    t.equal(validate(answered.body, 'body'), undefined)
  }
  t.type(validate({ responses: [{ status: 'fine' }] }, 'body'), Error)
})

t.test('the schema of the resource takes precedence over that of the response', async t => {
  const { schemaOf } = aRegistry()
  t.match(await schemaOf('/shop/v1/named'), { title: 'named' })
  t.match(await schemaOf('/shop/v1/items/3'), { title: 'answer' })
})

t.test('a registry may show only schemas of resources', async t => {
  const { schemaOf } = aRegistry(false)
  for (const path of ['/', '/shop/v1', '/batch/v1', '/shop/v1/plain', '/shop/v1/items/3'])
    t.equal(await schemaOf(path), undefined, path)
  t.match(await schemaOf('/shop/v1/named'), { title: 'named' })
})
