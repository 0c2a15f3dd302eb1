import { endpoint, type RootOptions, registerRootIndex } from '@platen/core'
import t from 'tap'
import { aRegistry } from '../a-registry.js'

function aSite(options: RootOptions = {}) {
  const { registry } = aRegistry()
  let described = 0
  registerRootIndex(
    registry,
    async request => {
      described++
      return {
        fields: { name: 'A site', caller: request.principal.id },
        links: { help: [{ href: 'https://help.example/' }], 'cms:front': [{ href: 'https://site.example/' }] },
      }
    },
    options,
  )
  const one = {
    endpoints: [endpoint({ methods: 'GET', permission: 'public', handler: () => ({ body: 1 }) })],
    schema: { title: 'thing' },
  }
  registry.route('shop/v1', '/things', one)
  registry.route('shop/v1', '/things/{id}', one)
  registry.route('news/v2', '/things', one)
  const get = async (path: string, query = '', headers = {}) =>
    (await registry.dispatch({ method: 'GET', path, query, headers })).body
  return { get, described: () => described, registry }
}

t.test('the root index', async t => {
  const { get } = aSite()
  const body = (await get('/')) as { routes: Record<string, unknown> }
  t.match(body, {
    name: 'A site',
    caller: 0,
    namespaces: ['shop/v1', 'news/v2'],
    _links: { help: [{ href: 'https://help.example/' }], curies: [{ name: 'cms' }] },
  })
  t.same(Object.keys(body.routes), [
    '/',
    '/shop/v1',
    '/shop/v1/things',
    '/shop/v1/things/(?P<id>[\\d]+)',
    '/news/v2',
    '/news/v2/things',
  ])
  t.notOk('schema' in (body.routes['/shop/v1/things'] as object))
})

t.test('with context=help, the index shows schemas', async t => {
  const { get } = aSite({ context: true })
  t.match(await get('/', 'context=help'), { routes: { '/shop/v1/things': { schema: { title: 'thing' } } } })
  t.match(await get('/shop/v1', 'context=help'), { routes: { '/shop/v1/things': { schema: { title: 'thing' } } } })
  const { routes } = (await aSite().get('/', 'context=help')) as { routes: Record<string, object> }
  t.notOk('schema' in (routes['/shop/v1/things'] ?? {}))
})

t.test('only some of it', async t => {
  const { get } = aSite()
  t.strictSame(await get('/', '_fields=name'), { name: 'A site' })
  t.strictSame(await get('/', '_fields=namespaces'), { namespaces: ['shop/v1', 'news/v2'] })
  t.match(await get('/', '_fields=_links.help'), { _links: { help: [{}] } })
  const { routes } = (await get('/', '_fields=routes./shop/v1/things')) as { routes: object }
  t.same(Object.keys(routes), ['/shop/v1/things'])
})

t.test('the description depends on the caller', async t => {
  t.match(await aSite().get('/', '_fields=caller', { 'x-user': 'read' }), { caller: 1 })
})

t.test('the index of a namespace', async t => {
  const { get, described } = aSite()
  const body = (await get('/shop/v1')) as { routes: object }
  t.match(body, { namespace: 'shop/v1', _links: { up: [{ href: 'https://site.example/cms-json/' }] } })
  t.same(Object.keys(body.routes), ['/shop/v1', '/shop/v1/things', '/shop/v1/things/(?P<id>[\\d]+)'])
  t.equal(described(), 0)
  t.match(await get('/shop/v1', 'namespace=news/v2'), { namespace: 'news/v2' })
  for (const name of ['nope', ''])
    t.match(await get('/shop/v1', `namespace=${name}`), { code: 'rest_invalid_namespace' })
})
