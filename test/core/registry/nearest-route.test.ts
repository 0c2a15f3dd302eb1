import t from 'tap'
import { aRegistry } from '../a-registry.js'

const { registry } = aRegistry()
const endpoints = [{ methods: 'GET', permission: 'public', handler: () => ({ body: 1 }) }] as const
for (const path of ['/posts', '/posts/{id}', '/posts/{parent:[\\d]+}/revisions', '/types/{type:[\\w-]+}', '/settings'])
  registry.route('cms/v2', path, { endpoints })
registry.route('cms/v2', '/templates/(?P<id>[^/]+/{2}x|[\\w%-]+)', { endpoints })
registry.route('cms-site-health/v1', '/tests/https-status', { endpoints })
registry.route('shop', '/items', { endpoints })
registry.route('', '/', { endpoints })

const messageOf = async (path: string, method = 'GET') => {
  const { status, body } = await registry.dispatch({ method, path })
  t.match({ status, body }, { status: 404, body: { code: 'rest_no_route' } }, path)
  return (body as { message: string }).message
}

const cases: readonly [path: string, nearest: string | undefined][] = [
  ['/cms/v2/post', '/cms/v2/posts'],
  ['/cms/v2/POST', '/cms/v2/posts'],
  ['/cms/v3/posts', '/cms/v2/posts'],
  ['/cmd/v2/postts/7', '/cms/v2/posts/{id}'],
  ['/cms/v2/posts/first', '/cms/v2/posts/{id}'],
  ['/cms/v2/posts/7/revision', '/cms/v2/posts/{parent}/revisions'],
  ['/cms/v2/template/a', '/cms/v2/templates/{id}'],
  ['/wp/v2/posts', '/cms/v2/posts'],
  ['/wp/v2/posts/7', '/cms/v2/posts/{id}'],
  ['/wp/v2/post', '/cms/v2/posts'],
  ['/wp/v2', '/cms/v2'],
  ['/wp-site-health/v1/tests/https-status', '/cms-site-health/v1/tests/https-status'],
  ['/cms/v2/nothing/like/it', '/cms/v2'],
  ['/cms/v2/posts/7/and/more', '/cms/v2/posts/{id}'],
  ['/cms/v2/settings/more', '/cms/v2/settings'],
  ['/shop/item', '/shop/items'],
  ['/unlike', undefined],
  ['/un/like/any', undefined],
  ['/%zz', undefined],
  [`/cms/v2/${'p'.repeat(300)}`, undefined],
  [`/cms/v2${'/a'.repeat(20)}`, undefined],
]

for (const [path, nearest] of cases)
  t.test(`${path.slice(0, 40)} is nearest to ${nearest}`, async t => {
    const message = await messageOf(path)
    t.equal(/ The nearest path is (\S+)\.$/.exec(message)?.[1], nearest, message)
  })

t.test('a path without the method names its methods', async t => {
  t.match(await messageOf('/cms/v2/posts', 'POST'), / The path has the methods GET\.$/)
})

t.test('routes that are registered later are found', async t => {
  t.notMatch(await messageOf('/late/v1/thing'), 'late')
  registry.route('late/v1', '/things', { endpoints })
  t.match(await messageOf('/late/v1/thing'), /\/late\/v1\/things\.$/)
})

t.test('the time does not grow with the path', async t => {
  const paths = [`/cms/v2/${'post/'.repeat(8)}`, `/${'abcdefghi/'.repeat(9)}`, `/cms/v2/${'p'.repeat(190)}`]
  for (const path of [...paths, ...paths.map(path => path.repeat(10))]) {
    const begin = performance.now()
    for (let i = 0; i < 50; i++) await registry.dispatch({ method: 'GET', path: `${path}${i}` })
    t.ok(performance.now() - begin < 1000, path.slice(0, 20))
  }
})
