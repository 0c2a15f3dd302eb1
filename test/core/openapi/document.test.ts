import { createRegistry, defineResource, endpoint, type Method, type RouteDefinition, type Schema } from '@platen/core'
import { createOpenApiDocument, type OpenApiDocument } from '@platen/core/openapi'
import t from 'tap'

const documentOf = (routes: Readonly<Record<string, RouteDefinition>>): OpenApiDocument => {
  const registry = createRegistry({ baseUrl: 'https://shop.example/api' })
  for (const [path, definition] of Object.entries(routes)) registry.route('shop/v1', path, definition)
  return createOpenApiDocument(registry, { title: 'Shop', version: '1' })
}

const reading = (args: Readonly<Record<string, Schema>>, responds?: Schema) =>
  documentOf({
    '/things/{id}': {
      responseSchema: responds,
      endpoints: [
        endpoint({
          methods: 'GET',
          args,
          permission: 'public',
          responds: { shape: 'item' },
          handler: () => ({ body: {} }),
        }),
      ],
    },
  })

/** The translated schema of an argument. */
function argument(schema: Schema): unknown {
  const { parameters = [] } = reading({ value: schema }).paths['/shop/v1/things/{id}']?.get ?? {}
  const found = parameters.find(each => 'name' in each && each.name === 'value')
  return found !== undefined && 'schema' in found ? found.schema : undefined
}

for (const [name, schema, expected] of [
  ['a bound', { type: 'integer', minimum: 1 }, { type: 'integer', minimum: 1 }],
  [
    'bounds outside of the range',
    { type: 'number', minimum: 1, exclusiveMinimum: true, maximum: 2, exclusiveMaximum: true },
    { type: 'number', exclusiveMinimum: 1, exclusiveMaximum: 2 },
  ],
  [
    'a flag that changes nothing',
    { type: 'number', minimum: 1, exclusiveMinimum: false },
    { type: 'number', minimum: 1 },
  ],
  ['several types', { type: ['string', 'null'] }, { type: ['string', 'null'] }],
  [
    'required properties',
    { type: 'object', properties: { a: { type: 'string', required: true }, b: { type: 'string' } } },
    { type: 'object', properties: { a: { type: 'string' }, b: { type: 'string' } }, required: ['a'] },
  ],
  [
    'a schema for each item',
    { type: 'array', items: [{ type: 'string' }, { type: 'integer' }], additionalItems: false },
    { type: 'array', prefixItems: [{ type: 'string' }, { type: 'integer' }], items: {}, maxItems: 2 },
  ],
  [
    'dependencies',
    { type: 'object', dependencies: { a: ['b'], c: { minProperties: 2 } } },
    { type: 'object', dependentRequired: { a: ['b'] }, dependentSchemas: { c: { minProperties: 2 } } },
  ],
  [
    'a needless backslash',
    { type: 'string', pattern: '^[\\w\\-\\@]+\\_$' },
    { type: 'string', pattern: '^[\\w\\-@]+_$' },
  ],
  ...(
    [
      ['^[\\w-.]+$', '^[\\w\\-.]+$'],
      ['^[+-\\d]{2,}$', '^[+\\-\\d]{2,}$'],
      ['^a{,3}[^]]}$', '^a\\{,3\\}[^]\\]\\}$'],
      ['^\\d{3}-\\d{2,4}$', '^\\d{3}-\\d{2,4}$'],
    ] as const
  ).map(
    ([pattern, unicode]) =>
      [`the pattern ${pattern}`, { type: 'string', pattern }, { type: 'string', pattern: unicode }] as const,
  ),
  [
    'patterns without a translation',
    {
      type: 'object',
      properties: { a: { type: 'string', pattern: '\\p' } },
      patternProperties: { '\\k': { type: 'string' }, '^x$': { type: 'string' } },
      additionalProperties: false,
    },
    { type: 'object', properties: { a: { type: 'string' } }, patternProperties: { '^x$': { type: 'string' } } },
  ],
  [
    'alternatives',
    {
      oneOf: [
        { type: 'integer', maximum: 3, exclusiveMaximum: true },
        { type: 'string', format: 'date-time' },
      ],
    },
    {
      type: ['integer', 'string'],
      oneOf: [
        { type: 'integer', exclusiveMaximum: 3 },
        { type: 'string', format: 'date-time' },
      ],
    },
  ],
] as const satisfies readonly (readonly [string, Schema, unknown])[])
  t.test(`translates ${name}`, async t => {
    t.match(argument(schema), expected)
    t.same(Object.keys(Object(argument(schema))).sort(), Object.keys(expected).sort())
  })

