import { type Args, type Authenticator, createRegistry, endpoint, type Method, type Schema } from '@platen/core'
import { compareOpenApi, createOpenApiDocument } from '@platen/core/openapi'
import t from 'tap'

interface Shop {
  readonly path?: string
  readonly methods?: Method
  readonly args?: Args
  readonly item?: Schema
  readonly status?: number
  readonly login?: boolean
}

/** Nobody signs in; the document says how one does. */
const byPassword: Authenticator = { name: 'password', schemes: [{ type: 'basic' }], authenticate: () => undefined }

function documentOf({ path = '/things/{id}', methods = 'POST', args = {}, item, status, login = false }: Shop) {
  const registry = createRegistry({ baseUrl: 'https://shop.example/api', authenticators: [byPassword] })
  registry.route('shop/v1', path, {
    responseSchema: { title: 'thing', type: 'object', ...item },
    endpoints: [
      endpoint({
        methods,
        args,
        permission: 'public',
        requiresLogin: login,
        responds: { shape: 'item', status },
        handler: () => ({ body: {} }),
      }),
    ],
  })
  return createOpenApiDocument(registry, { title: 'Shop', version: '1' })
}

const text = { type: 'string' } as const
const cases: readonly { name: string; before: Shop; after: Shop; breaks: string | undefined; adds?: string }[] = [
  { name: 'nothing', before: { args: { a: text } }, after: { args: { a: text } }, breaks: undefined },
  { name: 'another name of a path parameter', before: {}, after: { path: '/things/{thing}' }, breaks: undefined },
  {
    name: 'a removed route',
    before: {},
    after: { path: '/others/{id}' },
    breaks: 'the route is gone',
    adds: 'is a new route',
  },
  {
    name: 'a removed method',
    before: {},
    after: { methods: 'PUT' },
    breaks: 'the method is gone',
    adds: 'is a new method',
  },
  {
    name: 'a removed argument',
    before: { args: { a: text, b: text } },
    after: { args: { a: text } },
    breaks: 'the argument is gone',
  },
  {
    name: 'a new argument',
    before: { args: { a: text } },
    after: { args: { a: text, b: text } },
    breaks: undefined,
    adds: 'is a new argument',
  },
  {
    name: 'a new required argument',
    before: { args: { a: text } },
    after: { args: { a: text, b: { ...text, required: true } } },
    breaks: 'the argument is required',
  },
  {
    name: 'a narrower type',
    before: { args: { a: { type: ['string', 'null'] } } },
    after: { args: { a: text } },
    breaks: 'null is not accepted any more',
  },
  {
    name: 'fewer values',
    before: { args: { a: { ...text, enum: ['x', 'y'] } } },
    after: { args: { a: { ...text, enum: ['x'] } } },
    breaks: 'does not accept "y" any more',
  },
  {
    name: 'more values',
    before: { args: { a: { ...text, enum: ['x'] } } },
    after: { args: { a: { ...text, enum: ['x', 'y'] } } },
    breaks: undefined,
    adds: 'has the new value "y"',
  },
  {
    name: 'a lower limit',
    before: { args: { a: text } },
    after: { args: { a: { ...text, maxLength: 9 } } },
    breaks: 'maxLength is now 9',
  },
  {
    name: 'a removed field',
    before: { item: { properties: { a: text, b: text } } },
    after: { item: { properties: { a: text } } },
    breaks: 'the field is gone',
  },
  {
    name: 'a field that may be missing',
    before: { item: { properties: { a: text }, required: ['a'] } },
    after: { item: { properties: { a: text } } },
    breaks: 'some responses omit it',
  },
  {
    name: 'a field of more types',
    before: { item: { properties: { a: text } } },
    after: { item: { properties: { a: { type: ['string', 'null'] } } } },
    breaks: 'may now be null',
  },
  {
    name: 'a new field',
    before: { item: { properties: { a: text } } },
    after: { item: { properties: { a: text, b: text } } },
    breaks: undefined,
    adds: 'is a new field',
  },
  { name: 'another status', before: { status: 201 }, after: { status: 202 }, breaks: 'the status 201 is gone' },
  { name: 'a login', before: {}, after: { login: true }, breaks: 'the caller must sign in' },
  { name: 'no login', before: { login: true }, after: {}, breaks: undefined },
  {
    name: 'a parameter in the path instead of the query',
    before: { path: '/things', methods: 'GET', args: { id: { ...text, required: true } } },
    after: { methods: 'GET', args: { id: text } },
    breaks: 'the route is gone',
    adds: 'is a new route',
  },
  {
    name: 'a removed parameter',
    before: { methods: 'GET', args: { a: text } },
    after: { methods: 'GET' },
    breaks: 'the parameter a is gone',
  },
  {
    name: 'a required parameter',
    before: { methods: 'GET', args: { a: text } },
    after: { methods: 'GET', args: { a: { ...text, required: true } } },
    breaks: 'the parameter a is required',
  },
]

