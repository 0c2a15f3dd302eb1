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