t.test('references become components, even those to themselves', async t => {
  const tree: Schema = {
    title: 'tree',
    type: 'object',
    properties: { root: { $ref: '#/definitions/node' } },
    definitions: {
      node: { type: 'object', properties: { below: { type: 'array', items: { $ref: '#/definitions/node' } } } },
    },
  }
  const { components } = reading({}, tree)
  const node = { $ref: '#/components/schemas/TreeNode' }
  t.match(components.schemas['Tree'], { properties: { root: node } })
  t.match(components.schemas['TreeNode'], { properties: { below: { items: node } } })
})

t.test('a resource: what its fields say of responses, a component for each context', async t => {
  const text = { type: 'string' } as const
  const names = createRegistry().names
  const { responseSchema, schema } = defineResource<{ readonly a: string }, undefined, never>(
    {
      title: 'herb',
      fields: {
        name: { schema: text, get: ({ a }) => a },
        taste: { schema: text, responds: { type: ['string', 'null'] }, get: () => null },
        note: { schema: text, optional: true, contexts: ['edit'], get: () => undefined },
        secret: { schema: text },
        title: { schema: { type: 'object', properties: { raw: text, shown: text } }, get: { raw: ({ a }) => a } },
      },
      load: () => undefined,
    },
    names,
  )
  t.same(Object.keys(schema.properties ?? {}), ['name', 'taste', 'note', 'secret', 'title'])
  const { schemas } = reading({ context: { type: 'string', enum: ['view', 'edit'] } }, responseSchema).components
  const required = ['name', 'taste', 'title']
  t.match(schemas['HerbEdit'], { required, properties: { taste: { type: ['string', 'null'] }, note: text } })
  t.match(schemas['HerbView'], {
    required,
    properties: { title: { required: ['raw'] }, note: undefined, secret: undefined },
  })
  t.same(schemas['HerbViewHerbEdit'] ?? schemas['HerbViewEdit'], {
    anyOf: [{ $ref: '#/components/schemas/HerbView' }, { $ref: '#/components/schemas/HerbEdit' }],
  })
})

t.test('paths', async t => {
  const get = endpoint({ methods: 'GET', permission: 'public', handler: () => ({ body: {} }) })
  const document = documentOf({
    '/a/{id}': { endpoints: [get] },
    '/b/(?P<name>[a-z]+/[a-z]+)': { endpoints: [get] },
    '/c(?:/(?P<day>[\\d]+))?': { endpoints: [get] },
    '/d/(?:x|y)': { endpoints: [get] },
    '/e/(?P<slug>[^/]+(?:\\/[^/]+)?)': { endpoints: [get] },
  })
  t.same(Object.keys(document.paths), [
    '/shop/v1',
    '/shop/v1/a/{id}',
    '/shop/v1/b/{namespace}/{name}',
    '/shop/v1/c/{day}',
    '/shop/v1/c',
    '/shop/v1/d/x',
    '/shop/v1/d/y',
    '/shop/v1/e/{slug}',
  ])
  const names = Object.values(document.paths).map(item => item.get?.operationId)
  t.equal(new Set(names).size, names.length)
})

t.test('how the query has lists and objects', async t => {
  const { parameters } =
    reading({ ids: { type: 'array', items: { type: 'integer' } }, by: { type: 'object' } }).paths[
      '/shop/v1/things/{id}'
    ]?.get ?? {}
  t.match(parameters, [
    { name: 'id', in: 'path', required: true, schema: { type: 'integer' } },
    { name: 'ids', style: 'form', explode: false },
    { name: 'by', style: 'deepObject', explode: true },
  ])
})

t.test('paths of unusual routes are valid, and routes of one path share it', async t => {
  const registry = createRegistry({ baseUrl: 'https://shop.example/api' })
  const add = (path: string, ...methods: Method[]) =>
    registry.route('shop/v1', path, {
      endpoints: [endpoint({ methods, permission: 'public', handler: () => ({ body: {} }) })],
    })
  add('/a/(?P<namespace>[a-z]+)/(?P<slug>[^/]+/[^/]+)', 'GET')
  add('/b{2}/c?', 'GET')
  add('/d/(?P<id>\\d+)', 'GET')
  add('/d/(?P<id>[a-z]+)', 'GET', 'DELETE')
  const { paths } = createOpenApiDocument(registry, { title: 'Shop', version: '1' })
  t.same(Object.keys(paths).slice(1), [
    '/shop/v1/a/{namespace}/{namespace_}/{slug}',
    '/shop/v1/b%7B2%7D/c%3F',
    '/shop/v1/d/{id}',
  ])
  const { get, delete: removal } = paths['/shop/v1/d/{id}'] ?? {}
  const schemaOf = (operation: typeof get) => JSON.stringify(operation?.parameters?.[0])
  t.match(schemaOf(get), /integer/)
  t.match(schemaOf(removal), /\^\(\?:\[a-z\]/)
})
