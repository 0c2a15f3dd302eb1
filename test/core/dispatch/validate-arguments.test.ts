import { runInNewContext } from 'node:vm'
import { type Endpoint, endpoint, RestError } from '@platen/core'
import t from 'tap'
import { aRegistry } from '../a-registry.js'
import { loadModule } from '../load-module.js'

function aRoute() {
  const { registry, errors } = aRegistry()
  const calls: string[] = []
  const checkWord = (value: unknown) => {
    calls.push(`check ${value}`)
    if (value === 'throws') throw new Error('unforeseen')
    if (value === 'refused') throw new RestError('word_unwanted', 'No such word.', 409)
    if (value === 'other') return runInNewContext('Promise.resolve(undefined)')
    return value === 'taken' ? new RestError('word_taken', 'The word is taken.', null) : undefined
  }
  registry.route('a/v1', '/words', {
    endpoints: [
      endpoint({
        methods: 'POST',
        args: {
          word: { type: 'string', maxLength: 10 },
          other: { type: 'integer' },
          third: { enum: ['a'] },
          silent: { type: 'string', default: 'taken' },
        },
        validators: { word: checkWord, silent: checkWord },
        permission: () => {
          calls.push('permission')
          return true
        },
        handler: () => {
          calls.push('handler')
          return { body: {} }
        },
      }),
    ],
    batch: true,
  })
  const send = (value: unknown) =>
    registry.dispatch({ method: 'POST', path: '/a/v1/words', body: { kind: 'json', value } })
  return { registry, send, calls, errors }
}

t.test('all refused arguments are reported at once, with codes and messages', async t => {
  const { send, calls } = aRoute()
  const { status, body } = await send({ word: 'far too long a word', other: 'x', third: 'b' })
  t.equal(status, 400)
  t.match(body, {
    code: 'rest_invalid_param',
    data: {
      status: 400,
      params: { word: String, other: 'other does not belong to the type integer.', third: 'third is not one of a.' },
      details: {
        word: { code: 'rest_too_long', data: null },
        other: { code: 'rest_invalid_type', data: { param: 'other' } },
        third: { code: 'rest_not_in_enum', data: null },
      },
    },
  })
  t.notOk(calls.includes('handler'))
})

t.test('validators receive valid values, before the permission', async t => {
  const { send, calls } = aRoute()
  t.equal((await send({ word: 'fine' })).status, 200)
  t.same(calls.slice(0, 3), ['check fine', 'permission', 'handler'])
})

t.test('validators do not run for defaults', async t => {
  const { send } = aRoute()
  t.equal((await send({})).status, 200)
  t.match((await send({ silent: 'taken' })).body, { data: { details: { silent: { code: 'word_taken' } } } })
})

t.test('a validator refuses an argument', async t => {
  const { send } = aRoute()
  t.match((await send({ word: 'taken' })).body, {
    code: 'rest_invalid_param',
    data: {
      status: 400,
      params: { word: 'The word is taken.' },
      details: { word: { code: 'word_taken', data: null } },
    },
  })
})

t.test('an error of a validator ends the request', async t => {
  const { send, errors, calls } = aRoute()
  t.match((await send({ word: 'refused' })).body, { code: 'word_unwanted', data: { status: 409 } })
  t.same(errors, [])
  t.match((await send({ word: 'throws' })).body, { code: 'rest_internal_error', data: { status: 500 } })
  t.match(errors, [{ message: 'unforeseen' }])
  t.notOk(calls.includes('handler'))
})

t.test('promises of other realms are awaited', async t => {
  const { send, calls } = aRoute()
  t.equal((await send({ word: 'other' })).status, 200)
  t.ok(calls.includes('handler'))
})

t.test('where an argument that is checked first is refused, the others are not named', async t => {
  const { registry } = aRegistry({ argumentsCheckedFirst: ['page', 'size'] })
  registry.route('a/v1', '/list', {
    endpoints: [
      endpoint({
        methods: 'GET',
        args: { page: { type: 'integer' }, order: { enum: ['asc'] }, size: { type: 'integer' } },
        permission: 'public',
        handler: () => ({ body: {} }),
      }),
    ],
  })
  const refused = async (query: string) => {
    const { body } = await registry.dispatch<{ data: { params: object } }>({ method: 'GET', path: '/a/v1/list', query })
    return Object.keys(body.data.params)
  }
  t.strictSame(await refused('order=x&page=x'), ['page'])
  t.strictSame(await refused('size=x&order=x&page=x'), ['size', 'page'])
  t.strictSame(await refused('order=x'), ['order'])
})

t.test('an error names what schemas refuse and what validators refuse', async t => {
  const { send } = aRoute()
  const refusedNames = async (value: unknown) =>
    Object.keys(((await send(value)).body as { data: { params: object } }).data.params).sort()
  t.same(await refusedNames({ word: 'taken', other: 'x' }), ['other', 'word'])
  t.same(await refusedNames({ word: 'throws', other: 'x' }), ['other'])
  t.same(await refusedNames({ word: 'good', other: 'x' }), ['other'])
})

