import { endpoint } from '@platen/core'
import t from 'tap'
import { aRegistry } from '../a-registry.js'

function aDocument(declared: boolean) {
  const { registry } = aRegistry()
  const seen: unknown[] = []
  let version = 1
  registry.route('a/v1', '/doc', {
    endpoints: [
      endpoint({ methods: 'GET', permission: 'public', handler: () => ({ body: { version }, state: { version } }) }),
      endpoint({
        methods: 'PUT',
        permission: 'public',
        ...(declared ? { state: () => ({ version }) } : {}),
        handler(request) {
          seen.push(request.expectedVersion)
          return { body: { version: ++version } }
        },
      }),
    ],
  })
  const send = (method: string, headers = {}) => registry.dispatch({ method, path: '/a/v1/doc', headers })
  return { send, seen }
}

for (const declared of [true, false]) {
  t.test(`a change is based on the current version (${declared ? 'state' : 'view'})`, async t => {
    const { send, seen } = aDocument(declared)
    const tag = (await send('GET')).headers['ETag'] as string
    t.equal((await send('PUT', { 'if-match': tag })).status, 200)
    t.match(await send('PUT', { 'if-match': tag }), { status: 412, body: { code: 'rest_precondition_failed' } })
    t.equal((await send('PUT', { 'if-match': '*' })).status, 200)
    t.equal((await send('PUT')).status, 200)
    t.same(seen, [1, 2, undefined])
  })
}
