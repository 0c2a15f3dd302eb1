import { parsePairs, parseQuery, type RestRequest } from '@platen/core'
import { createMemoryStorage } from '@platen/media'
import { slugify } from '@platen/site/extend'
import { fold } from '@platen/storage'
import t from 'tap'
import { grows } from '../growth.js'
import { makeSite } from '../site/make-site.js'
import { ALPHABETS, enclosed, isWhole, longestOf, repeated } from './alphabets.js'
import { unlimited } from './unlimited.js'

t.setTimeout(isWhole ? 1_800_000 : 280_000)

const TEXTS = ALPHABETS.map((piece, at) => [piece, at % 2 === 0 ? enclosed : repeated] as const)
const admin = { 'x-as': 'administrator' }
const posts = '/cms/v2/posts'
const bytes = new TextEncoder().encode('a')
const upload = (name: string): RestRequest => ({
  method: 'POST',
  path: '/cms/v2/media',
  headers: admin,
  body: { kind: 'multipart', form: { fields: [], files: [{ field: 'file', name, type: 'text/plain', bytes }] } },
})
const sendBytes = (disposition: string): RestRequest => ({
  method: 'POST',
  path: '/cms/v2/media',
  headers: { ...admin, 'content-type': 'text/plain', 'content-disposition': disposition },
  body: { kind: 'bytes', bytes },
})
const get = (query: string, path = posts): RestRequest => ({ method: 'GET', path, query, headers: admin })
const withHeader = (name: string, value: string): RestRequest => ({
  method: 'GET',
  path: posts,
  headers: { [name]: value },
})
const encoded = encodeURIComponent
/** A part of a text that is used several times. */
const part = (text: string, times: number) =>
  text.slice(0, Math.ceil(text.length / times)).replace(/[\ud800-\udbff]$/, '')

/** What a client says outside of the arguments of endpoints, by where it says it. */
const REQUESTS: Readonly<Record<string, (text: string) => RestRequest>> = {
  _fields: text => get(`_fields=${encoded(text)}`),
  '_fields, raw': text => get(`_fields=${text}`),
  '_fields of names': text => get(`_fields=${encoded([...part(text, 2)].join(','))}`),
  _embed: text => get(`_embed=${encoded(text)}`),
  _jsonp: text => get(`_jsonp=${encoded(text)}`),
  _method: text => ({ ...get(`_method=${encoded(text)}`), method: 'POST' }),
  'a query': text => get(text),
  'names of a query': text => get(`${encoded(text)}=1`),
  'many parameters': text => get(`${part(text, 20)}=1&`.repeat(20)),
  brackets: text => get(`a[${text}]=1`),
  'a path': text => get('', `/cms/v2/${text}`),
  'the path of a post': text => get('', `${posts}/${text}`),
  'the path of a name': text => get('', `/cms/v2/types/${text}`),
  'a file name': text => upload(`${text}.txt`),
  'an extension': text => upload(`a.${text}`),
  'the start of a file name': text => upload(`${text}a.txt`),
  'Content-Disposition': text => sendBytes(text),
  'the name in Content-Disposition': text => sendBytes(`attachment; filename="${text}"`),
  'the plain name in Content-Disposition': text => sendBytes(`attachment; filename=${text}`),
  'the encoded name in Content-Disposition': text => sendBytes(`attachment; filename*=utf-8''${text}`),
  'parameters of Content-Disposition': text => sendBytes(`attachment${`;${part(text, 20)}`.repeat(20)}`),
  'a type of a file': text => ({
    ...sendBytes('attachment; filename="a.txt"'),
    headers: { ...admin, 'content-type': text },
  }),
  'a form': text => ({
    method: 'POST',
    path: posts,
    headers: { ...admin, 'content-type': 'application/x-www-form-urlencoded' },
    body: { kind: 'text', text },
  }),
  JSON: text => ({
    method: 'POST',
    path: posts,
    headers: { ...admin, 'content-type': 'application/json' },
    body: { kind: 'text', text },
  }),
  'paths of a batch': text => ({
    method: 'POST',
    path: '/batch/v1',
    headers: admin,
    body: { kind: 'json', value: { requests: [{ path: `/cms/v2/posts?${text}` }, { path: `/${text}` }] } },
  }),
  'the password of a caller': text => withHeader('authorization', `Basic ${text}`),
  ...Object.fromEntries(
    [
      ...['authorization', 'if-none-match', 'if-match', 'if-modified-since', 'x-http-method-override', 'content-type'],
      ...['cookie', 'x-cms-nonce', 'origin', 'accept', 'referer', 'host', 'range'],
    ].map(name => [`the header ${name}`, (text: string) => withHeader(name, text)]),
  ),
}

/** Places that are read by the same code: file names, selections of fields, queries. */
const SHARED: readonly (readonly string[])[] = [
  [
    ...['a file name', 'an extension', 'the start of a file name', 'Content-Disposition'],
    ...['name', 'plain name', 'encoded name'].map(name => `the ${name} in Content-Disposition`),
    'parameters of Content-Disposition',
  ],
  ['_fields', '_fields, raw', '_fields of names'],
  ['a query', 'names of a query', 'many parameters', 'brackets', 'parseQuery', 'parseQuery of pairs'],
]

t.test('requests', async t => {
  for (const [what, request] of Object.entries(REQUESTS)) {
    const storage = createMemoryStorage({ url: 'https://site.example/files' })
    const { site } = await makeSite({ limits: unlimited, media: { storage } })
    for (const [piece, wrap] of TEXTS) {
      const make = (length: number) => {
        const given = request(wrap(piece, length))
        return async () => {
          const answer = await site.dispatch(given)
          answer.text()
          if (answer.status >= 500) t.fail(`${what} of ${JSON.stringify(piece)}: ${answer.status}`)
        }
      }
      const complaint = await grows(make, longestOf(piece, what, SHARED))
      if (complaint !== undefined) t.fail(`${what} of ${JSON.stringify(piece)}: ${complaint}`)
    }
    t.pass(what)
  }
})

const FUNCTIONS: Readonly<Record<string, (text: string) => unknown>> = {
  slugify,
  fold,
  parseQuery,
  'parseQuery of pairs': text => parseQuery(`${text}&`.repeat(3)),
  parsePairs: text => parsePairs([[text, text]]),
}

t.test('functions', async t => {
  for (const [what, run] of Object.entries(FUNCTIONS)) {
    for (const [piece, wrap] of TEXTS) {
      const make = (length: number) => {
        const text = wrap(piece, length)
        return () => run(text)
      }
      const complaint = await grows(make, longestOf(piece, what, SHARED))
      if (complaint !== undefined) t.fail(`${what} of ${JSON.stringify(piece)}: ${complaint}`)
    }
    t.pass(what)
  }
})
