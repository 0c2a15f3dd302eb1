import { createConnection } from 'node:net'
import { cmsDialect } from '@platen/site'
import t from 'tap'
import { temporaryFolder } from '../temporary-folder.js'
import { type Sending, serveSite } from './over-http.js'
import { complaintAbout } from './sound-answers.js'

const served = await serveSite(cmsDialect, `${temporaryFolder('hostile-bodies')}/site.sqlite`, {
  maxBodyBytes: 1_000_000,
})

const json = { 'content-type': 'application/json' }
const form = { 'content-type': 'application/x-www-form-urlencoded' }
const multipart = { 'content-type': 'multipart/form-data; boundary=b' }
const nested = (open: string, close: string, depth: number, inner = '1') =>
  open.repeat(depth) + inner + close.repeat(depth)
const posted = (body: string | Uint8Array, headers: Record<string, string> = json): Sending => ({
  method: 'POST',
  target: '/cms/v2/posts',
  headers,
  body,
})
const bytes = (...values: number[]) => Uint8Array.from(values)

interface Case {
  readonly name: string
  readonly sending: Sending
  readonly status: number
  readonly code?: string
}

const bodies: readonly Case[] = [
  { name: 'JSON that breaks off', sending: posted('{"title":"a'), status: 400, code: 'rest_invalid_json' },
  { name: 'JSON with a comma too many', sending: posted('{"title":"a",}'), status: 400, code: 'rest_invalid_json' },
  { name: 'JSON and more', sending: posted('{"title":"a"}{}'), status: 400, code: 'rest_invalid_json' },
  { name: 'a NUL', sending: posted('\0'), status: 400, code: 'rest_invalid_json' },
  { name: 'NaN', sending: posted('{"menu_order":NaN}'), status: 400, code: 'rest_invalid_json' },
  {
    name: 'invalid UTF-8',
    sending: posted(Buffer.concat([Buffer.from('{"title":"'), bytes(0xc3, 0x28), Buffer.from('"}')])),
    status: 400,
    code: 'rest_invalid_json',
  },
  { name: 'UTF-16', sending: posted(Buffer.from('{"title":"a"}', 'utf16le')), status: 400, code: 'rest_invalid_json' },
  { name: 'half a surrogate pair', sending: posted('{"title":"\\udc00"}'), status: 400, code: 'rest_invalid_json' },
  {
    name: 'lists 100,000 deep',
    sending: posted(`{"title":${nested('[', ']', 100_000)}}`),
    status: 400,
    code: 'rest_invalid_json',
  },
  { name: 'maps 100,000 deep', sending: posted(nested('{"a":', '}', 100_000)), status: 400, code: 'rest_invalid_json' },
  {
    name: 'lists 500 deep',
    sending: posted(`{"title":"a","tags":${nested('[', ']', 500)}}`),
    status: 400,
    code: 'rest_invalid_param',
  },
  {
    name: 'maps 500 deep that nobody asked for',
    sending: posted(`{"title":"a","unknown":${nested('{"a":', '}', 500)}}`),
    status: 201,
  },
  { name: 'a list', sending: posted('[1,2,3]'), status: 400 },
  { name: 'a word', sending: posted('"word"'), status: 400 },
  { name: 'an empty body', sending: posted(''), status: 400 },
  { name: 'a body of another type', sending: posted('title=a', { 'content-type': 'text/csv' }), status: 400 },
  { name: 'a body of no type', sending: posted('{"title":"a"}', {}), status: 400 },
  { name: 'an invalid type', sending: posted('{}', { 'content-type': ';;;=,' }), status: 400 },
  {
    name: 'a body one byte too large',
    sending: posted(`{"title":"${'a'.repeat(1_000_000)}"}`),
    status: 413,
    code: 'rest_request_too_large',
  },
  {
    name: 'members of what every object has',
    sending: posted('{"title":"a","__proto__":{"status":"publish"},"constructor":1,"meta":{"__proto__":{"x":1}}}'),
    status: 201,
  },
  {
    name: 'thousands of members',
    sending: posted(`{"title":"a",${Array.from({ length: 20_000 }, (_, i) => `"p${i}":${i}`).join()}}`),
    status: 201,
  },
  {
    name: 'thousands of tags',
    sending: posted(`{"title":"a","tags":[${Array.from({ length: 20_000 }, (_, i) => i + 1).join()}]}`),
    status: 201,
  },
  {
    name: 'huge numbers',
    sending: posted('{"title":"a","author":1e400,"featured_media":99999999999999999999}'),
    status: 400,
    code: 'rest_invalid_param',
  },
  {
    name: 'wrong types all over',
    sending: posted('{"title":7,"status":[],"meta":"x","sticky":"maybe","categories":{"a":{}},"date":{}}'),
    status: 400,
    code: 'rest_invalid_param',
  },
  { name: 'a form with thousands of fields', sending: posted(`title=a&${'x[]=1&'.repeat(50_000)}`, form), status: 201 },
  {
    name: 'a form with brackets 10,000 deep',
    sending: posted(`title=a&x${'[a]'.repeat(10_000)}=1`, form),
    status: 201,
  },
  { name: 'a form with broken escapes', sending: posted('title=a%&%zz=%ff&content=%c3%28', form), status: 201 },
  {
    name: 'a multipart form',
    sending: posted('--b\r\nContent-Disposition: form-data; name="title"\r\n\r\na\r\n--b--\r\n', multipart),
    status: 201,
  },
  {
    name: 'a multipart form that breaks off',
    sending: posted('--b\r\nContent-Disposition: form-data; name="title"\r\n\r\na', multipart),
    status: 400,
    code: 'rest_invalid_multipart',
  },
  {
    name: 'a multipart form without a boundary',
    sending: posted('--b\r\n', { 'content-type': 'multipart/form-data' }),
    status: 400,
    code: 'rest_invalid_multipart',
  },
  {
    name: 'a multipart form of noise',
    sending: posted('noise', multipart),
    status: 400,
    code: 'rest_invalid_multipart',
  },
  {
    name: 'a part without a name',
    sending: posted('--b\r\nContent-Disposition: form-data\r\n\r\na\r\n--b--\r\n', multipart),
    status: 400,
    code: 'rest_invalid_multipart',
  },
  {
    name: 'too many parts',
    sending: posted(
      `${'--b\r\nContent-Disposition: form-data; name="x"\r\n\r\na\r\n'.repeat(3000)}--b--\r\n`,
      multipart,
    ),
    status: 413,
  },
]

