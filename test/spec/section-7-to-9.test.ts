import { measuredSizes } from '@platen/site/extend'
import { bodyOf, section, write } from './specified.js'

const spec = section('7')

spec('the shape of an error: `code`, `message`, `data` with its `status`', async (t, { send }) => {
  for (const request of [
    'GET /posts/99',
    'GET /nothing',
    'GET /posts?per_page=x',
    'DELETE /categories/99?force=true',
  ]) {
    const { status, body } = await send(request)
    const { code, message, data, ...more } = bodyOf({ body })
    t.type(code, 'string')
    t.type(message, 'string')
    t.match(data, { status }, request)
    t.same(more, {}, request)
  }
})

spec(
  '`rest_missing_callback_param`: the message names the parameter, `data.params` lists the names',
  async (t, { send }) => {
    const { status, body } = await send('POST /categories', { body: {} })
    t.equal(status, 400)
    t.match(body, { code: 'rest_missing_callback_param', message: /name/, data: { status: 400, params: ['name'] } })
  },
)

spec('`rest_invalid_param`: `data.params` maps each parameter to a reason', async (t, { send }) => {
  const { status, body } = await send('GET /posts?per_page=x&order=up')
  t.equal(status, 400)
  t.match(body, { code: 'rest_invalid_param' })
  const { params } = bodyOf<{ data: { params: Record<string, string> } }>({ body }).data
  t.same(Object.keys(params).sort(), ['order', 'per_page'])
  t.match(params['per_page'], /^per_page does not belong to the type integer\.?$/)
  t.match(params['order'], /^order is not one of asc(,| and) desc\.?$/)
})

section('7', site => {
  site.registerRoute('shop/v1', '/choice', {
    endpoints: [
      {
        methods: 'POST',
        permission: 'public',
        args: {
          pick: {
            type: 'object',
            oneOf: [
              {
                title: 'Number',
                type: 'object',
                properties: { n: { type: 'integer', required: true } },
                additionalProperties: false,
              },
              {
                title: 'Word',
                type: 'object',
                properties: { w: { type: 'string', minLength: 3, required: true } },
                additionalProperties: false,
              },
            ],
          },
        },
        handler: () => ({ body: {} }),
      },
    ],
  })
})('for alternatives the reason names the closest one and its failing property', async (t, { send }) => {
  const { body } = await send('POST //shop/v1/choice', { body: { pick: { w: 'x' } } })
  const reason = bodyOf<{ data: { params: { pick: string } } }>({ body }).data.params.pick
  t.match(reason, /Word/)
  t.match(reason, /pick\[w\]/)
})

spec('`rest_forbidden`: 401 when the caller is not signed in, 403 when not permitted', async (t, { send }) => {
  t.match(await send('GET /settings', { as: 'subscriber' }), { status: 403, body: { code: 'rest_forbidden' } })
  t.match(await send('GET /types?context=edit', { as: 'anonymous' }), { status: 401 })
  t.match(await send('GET /types?context=edit', { as: 'subscriber' }), { status: 403 })
})

spec(
  '`empty_username`: `data` null, and `empty_password` in `additional_errors`, of the same shape',
  async (t, { send }) => {
    const { status, body } = await send('GET /settings', { as: 'anonymous' })
    t.equal(status, 401)
    const shape = { message: /\w/, data: null }
    t.match(body, { code: 'empty_username', ...shape, additional_errors: [{ code: 'empty_password', ...shape }] })
    const error = bodyOf<{ additional_errors: readonly object[] }>({ body })
    t.same(Object.keys(error).sort(), ['additional_errors', 'code', 'data', 'message'])
    t.same(
      error.additional_errors.map(each => Object.keys(each).sort()),
      [['code', 'data', 'message']],
    )
  },
)

spec('an invalid `_jsonp` callback is 400 and is not called', async (t, { send }) => {
  const { status, headers } = await send('GET /posts?_jsonp=a-b')
  t.equal(status, 400)
  t.match(headers['Content-Type'], /^application\/json/)
})

