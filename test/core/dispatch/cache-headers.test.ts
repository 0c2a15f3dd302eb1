import { endpoint, RestError } from '@platen/core'
import t from 'tap'
import { aRegistry } from '../a-registry.js'
import { loadModule } from '../load-module.js'

const { mergeVary } =
  await loadModule<typeof import('../../../packages/core/src/dispatch/cache-headers.js')>('dispatch/cache-headers.js')

const lists: { name: string; given: (string | undefined)[]; merged: string }[] = [
  { name: 'nothing', given: [undefined, ''], merged: '' },
  { name: 'two lists', given: ['Cookie', 'Origin'], merged: 'Cookie, Origin' },
  { name: 'a name twice, in another case', given: ['Cookie, origin', 'Origin,cookie'], merged: 'Cookie, origin' },
  { name: 'everything', given: ['Cookie', '*'], merged: '*' },
]
for (const { name, given, merged } of lists) {
  t.test(`Vary of ${name}`, async t => t.equal(mergeVary(...given), merged))
}

const PRIVATE = 'private, no-store'
const cases: {
  name: string
  as?: string
  path?: string
  method?: string
  query?: string
  control: string
  vary?: string
}[] = [
  { name: 'an anonymous read', control: 'max-age=60' },
  { name: 'an authenticated read', as: 'may', control: PRIVATE },
  { name: 'a missing route', path: '/nowhere', control: 'no-cache' },
  { name: 'a missing route, authenticated', path: '/nowhere', as: 'may', control: PRIVATE },
  { name: 'a change', method: 'POST', control: 'no-cache' },
  { name: 'a forbidden read', path: '/a/v1/members', control: 'no-cache' },
  { name: 'a permitted read', path: '/a/v1/members', as: 'may', control: PRIVATE },
  { name: 'an error', query: 'fail=1', control: 'no-cache' },
  { name: 'its own headers', query: 'own=1', control: 'public, max-age=5', vary: 'Authorization, Cookie, Accept' },
  { name: 'its own headers, authenticated', query: 'own=1', as: 'may', control: PRIVATE },
  { name: 'an envelope', query: 'own=1&_envelope', control: 'public, max-age=5' },
  { name: 'an envelope of an error, authenticated', query: 'fail=1&_envelope', as: 'may', control: PRIVATE },
  { name: 'an invalid credential', as: 'broken', control: PRIVATE },
  { name: 'JSONP', query: '_jsonp=f', control: 'max-age=60' },
]

for (const {
  name,
  as,
  path = '/a/v1/x',
  method = 'GET',
  query = '',
  control,
  vary = 'Authorization, Cookie',
} of cases) {
  t.test(`Cache-Control of ${name}`, async t => {
    const { registry } = aRegistry({
      cacheControl: 'max-age=60',
      authenticators: [
        {
          name: 'header',
          authenticate({ headers }) {
            const user = headers?.['x-user']
            if (user === 'broken') return new RestError('broken', 'No.', 401)
            return user === undefined ? undefined : { id: 1, authenticated: true, can: () => true }
          },
        },
      ],
    })
    registry.route('a/v1', '/x', {
      endpoints: [
        endpoint({
          methods: ['GET', 'POST'],
          permission: 'public',
          handler(request) {
            if (request.query['fail'] !== undefined) throw new RestError('a_code', 'No.', 418)
            const own = { 'cache-control': 'public, max-age=5', vary: 'Accept, Cookie' }
            return request.query['own'] === undefined ? { body: 1 } : { body: 1, headers: own }
          },
        }),
      ],
    })
    registry.get('a/v1', '/members', { permission: { capability: 'x' }, handler: () => ({ body: 1 }) })
    const headers: Record<string, string> = as === undefined ? {} : { 'x-user': as }
    const first = await registry.dispatch({ method, path, query, headers })
    t.match(first.headers, { 'Cache-Control': control, Vary: vary, 'X-Content-Type-Options': 'nosniff' })
    t.notOk('vary' in first.headers)
    const tag = first.headers['ETag']
    if (tag === undefined) return
    const again = await registry.dispatch({ method, path, query, headers: { ...headers, 'if-none-match': tag } })
    t.match(again, { status: 304, headers: { 'Cache-Control': control, Vary: vary, ETag: tag } })
  })
}

t.test('by default, caches revalidate', async t => {
  const { registry } = aRegistry()
  registry.get('a/v1', '/x', { permission: 'public', handler: () => ({ body: 1 }) })
  t.equal((await registry.dispatch({ method: 'GET', path: '/a/v1/x' })).headers['Cache-Control'], 'no-cache')
})