const addresses: readonly Case[] = [
  { name: 'a very long path', sending: { target: `/cms/v2/${'a'.repeat(8000)}` }, status: 404 },
  { name: 'a path of very many segments', sending: { target: '/a'.repeat(4000) }, status: 404 },
  { name: 'a path of slashes', sending: { target: '/'.repeat(8000) }, status: 200 },
  { name: 'a path with a broken escape', sending: { target: '/cms/v2/types/%' }, status: 404 },
  { name: 'a path with broken bytes', sending: { target: '/cms/v2/types/%ff%fe' }, status: 404 },
  { name: 'a path with a NUL', sending: { target: '/cms/v2/types/post%00' }, status: 404 },
  { name: 'a path that climbs', sending: { target: '/cms/v2/../../../etc/passwd' }, status: 404 },
  { name: 'a name of what every object has', sending: { target: '/cms/v2/types/__proto__' }, status: 404 },
  { name: 'another one', sending: { target: '/cms/v2/statuses/constructor' }, status: 404 },
  { name: 'a third one', sending: { target: '/cms/v2/taxonomies/toString' }, status: 404 },
  { name: 'an enormous id', sending: { target: `/cms/v2/posts/${'9'.repeat(400)}` }, status: 400 },
  { name: 'an id beyond what is exact', sending: { target: '/cms/v2/posts/9007199254740993' }, status: 404 },
  {
    name: 'thousands of parameters',
    sending: { target: `/cms/v2/posts?${'categories[]=1&'.repeat(900)}` },
    status: 200,
  },
  { name: 'brackets without end', sending: { target: `/cms/v2/posts?categories${'[a]'.repeat(2500)}=1` }, status: 400 },
  {
    name: 'parameters of what every object has',
    sending: { target: '/cms/v2/posts?__proto__[per_page]=1&constructor=x&_fields=__proto__,constructor' },
    status: 200,
  },
  {
    name: 'a page beyond what is exact',
    sending: { target: '/cms/v2/tags?page=9007199254740993&per_page=100' },
    status: 200,
  },
  { name: 'an offset beyond what is exact', sending: { target: '/cms/v2/tags?offset=99999999999999999' }, status: 200 },
  { name: 'broken escapes', sending: { target: '/cms/v2/tags?search=%c3%28&%ff=%' }, status: 200 },
  { name: 'a NUL in a search', sending: { target: '/cms/v2/tags?search=%00' }, status: 200 },
  { name: 'marks of patterns in a search', sending: { target: '/cms/v2/tags?search=%25_%5C%22*' }, status: 200 },
  {
    name: 'fields of fields of fields',
    sending: { target: `/cms/v2/tags?_fields=${'a.'.repeat(3000)}b` },
    status: 200,
  },
  { name: 'very many fields', sending: { target: `/cms/v2/tags?_fields=${'a,'.repeat(3000)}id` }, status: 200 },
  { name: 'very many relations', sending: { target: `/cms/v2/tags?_embed=${'a,'.repeat(3000)}` }, status: 200 },
  {
    name: 'line breaks for headers',
    sending: { target: '/cms/v2/tags?per_page=1&page=1&x=%0d%0aSet-Cookie:%20a=b' },
    status: 200,
  },
]