section('7', site => {
  site.context.get(measuredSizes).replace('themes', () => Promise.reject(new Error('no such folder')))
})('`not_available`: 500 when `directory-sizes` cannot compute sizes', async (t, { send }) => {
  const { status, body } = await send('GET //cms-site-health/v1/directory-sizes')
  t.match({ status, body }, { status: 500, body: { code: 'not_available', message: /cannot be displayed/ } })
})

const spec8 = section('8')
const spec9 = section('9')

spec8('more than 100 records are read page by page', async (t, made) => {
  const requests = (from: number) =>
    Array.from({ length: 25 }, (_, i) => ({ path: '/cms/v2/tags', body: { name: `tag ${from + i}` } }))
  for (const from of [0, 25, 50, 75, 100]) {
    const { body } = await made.send('POST //batch/v1', { body: { requests: requests(from) } })
    t.ok(bodyOf<{ responses: { status: number }[] }>({ body }).responses.every(({ status }) => status === 201))
  }
  const first = await made.send('GET /tags?per_page=100')
  t.match(first.headers, { 'X-CMS-Total': '125', 'X-CMS-TotalPages': '2' })
  const rest = await made.send('GET /tags?per_page=100&page=2')
  const ids = [first, rest].flatMap(page => bodyOf<{ id: number }[]>(page).map(({ id }) => id))
  t.equal(new Set(ids).size, 125)
})

spec8('`per_page` is 10 and `page` 1 by default', async (t, made) => {
  for (let i = 0; i < 11; i++) await write(made, '/tags', { name: `t${i}` })
  const list = await made.send('GET /tags')
  t.equal(bodyOf<unknown[]>(list).length, 10)
  t.same(list.body, (await made.send('GET /tags?page=1&per_page=10')).body)
})

spec9('the version is part of the namespace', async (t, { send }) => {
  const { namespaces } = bodyOf<{ namespaces: string[] }>(await send('GET //'))
  t.same(namespaces.toSorted(), [
    'batch/v1',
    'cms-abilities/v1',
    'cms-block-editor/v1',
    'cms-site-health/v1',
    'cms/v2',
    'oembed/1.0',
  ])
})

spec9('schemas returned by OPTIONS are JSON Schema draft 4', async (t, { send }) => {
  for (const path of ['/posts', '/users', '/settings', '/search', '/types', '/categories'])
    t.match(
      (await send(`OPTIONS ${path}`)).body,
      { schema: { $schema: 'http://json-schema.org/draft-04/schema#' } },
      path,
    )
})

spec8('`per_page` is at most 100, and 10 by default for themes and search', async (t, { send }) => {
  for (const path of ['/posts', '/tags', '/users', '/comments', '/search', '/themes']) {
    const { endpoints } = bodyOf<{ endpoints: [{ args: Record<string, { maximum?: number; default?: number }> }] }>(
      await send(`OPTIONS ${path}`),
    )
    t.match(endpoints[0].args['per_page'], { maximum: 100, default: 10 }, path)
    t.equal((await send(`GET ${path}?per_page=101&status=active`)).status, 400, path)
  }
})

spec8('a callback of `_jsonp` has letters, digits, `_` and `.`', async (t, { send }) => {
  for (const [name, status] of [
    ['aZ0_.b', 200],
    ['a-b', 400],
    ['a(b', 400],
    ['a b', 400],
    ['ä', 400],
  ] as const)
    t.equal((await send(`GET /types?_jsonp=${encodeURIComponent(name)}`)).status, status, name)
})

spec9('a field within a field is selected with dots (5.3)', async (t, made) => {
  const { id } = await write(made, '/posts', { title: 'x', status: 'publish' })
  t.same((await made.send(`GET /posts/${id}?_fields=title.rendered`)).body, { title: { rendered: 'x' } })
})

spec9('every namespace is listed in the root, and describes its routes', async (t, { send }) => {
  const { namespaces } = bodyOf<{ namespaces: string[] }>(await send('GET //'))
  for (const namespace of namespaces) t.match((await send(`GET //${namespace}`)).body, { namespace, routes: Object })
})
