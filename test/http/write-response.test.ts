import type { RestResponse } from '@platen/core'
import t from 'tap'
import { answer, plain, serve } from './serve.js'

const answers: {
  name: string
  method?: string
  given: Partial<RestResponse> & { content?: string }
  status?: number
  headers: Record<string, string | undefined>
  body?: string
}[] = [
  { name: 'text with its length', given: { content: '{"a":1}' }, headers: { 'content-length': '7' }, body: '{"a":1}' },
  { name: 'length in bytes', given: { content: '"☃"' }, headers: { 'content-length': '5' }, body: '"☃"' },
  {
    name: 'half a pair of surrogates',
    given: { content: '"\ud800"' },
    headers: { 'content-length': '5' },
    body: '"\ufffd"',
  },
  { name: 'nothing', given: { content: '' }, headers: { 'content-length': '0' }, body: '' },
  {
    name: 'status and headers',
    given: { status: 201, headers: { Location: '/a' } },
    status: 201,
    headers: { location: '/a' },
  },
  { name: 'HEAD', method: 'HEAD', given: { content: '{"a":1}' }, headers: { 'content-length': '7' }, body: '' },
  {
    name: 'HEAD of which the text was left out',
    method: 'HEAD',
    given: { content: '' },
    headers: { 'content-length': undefined },
    body: '',
  },
  {
    name: '204',
    given: { status: 204, content: '{"a":1}' },
    status: 204,
    headers: { 'content-length': undefined, 'content-type': undefined, 'transfer-encoding': undefined },
    body: '',
  },
  {
    name: '304',
    given: { status: 304, headers: { ETag: '"a"' } },
    status: 304,
    headers: { etag: '"a"', 'transfer-encoding': undefined },
    body: '',
  },
  {
    name: 'an error',
    given: { status: 500, content: '{}' },
    status: 500,
    headers: { 'content-length': '2' },
    body: '{}',
  },
  { name: 'an invalid status', given: { status: 42 }, status: 500, headers: {} },
  {
    name: 'headers that try to break out',
    given: { headers: { 'X-A': 'a\r\nX-Evil: 1', 'X-B': 'b\n\nevil', 'X-C: x\r\nX-Evil': '1', 'X-D': '\0\x7f' } },
    headers: {
      'x-a': 'a%0D%0AX-Evil: 1',
      'x-b': 'b%0A%0Aevil',
      'x-c': undefined,
      'x-evil': undefined,
      'x-d': '%00%7F',
    },
  },
  {
    name: 'headers beyond Latin-1',
    given: { headers: { Link: '</ä☃😀>' } },
    headers: { link: '</%C3%A4%E2%98%83%F0%9F%98%80>' },
  },
  {
    name: 'half a pair of surrogates in a header',
    given: { headers: { Link: 'a\udc00' } },
    headers: { link: 'a%EF%BF%BD' },
  },
  { name: 'another Vary', given: { headers: { Vary: 'Cookie' } }, headers: { vary: 'Cookie, Origin' } },
]

for (const { name, method = 'GET', given, status = 200, headers, body } of answers) {
  t.test(`sends ${name}`, async t => {
    const { send } = await serve(t, {}, async () => answer(given))
    const got = await send(plain(method, '/cms-json/a', ['Origin: https://a.example']))
    t.equal(got.status, status)
    for (const [header, value] of Object.entries(headers)) t.equal(got.headers[header], value, header)
    if (body !== undefined) t.equal(got.body, body)
  })
}

t.test('sends the bytes of a file', async t => {
  const bytes = Uint8Array.from({ length: 256 }, (_, i) => i)
  const { origin } = await serve(t, {}, async () => answer({ bytes, headers: { 'Content-Type': 'application/zip' } }))
  const got = await fetch(`${origin}/cms-json/a`)
  t.equal(got.headers.get('content-length'), '256')
  t.strictSame(new Uint8Array(await got.arrayBuffer()), bytes)
})
