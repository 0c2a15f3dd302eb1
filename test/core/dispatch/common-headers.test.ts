import { failureResponse, RestError } from '@platen/core'
import t from 'tap'
import { aRegistry } from '../a-registry.js'
import { loadModule } from '../load-module.js'

const { COMMON_HEADERS } =
  await loadModule<typeof import('../../../packages/core/src/dispatch/common-headers.js')>('dispatch/common-headers.js')

t.test('every response has them', async t => {
  const { registry } = aRegistry()
  registry.get('a/v1', '/x', { permission: 'public', handler: async () => ({ body: 1 }) })
  registry.get('a/v1', '/no', { permission: () => false, handler: async () => ({ body: 1 }) })
  registry.get('a/v1', '/own', {
    permission: 'public',
    handler: async () => ({ body: 1, headers: { 'Referrer-Policy': 'origin' } }),
  })
  for (const [method, path] of [
    ['GET', '/a/v1/x'],
    ['HEAD', '/a/v1/x'],
    ['OPTIONS', '/a/v1/x'],
    ['GET', '/a/v1/no'],
    ['GET', '/nowhere'],
    ['GET', '/a/v1/x?_envelope&_jsonp=f'],
  ] as const) {
    const [pathOnly = '', query = ''] = path.split('?')
    t.match((await registry.dispatch({ method, path: pathOnly, query })).headers, COMMON_HEADERS, `${method} ${path}`)
  }
  t.match(failureResponse(new RestError('a', 'A.', 400), () => {}).headers, COMMON_HEADERS)
  const own = await registry.dispatch({ method: 'GET', path: '/a/v1/own' })
  t.match(own.headers, { ...COMMON_HEADERS, 'Referrer-Policy': 'origin' }, 'an endpoint can set others')
})
