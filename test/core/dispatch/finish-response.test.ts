import { anonymous, endpoint, type Reply } from '@platen/core'
import t from 'tap'
import { aRegistry } from '../a-registry.js'

function answering(reply: () => Reply) {
  const { registry, errors } = aRegistry()
  registry.route('a/v1', '/x', {
    endpoints: [endpoint({ methods: ['GET', 'POST'], permission: 'public', handler: reply })],
  })
  return { dispatch: registry.dispatch, errors }
}

const circular: Record<string, unknown> = {}
circular['self'] = circular
const unwritable: { name: string; body: unknown }[] = [
  { name: 'a cycle', body: circular },
  { name: 'a bigint', body: { n: 1n } },
  { name: 'a toJSON that throws', body: { toJSON: () => JSON.parse('{') } },
]

for (const { name, body } of unwritable) {
  for (const method of ['GET', 'POST']) {
    t.test(`${method}: a body with ${name} is an error like any other`, async t => {
      const { dispatch, errors } = answering(() => ({ body }))
      const { status, text } = await dispatch({ method, path: '/a/v1/x' })
      t.equal(status, 500)
      t.match(JSON.parse(text()), { code: 'rest_internal_error' })
      t.equal(errors.length, 1)
    })
  }
}

t.test('callers in process get the value; the text is written on demand', async t => {
  let written = 0
  const body = { toJSON: () => ++written }
  const { dispatch } = answering(() => ({ body }))
  const answer = await dispatch({ method: 'GET', path: '/a/v1/x', principal: anonymous })
  t.equal(answer.body, body)
  t.equal(written, 0)
  t.equal(answer.text(), '1')
  t.equal(answer.text(), '1')
})

t.test('headers are printable ASCII', async t => {
  const { dispatch } = answering(() => ({
    body: {},
    headers: { Location: 'https://site.example/é\r\nSet-Cookie: a=b', 'X-Half': 'a\ud800b' },
    linkHeader: ['<https://site.example/日本?a=\n>; rel="next"'],
  }))
  const { headers } = await dispatch({ method: 'GET', path: '/a/v1/x' })
  t.equal(headers['Location'], 'https://site.example/%C3%A9%0D%0ASet-Cookie: a=b')
  t.equal(headers['X-Half'], 'a%EF%BF%BDb')
  t.equal(
    headers['Link'],
    '<https://site.example/cms-json/>; rel="about:cms/", <https://site.example/%E6%97%A5%E6%9C%AC?a=%0A>; rel="next"',
  )
})