for (const { name, sending, status, code } of [...bodies, ...addresses]) {
  t.test(name, async t => {
    served.errors.length = 0
    const answer = await served.send(sending)
    t.equal(complaintAbout(answer, cmsDialect), undefined)
    t.equal(answer.status, status, answer.text.slice(0, 200))
    if (code !== undefined) t.equal((JSON.parse(answer.text) as { code: string }).code, code)
    t.same(served.errors, [])
    t.equal((await served.send({ target: '/?_fields=name' })).status, 200, 'the site goes on')
  })
}

t.test('prototypes stay as they were', async t => {
  const plain: Record<string, unknown> = {}
  for (const name of ['x', 'status', 'per_page', 'y']) t.equal(plain[name], undefined)
})

/** Requests that no client library would send, byte by byte. */
const raw: readonly { name: string; text: string }[] = [
  { name: 'no request at all', text: '\r\n\r\n' },
  { name: 'noise', text: '\0\x01\x02\xff\r\n\r\n' },
  { name: 'a request line without a target', text: 'GET\r\n\r\n' },
  { name: 'an old version', text: 'GET /api/ HTTP/0.9\r\n\r\n' },
  {
    name: 'a body that never comes',
    text: 'POST /api/cms/v2/posts HTTP/1.1\r\nHost: a\r\nContent-Length: 10\r\n\r\n{',
  },
  {
    name: 'two lengths',
    text: 'POST /api/cms/v2/posts HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n{}',
  },
  { name: 'an invalid length', text: 'POST /api/cms/v2/posts HTTP/1.1\r\nHost: a\r\nContent-Length: -5\r\n\r\n{}' },
  {
    name: 'invalid chunks',
    text: 'POST /api/cms/v2/posts HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n',
  },
  {
    name: 'an absolute target',
    text: 'GET http://elsewhere/api/?_fields=name HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n',
  },
  { name: 'a star', text: 'OPTIONS * HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n' },
  { name: 'very many headers', text: `GET /api/ HTTP/1.1\r\nHost: a\r\n${'X-A: b\r\n'.repeat(5000)}\r\n` },
  {
    name: 'raw bytes in the target',
    text: 'GET /api/cms/v2/types/\xc3\xa4 HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n',
  },
]

for (const { name, text } of raw) {
  t.test(name, async t => {
    const socket = createConnection(served.port, '127.0.0.1')
    const received = await new Promise<string>(resolve => {
      let all = ''
      const done = () => resolve(all)
      socket.setEncoding('latin1').on('data', chunk => {
        all += chunk
      })
      socket.on('close', done).on('error', done)
      socket.write(Buffer.from(text, 'latin1'))
      setTimeout(() => socket.destroy(), 200)
    })
    t.notMatch(received, /^HTTP\/1\.1 5/)
    t.equal((await served.send({ target: '/?_fields=name' })).status, 200, 'the site goes on')
    t.same(served.errors, [])
  })
}

t.test('the server closes', async t => {
  await t.resolves(served.close())
})