/** Schemas, and the messages of the gate if the first one becomes the second one: in requests, and in responses. */
const schemaCases: readonly (readonly [
  name: string,
  before: Schema,
  after: Schema,
  request: string | undefined,
  response: string | undefined,
])[] = [
  ['a wider type', { type: 'integer' }, { type: 'number' }, undefined, 'may now be number'],
  ['a narrower type', { type: 'number' }, { type: 'integer' }, 'number is not accepted any more', undefined],
  ['no type', text, {}, undefined, 'may now be any type'],
  ['a new value', { ...text, enum: ['x'] }, { ...text, enum: ['x', 'y'] }, undefined, undefined],
  ['null among the values', { ...text, enum: ['x'] }, { ...text, enum: ['x', null] }, undefined, undefined],
  ['no values', { ...text, enum: ['x'] }, text, undefined, undefined],
  ['new values', text, { ...text, enum: ['x'] }, 'does not accept others any more', undefined],
  ['a format', text, { ...text, format: 'uri' }, 'format is now uri', undefined],
  ['no format', { ...text, format: 'uri' }, text, undefined, 'has no format any more'],
  [
    'another format',
    { ...text, format: 'uri' },
    { ...text, format: 'email' },
    'format is now email',
    'format is now email',
  ],
  ['a pattern', text, { ...text, pattern: '^a$' }, 'pattern is now ^a$', undefined],
  [
    'an exclusive bound',
    { type: 'number', minimum: 1 },
    { type: 'number', minimum: 1, exclusiveMinimum: true },
    'exclusiveMinimum is now 1',
    undefined,
  ],
  [
    'an inclusive bound',
    { type: 'number', maximum: 1, exclusiveMaximum: true },
    { type: 'number', maximum: 1 },
    undefined,
    undefined,
  ],
  [
    'the same bound of integers',
    { type: 'integer', maximum: 5, exclusiveMaximum: true },
    { type: 'integer', maximum: 4 },
    undefined,
    undefined,
  ],
  ['a lower maximum', { type: 'integer', maximum: 5 }, { type: 'integer', maximum: 4 }, 'maximum is now 4', undefined],
  ['a step', { type: 'integer' }, { type: 'integer', multipleOf: 5 }, 'multipleOf is now 5', undefined],
  ['a smaller step', { type: 'integer', multipleOf: 10 }, { type: 'integer', multipleOf: 5 }, undefined, undefined],
  ['unique items', { type: 'array' }, { type: 'array', uniqueItems: true }, 'uniqueItems is now true', undefined],
  ['an exception', text, { ...text, not: { enum: ['x'] } }, 'not is now {"enum":["x"]}', undefined],
  ['another default', { ...text, default: 'a' }, { ...text, default: 'b' }, 'the default is now "b"', undefined],
  ['a default', text, { ...text, default: 'b' }, undefined, undefined],
  [
    'items of a type',
    { type: 'array' },
    { type: 'array', items: text },
    'any type is not accepted any more',
    undefined,
  ],
  ['any items', { type: 'array', items: text }, { type: 'array' }, undefined, 'may now be any type'],
  [
    'another item of a tuple',
    { type: 'array', items: [text, text] },
    { type: 'array', items: [text, { type: ['string', 'integer'] }] },
    undefined,
    'may now be integer',
  ],
  [
    'no further members',
    { type: 'object', properties: { a: text } },
    { type: 'object', properties: { a: text }, additionalProperties: false },
    'does not accept further members any more',
    undefined,
  ],
  [
    'any further members',
    { type: 'object', additionalProperties: text },
    { type: 'object' },
    undefined,
    'may now be any type',
  ],
  [
    'further members of a type',
    { type: 'object' },
    { type: 'object', additionalProperties: text },
    'any type is not accepted any more',
    undefined,
  ],
  [
    'a member with the name of a member of all objects',
    { type: 'object', properties: { constructor: text, toString: text } },
    { type: 'object', properties: { toString: text } },
    'the argument is gone',
    'the field is gone',
  ],
  [
    'alternatives in another order',
    { anyOf: [text, { type: 'integer' }, { type: 'null' }] },
    { anyOf: [{ type: 'null' }, text, { type: 'integer' }] },
    undefined,
    undefined,
  ],
  [
    'another alternative',
    { anyOf: [text, { type: 'integer' }] },
    { anyOf: [text, { type: 'boolean' }] },
    'integer is not accepted any more',
    'may now be boolean',
  ],
  [
    'one alternative more',
    { anyOf: [text, { type: 'integer' }] },
    { anyOf: [{ type: 'null' }, text, { type: 'integer' }] },
    undefined,
    'may now be null',
  ],
  [
    'the first alternative less',
    { anyOf: [text, { type: 'integer' }, { type: 'null' }] },
    { anyOf: [{ type: 'integer' }, { type: 'null' }] },
    'string is not accepted any more',
    undefined,
  ],
  ['types as alternatives', { type: ['string', 'null'] }, { anyOf: [{ type: 'null' }, text] }, undefined, undefined],
  [
    'a limit beside alternatives',
    {
      type: 'string',
      anyOf: [
        { ...text, format: 'uri' },
        { ...text, enum: [''] },
      ],
    },
    {
      type: 'string',
      maxLength: 9,
      anyOf: [
        { ...text, format: 'uri' },
        { ...text, enum: [''] },
      ],
    },
    'maxLength is now 9',
    undefined,
  ],
  [
    'a type beside alternatives',
    { anyOf: [{ type: ['number', 'null'] }, text] },
    { type: 'number', anyOf: [{ type: ['number', 'null'] }, text] },
    'is not accepted any more',
    undefined,
  ],
  [
    'a member of an alternative',
    { anyOf: [{ type: 'object', properties: { a: text, b: text } }, { type: 'null' }] },
    { anyOf: [{ type: 'null' }, { type: 'object', properties: { a: text } }] },
    'the argument is gone',
    'the field is gone',
  ],
]

