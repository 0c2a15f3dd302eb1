import { measuredSizes } from '@platen/site/extend'
import { bodyOf, section } from './specified.js'

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
