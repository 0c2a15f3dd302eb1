import { endpoint, RestError } from '@platen/core'
import type { Site } from '@platen/site'
import t from 'tap'
import { makeSite } from '../make-site.js'

const pong = endpoint({ methods: 'GET', permission: 'public', handler: () => ({ body: { pong: true } }) })

t.test('a route in its own namespace', async t => {
  const { send } = await makeSite({
    register(site) {
      site.registerRoute('shop/v1', '/carts/{id}', {
        endpoints: [
          endpoint({
            methods: ['GET', 'DELETE'],
            args: { id: { type: 'integer' }, size: { type: 'integer', default: 3 } },
            permission: { capability: 'edit_posts' },
            handler: ({ params, method }) => ({ body: { method, id: params.id, size: params.size } }),
          }),
        ],
      })
    },
  })
  t.match(await send('GET //shop/v1/carts/7', { as: 'author' }), {
    status: 200,
    body: { method: 'GET', id: 7, size: 3 },
  })
  t.match(await send('DELETE //shop/v1/carts/7?size=9'), {
    status: 200,
    body: { method: 'DELETE', size: 9 },
    headers: { Allow: 'GET, DELETE' },
  })
  t.match(await send('GET //shop/v1/carts/7?size=x'), { status: 400, body: { code: 'rest_invalid_param' } })
  t.match(await send('GET //shop/v1/carts/7', { as: 'subscriber' }), { status: 403, body: { code: 'rest_forbidden' } })
  t.match(await send('GET //shop/v1/carts/7', { as: 'anonymous' }), { status: 401, body: { code: 'rest_forbidden' } })
  t.match((await send('GET //shop/v1')).body, {
    namespace: 'shop/v1',
    routes: { '/shop/v1/carts/(?P<id>[\\d]+)': { methods: ['GET', 'DELETE'] } },
  })
  t.ok(((await send('GET //?_fields=namespaces')).body as { namespaces: string[] }).namespaces.includes('shop/v1'))
})

t.test('a route of the site gets another endpoint', async t => {
  const { send } = await makeSite({
    register: site =>
      site.registerRoute(site.context.namespace, '/settings', {
        endpoints: [
          endpoint({
            methods: 'DELETE',
            permission: { capability: 'manage_options' },
            handler: () => ({ body: { reset: true } }),
          }),
        ],
      }),
  })
  t.match(await send('DELETE /settings'), { status: 200, body: { reset: true } })
  t.match(await send('GET /settings'), {
    status: 200,
    body: { title: 'A site' },
    headers: { Allow: 'GET, POST, PUT, PATCH, DELETE' },
  })
  t.match((await send('OPTIONS /settings')).body, { schema: { title: 'settings' } }, 'its schema stays')
})

t.test('an endpoint of the site is replaced by one for the same methods', async t => {
  const { send } = await makeSite({
    register: site =>
      site.registerRoute(site.context.namespace, '/settings', { endpoints: [{ ...pong, override: true }] }),
  })
  t.match(await send('GET /settings', { as: 'anonymous' }), { status: 200, body: { pong: true } })
  t.match(await send('POST /settings', { body: { title: 'New' } }), { status: 200 }, 'the others stay')
})

t.test('override replaces a route as a whole', async t => {
  const { send } = await makeSite({
    register: site => site.registerRoute(site.context.namespace, '/settings', { override: true, endpoints: [pong] }),
  })
  t.match(await send('GET /settings'), { status: 200, body: { pong: true }, headers: { Allow: 'GET' } })
  t.match(await send('POST /settings', { body: { title: 'New' } }), { status: 404, body: { code: 'rest_no_route' } })
})

t.test('routes can be registered after the site is ready', async t => {
  const { send, site } = await makeSite()
  t.match(await send('GET //late/v1/x'), { status: 404 })
  site.registerRoute('late/v1', '/x', { endpoints: [pong] })
  t.match(await send('GET //late/v1/x'), { status: 200, body: { pong: true } })
})

t.test('errors of a route are responses, neutral unless a RestError', async t => {
  const throwing = (site: Site, path: string, thrown: unknown) =>
    site.registerRoute('shop/v1', path, {
      endpoints: [
        endpoint({
          methods: 'GET',
          permission: 'public',
          handler() {
            throw thrown
          },
        }),
      ],
    })
  const told: unknown[] = []
  const { send } = await makeSite({
    register(site) {
      throwing(site, '/teapot', new RestError('teapot', 'Short and stout.', 418, { data: { spout: 1 } }))
      throwing(site, '/bug', new TypeError('secret words'))
    },
    onError: error => told.push(error),
  })
  t.match(await send('GET //shop/v1/teapot'), {
    status: 418,
    body: { code: 'teapot', data: { status: 418, spout: 1 } },
  })
  const { status, text } = await send('GET //shop/v1/bug')
  t.equal(status, 500)
  t.notOk(text().includes('secret words'))
  t.match(told, [{ message: 'secret words' }])
})
