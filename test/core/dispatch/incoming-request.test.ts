import { anonymous, createRegistry, type Dispatch, endpoint, type HandlerRequest, memoKey } from '@platen/core'
import t from 'tap'
import { loadModule } from '../load-module.js'

const { changedRequest, createMemo, IncomingRequest } =
  await loadModule<typeof import('../../../packages/core/src/dispatch/incoming-request.js')>(
    'dispatch/incoming-request.js',
  )

const { noBody } =
  await loadModule<typeof import('../../../packages/core/src/dispatch/read-body.js')>('dispatch/read-body.js')
const names = { prefix: 'cms', headerPrefix: 'X-CMS-', relationBase: 'about:cms/' }
const key = memoKey<number>('n')

function aRequest(head = false, origin?: HandlerRequest) {
  const dispatched: unknown[] = []
  const abort = new AbortController()
  const request = { method: 'GET', path: '/x', secure: true, remoteAddress: '192.0.2.1', signal: abort.signal }
  const target = { method: 'GET', head, path: '/x', query: { _fields: 'a' } }
  const input = { query: target.query, sources: [{ a: 1, b: undefined }], params: { a: 1, c: 2 }, body: noBody }
  const dispatch = (async (inner: unknown) => {
    dispatched.push(inner)
    return { status: 200, headers: {}, body: {}, text: () => '' }
  }) as unknown as Dispatch
  const made = new IncomingRequest({ request, target, route: '/x', principal: anonymous, origin }, input, {
    dispatch,
    names,
  })
  return { made, dispatched, abort }
}

t.test('has() is true for sent parameters, not for defaults', async t => {
  const { made } = aRequest()
  t.same(
    ['a', 'b', 'c', 'toString'].filter(name => made.has(name)),
    ['a'],
  )
  t.ok(made.fields.wants('a') && !made.fields.wants('b'))
  t.notOk(aRequest(true).made.fields.wants('a'), 'HEAD wants nothing')
})

t.test('a handler calls the interface as the same caller', async t => {
  const { made, dispatched } = aRequest()
  await made.dispatch({ method: 'GET', path: '/y' })
  t.match(dispatched, [{ path: '/y', principal: anonymous, secure: true, remoteAddress: '192.0.2.1' }])
})

t.test('a changed request has the same signal, and marks the original as incomplete', async t => {
  const { made, abort } = aRequest()
  t.equal(
    made.once(key, () => 1),
    1,
  )
  const changed = changedRequest(made, { params: { a: 2 }, once: createMemo() })
  t.equal(
    changed.once(key, () => 2),
    2,
  )
  t.equal(
    made.once(key, () => 3),
    1,
  )
  t.same([made.params, changed.params], [{ a: 1, c: 2 }, { a: 2 }])
  abort.abort()
  t.equal(changed.signal?.aborted, true)
  changed.markIncomplete()
  t.equal(made.incomplete, true)
})

t.test('what waits for the answer is called once, for an embedded request with that of its origin', async t => {
  const { made } = aRequest()
  const called: string[] = []
  const errors: unknown[] = []
  made.onceAnswered(() => called.push('first'))
  changedRequest(made, { params: {} }).onceAnswered(() => {
    throw new Error('failed')
  })
  const embedded = aRequest(false, made).made
  embedded.onceAnswered(() => called.push('embedded'))
  embedded.endAnswer(error => errors.push(error))
  t.strictSame(called, [])
  made.endAnswer(error => errors.push(error))
  made.endAnswer(error => errors.push(error))
  t.strictSame(called, ['first', 'embedded'])
  t.match(errors, [{ message: 'failed' }])
  embedded.onceAnswered(() => called.push('late'))
  t.strictSame(called, ['first', 'embedded', 'late'], 'what comes too late is called at once')
})

t.test('a request is answered with its response, even with an error', async t => {
  const called: string[] = []
  const registry = createRegistry({ baseUrl: 'https://site.example/cms-json', onError: () => {} })
  for (const name of ['fine', 'failing'])
    registry.route('cms/v2', `/${name}`, {
      endpoints: [
        endpoint({
          methods: 'GET',
          permission: 'public',
          handler(request) {
            request.onceAnswered(() => called.push(name))
            if (name === 'failing') throw new Error('failed')
            return { body: [...called] }
          },
        }),
      ],
    })
  t.match(await registry.dispatch({ method: 'GET', path: '/cms/v2/fine' }), { status: 200, body: [] })
  t.strictSame(called, ['fine'])
  t.match(await registry.dispatch({ method: 'GET', path: '/cms/v2/failing' }), { status: 500 })
  t.strictSame(called, ['fine', 'failing'])
})
