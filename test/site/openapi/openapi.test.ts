import type { OpenApiDocument } from '@platen/core/openapi'
import { dialects } from '@platen/site'
import { openApiDocument } from '@platen/site/extend'
import t from 'tap'
import { makeSite } from '../make-site.js'

for (const dialect of Object.values(dialects)) {
  const root = `//${dialect.prefix}`

  t.test(`a site describes itself in the dialect ${dialect.name}`, async t => {
    const { site, send } = await makeSite({
      dialect,
      register: site => site.registerPostType('book', { restBase: 'books', public: true }),
    })
    const response = await send('GET //openapi.json', { as: 'anonymous' })
    t.equal(response.status, 200)
    t.match(response.headers, { 'Content-Type': /^application\/json/, ETag: /^"/ })
    const { bytes } = response
    const document = JSON.parse(new TextDecoder().decode(bytes)) as OpenApiDocument
    t.same(document, await openApiDocument(site.context))
    t.match(document, { openapi: '3.1.0', info: { title: 'A site' }, servers: [{ url: site.context.apiUrl }] })
    t.ok(document.paths[`/${dialect.prefix}/v2/books/{id}`]?.get, 'the routes of registered types')
    const { schemas, securitySchemes } = document.components
    for (const name of ['BookView', 'BookEdit', 'BookEmbed', 'BookCreate', 'BookUpdate', 'Error', 'Links'])
      t.ok(schemas[name], name)
    t.notOk(schemas['BookView']?.properties?.['password'], 'only the context edit has a password')
    t.ok(schemas['BookEdit']?.properties?.['password'])
    t.same(Object.keys(securitySchemes), ['session', 'nonce', 'basic'])
    const tag = String(response.headers['ETag'])
    t.equal((await send('GET //openapi.json', { headers: { 'if-none-match': tag } })).status, 304)
    t.match(await send('GET //openapi.json?_fields=openapi'), { status: 200, body: { openapi: '3.1.0' } })
    t.match(await send('GET //openapi.json?_envelope'), { body: { status: 200, body: { openapi: '3.1.0' } } })
  })

  t.test(`all endpoints of the dialect ${dialect.name} say what they respond with`, async t => {
    const { site } = await makeSite({ dialect })
    await site.ready()
    const silent = site.context.registry
      .routes()
      .filter(({ endpoints }) => endpoints.some(({ responds }) => responds === undefined))
    t.same(
      silent.map(({ path }) => path.pattern),
      [],
    )
  })

  t.test(`names and paths of the dialect ${dialect.name} are unique`, async t => {
    const { site } = await makeSite({ dialect })
    await site.ready()
    const { paths } = await openApiDocument(site.context)
    const routes = new Set(Object.values(paths).map(item => item['x-route']))
    t.same(
      site.context.registry.routes().flatMap(({ path }) => (routes.has(path.pattern) ? [] : [path.pattern])),
      [],
      'every route has a path',
    )
    const names = Object.values(paths).flatMap(({ get, post, put, patch, delete: remove }) =>
      [get, post, put, patch, remove].flatMap(each => each?.operationId ?? []),
    )
    t.equal(new Set(names).size, names.length)
    for (const name of ['listPosts', 'createPost', 'getPost', 'updatePost', 'deletePost', 'getUsersMe'])
      t.ok(names.includes(name), name)
    t.ok(paths[`${root.slice(1)}/v2/posts`])
  })
}

t.test('a changed title changes the document; otherwise it is cached', async t => {
  const { site, send } = await makeSite()
  await site.ready()
  const first = await openApiDocument(site.context)
  t.equal(await openApiDocument(site.context), first)
  await send('POST /settings', { body: { title: 'Garden' } })
  t.equal((await openApiDocument(site.context)).info.title, 'Garden')
})

t.test('a site may have no document', async t => {
  const { send } = await makeSite({ openApi: false })
  t.match(await send('GET //openapi.json'), { status: 404, body: { code: 'rest_no_route' } })
})