t.test('a schema that contains itself, in the place of any value', async t => {
  const tree: Schema = {
    $ref: '#/definitions/tree',
    definitions: {
      tree: { type: 'object', additionalProperties: { type: 'array', items: { $ref: '#/definitions/tree' } } },
    },
  }
  const [any, narrow] = [documentOf({ args: { a: {} } }), documentOf({ args: { a: tree } })]
  t.match(
    compareOpenApi(any, narrow)
      .breaking.map(({ at }) => at)
      .sort(),
    ['ThingUpdate.a', 'ThingUpdate.a.*', 'ThingUpdate.a.*[]'],
  )
  t.same(compareOpenApi(narrow, any).breaking, [])
})

for (const [name, one, other, request, response] of schemaCases)
  t.test(`a schema with ${name}`, async t => {
    for (const [direction, expected] of [
      ['request', request],
      ['response', response],
    ] as const) {
      const shopOf = (schema: Schema): Shop =>
        direction === 'request' ? { args: { a: schema } } : { item: { properties: { a: schema } } }
      const [before, after] = [documentOf(shopOf(one)), documentOf(shopOf(other))]
      const { breaking } = compareOpenApi(before, after)
      if (expected === undefined) t.same(breaking, [], direction)
      else t.match(breaking.map(({ message }) => message).join('\n'), expected, direction)
      t.same(compareOpenApi(before, before), { breaking: [], added: [] })
    }
  })

t.test('a way to sign in that is gone breaks its callers', async t => {
  const documentWith = (...schemes: NonNullable<Authenticator['schemes']>) => {
    const registry = createRegistry({
      baseUrl: 'https://shop.example/api',
      authenticators: [{ name: 'all', schemes, authenticate: () => undefined }],
    })
    registry.route('shop/v1', '/things', {
      endpoints: [
        endpoint({ methods: 'GET', permission: () => true, requiresLogin: true, handler: () => ({ body: {} }) }),
      ],
    })
    return createOpenApiDocument(registry, { title: 'Shop', version: '1' })
  }
  const both = documentWith({ type: 'basic' }, { type: 'bearer' })
  const one = documentWith({ type: 'basic' })
  t.same(compareOpenApi(both, one).breaking, [{ at: 'securitySchemes.bearer', message: 'is gone' }])
  t.same(compareOpenApi(one, both).breaking, [])
  const { get } = both.paths['/shop/v1/things'] ?? {}
  if (get === undefined) throw new Error('no operation')
  const narrowed = {
    ...both,
    paths: {
      ...both.paths,
      '/shop/v1/things': { 'x-route': '/shop/v1/things', get: { ...get, security: [{ basic: [] }] } },
    },
  }
  t.match(compareOpenApi(both, narrowed).breaking, [{ message: 'callers cannot sign in by bearer any more' }])
})

t.test('schemas that contain each other are compared', async t => {
  const tree = (leaf: Schema): Shop => ({
    item: { properties: { tree: { $ref: '#/definitions/tree' } }, definitions: { tree: branch(leaf) } },
  })
  const branch = (leaf: Schema): Schema => ({
    type: 'object',
    properties: { leaf, kids: { type: 'array', items: { anyOf: [{ $ref: '#/definitions/tree' }, { type: 'null' }] } } },
  })
  const [before, after] = [documentOf(tree(text)), documentOf(tree({ type: 'integer' }))]
  t.same(compareOpenApi(before, before).breaking, [])
  t.match(compareOpenApi(before, after).breaking, [{ at: /\.leaf$/, message: 'may now be integer' }])
})

for (const { name, before, after, breaks, adds } of cases)
  t.test(name, async t => {
    const { breaking, added } = compareOpenApi(documentOf(before), documentOf(after))
    if (breaks === undefined) t.same(breaking, [])
    else
      t.ok(
        breaking.some(({ message }) => message === breaks),
        JSON.stringify(breaking),
      )
    if (adds !== undefined)
      t.ok(
        added.some(({ message }) => message === adds),
        JSON.stringify(added),
      )
    else if (breaks === undefined) t.same(added, [])
  })
