import { endpoint, type ResponseFormat, RestError } from '@platen/core'
import t from 'tap'
import { aRegistry } from '../a-registry.js'

const csv: ResponseFormat = {
  contentType: 'text/csv; charset=UTF-8',
  write: body =>
    Object.entries(body as object)
      .map(([name, value]) => `${name},${JSON.stringify(value)}\n`)
      .join(''),
}
const { registry } = aRegistry()
registry.route('a/v1', '/x', {
  endpoints: [
    endpoint({
      methods: 'GET',
      args: { n: { type: 'integer', required: true }, format: { default: 'json' } },
      permission: 'public',
      format: ({ params }) => (params['format'] === 'csv' ? csv : undefined),
      handler: ({ params }) => {
        if (params.n === 0) throw new RestError('zero', 'It is zero.', 404)
        return { body: { a: params.n, b: 'x' } }
      },
    }),
  ],
})
const get = (query: string, method = 'GET', headers = {}) =>
  registry.dispatch({ method, path: '/a/v1/x', query, headers })

const CASES = [
  { query: 'n=1&format=csv', status: 200, type: 'text/csv', text: 'a,1\nb,"x"\n' },
  { query: 'n=1&format=csv&_fields=b', status: 200, type: 'text/csv', text: 'b,"x"\n' },
  { query: 'n=1', status: 200, type: 'application/json', text: '{"a":1,"b":"x"}' },
  { query: 'n=1&format=pdf', status: 200, type: 'application/json', text: '{"a":1,"b":"x"}' },
  { query: 'n=0&format=csv', status: 404, type: 'text/csv', text: 'code,"zero"\nmessage,"It is zero."\n' },
  { query: 'format=csv', status: 400, type: 'text/csv', text: 'code,"rest_missing_callback_param"\n' },
  { query: 'n=x&format=csv', status: 400, type: 'text/csv', text: 'code,"rest_invalid_param"\n' },
  { query: 'n=1&format=csv&_jsonp=cb', status: 200, type: 'application/javascript', text: '/**/cb({"a":1,"b":"x"})' },
  { query: 'n=1&format=csv&_envelope', status: 200, type: 'application/json', text: '{"body":{"a":1,"b":"x"}' },
]

for (const { query, status, type, text } of CASES) {
  t.test(query, async t => {
    const response = await get(query)
    t.equal(response.status, status)
    t.equal(response.headers['Content-Type'], `${type}; charset=UTF-8`)
    t.ok(response.text().startsWith(text), response.text())
  })
}

t.test('has its own validator, and sends nothing for HEAD and 304', async t => {
  const response = await get('n=1&format=csv')
  const tag = response.headers['ETag'] as string
  t.not(tag, (await get('n=1')).headers['ETag'])
  const unchanged = await get('n=1&format=csv', 'GET', { 'if-none-match': tag })
  t.equal(unchanged.status, 304)
  t.equal(unchanged.text(), '')
  t.equal((await get('n=1&format=csv', 'HEAD')).text(), '')
})