t.test('arguments that are validated last are refused only if all others match their schemas', async t => {
  const { registry } = aRegistry()
  const refuse = () => new RestError('unwanted', 'Unwanted.', 400)
  registry.route('a/v1', '/words', {
    endpoints: [
      endpoint({
        methods: 'POST',
        args: { word: { type: 'string' }, other: { type: 'integer' } },
        validators: { word: refuse },
        validatedLast: ['word'],
        permission: 'public',
        handler: () => ({ body: {} }),
      }),
    ],
  })
  const refused = async (value: object) => {
    const request = { method: 'POST', path: '/a/v1/words', body: { kind: 'json', value } } as const
    return Object.keys((await registry.dispatch<{ data: { params: object } }>(request)).body.data.params)
  }
  t.same(await refused({ word: 'a', other: 'x' }), ['other'])
  t.same(await refused({ word: 'a', other: 1 }), ['word'])
})

for (const { argumentsCheckedFirst, names } of [
  { argumentsCheckedFirst: ['size'], names: [['page'], ['size', 'order']] },
  {
    argumentsCheckedFirst: [],
    names: [
      ['size', 'order', 'page'],
      ['size', 'order'],
    ],
  },
]) {
  t.test(`an endpoint names the arguments that come first itself: ${argumentsCheckedFirst}`, async t => {
    const { registry } = aRegistry({ argumentsCheckedFirst })
    registry.route('a/v1', '/list', {
      endpoints: [
        endpoint({
          methods: 'GET',
          args: { page: { type: 'integer' }, order: { enum: ['asc'] }, size: { type: 'integer' } },
          validatedFirst: ['page'],
          permission: 'public',
          handler: () => ({ body: {} }),
        }),
      ],
    })
    const refused = async (query: string) => {
      const request = { method: 'GET', path: '/a/v1/list', query } as const
      return Object.keys((await registry.dispatch<{ data: { params: object } }>(request)).body.data.params)
    }
    t.strictSame([await refused('size=x&order=x&page=x'), await refused('size=x&order=x')], names)
  })
}

t.test('an argument must be sent whose default its schema refuses', async t => {
  const { registry } = aRegistry()
  const mode = { type: 'string', enum: ['fast'], default: 'slow' } as const
  registry.route('a/v1', '/run', {
    endpoints: [
      endpoint({
        methods: 'GET',
        args: { mode, size: { type: 'integer' } },
        permission: 'public',
        handler: ({ params }) => ({ body: params }),
      }),
    ],
  })
  const answer = async (query: string) => (await registry.dispatch({ method: 'GET', path: '/a/v1/run', query })).body
  t.match(await answer(''), { code: 'rest_invalid_param', data: { details: { mode: { code: 'rest_not_in_enum' } } } })
  t.match(await answer('size=x'), { data: { params: { mode: String, size: String } } })
  t.same(await answer('mode=fast'), { mode: 'fast' })
})

const { sanitizeArguments } = await loadModule<
  typeof import('../../../packages/core/src/dispatch/sanitize-arguments.js')
>('dispatch/sanitize-arguments.js')

const { registry } = aRegistry()
registry.get('a/v1', '/x', {
  args: {
    n: { type: 'integer', default: 1 },
    s: { type: 'string' },
    list: { type: 'array', items: { type: 'integer' } },
  },
  emptyForNull: ['s'],
  permission: 'public',
  handler: () => ({ body: 1 }),
})
const sanitizedEndpoint = registry.routes().find(({ path }) => path.pattern === '/a/v1/x')?.endpoints[0] as Endpoint
const sanitize = (sources: readonly Record<string, unknown>[], refused: readonly string[] = []) => ({
  ...sanitizeArguments(
    sanitizedEndpoint,
    sources,
    new Map(refused.map(name => [name, new RestError('x', 'X.', null)])),
  ),
})

t.test('earlier sources override later ones, and all of them the defaults', async t => {
  t.strictSame(sanitize([]), { n: 1 })
  t.strictSame(sanitize([{ n: '2' }, { n: '3', s: 'a' }]), { n: 2, s: 'a' })
  t.strictSame(sanitize([{ n: undefined }, { n: '3' }]), { n: 3 })
  t.strictSame(sanitize([{ list: '1,2', other: '07', s: null }]), { n: 1, list: [1, 2], other: '07', s: '' })
})

t.test('refused arguments are omitted, whatever their source', async t => {
  t.strictSame(sanitize([{ s: 'a' }, { s: 'b', n: '2' }], ['s']), { n: 2 })
})

const { hasControlCharacter } =
  await loadModule<typeof import('../../../packages/core/src/dispatch/parse-json.js')>('dispatch/parse-json.js')

const control = ['"', '"a', '{"a":"b\t"}', '{"a":"b\n', '\0', '{}\0', '{"a":\u0001"b"}', '["é\\n\\u00e9\\"", "\u001f']
const other = ['', ' ', '{', '{"a"', '[1,]', '01', '1.', 'é', '{a:"\t"}', '["\\x\t"]', '["\\u12\t"]', '"\\', "['\t']"]
const valid = ['{"a":[1.5e+3,-0,true,false,null,"\u007f\u2028"]}', ' [] ']

for (const text of control) t.test(encodeURIComponent(text), async t => t.equal(hasControlCharacter(text), true))
for (const text of [...other, ...valid])
  t.test(encodeURIComponent(text), async t => t.equal(hasControlCharacter(text), false))

t.test('long texts cost no more than their length', async t => {
  const long = 1_000_000
  for (const text of ['[', '1', '"",', '"a"', '"\\n"']) t.ok(hasControlCharacter(`[${text.repeat(long)}"`), text)
  for (const part of ['a', '\\n', 'é']) t.ok(hasControlCharacter(`["${part.repeat(long)}`), part)
})
