import { spawnSync } from 'node:child_process'
import {
  createTargetReader,
  forwardedClient,
  headerList,
  isLocalHost,
  type Links,
  linkHeader,
  RestError,
  withCuries,
} from '@platen/core'
import t from 'tap'

const named = { basePath: '/api', routeParameter: 'rest_route' }

/** URLs below `/api`, and where they lead: a path and a query, or nowhere. */
const TARGETS: readonly (readonly [path: string, query: string, target: readonly [string, string] | undefined])[] = [
  ['/api', '', ['/', '']],
  ['/api/', 'a=1', ['/', 'a=1']],
  ['/api/a%2Fb', '', ['/a%2Fb', '']],
  ['/apix', '', undefined],
  ['//api', '', ['/', '']],
  ['//api/a', 'b=1', ['/a', 'b=1']],
  ['///api//a', '', ['//a', '']],
  ['//apix', '', undefined],
  ['/x//api', '', undefined],
  ['/', 'rest_route=/', ['/', '']],
  ['/', 'rest_route=/a/b&c=d', ['/a/b', 'c=d']],
  ['/', 'c[]=d&rest_route=/a/b&e', ['/a/b', 'c[]=d&e']],
  ['/any/thing', 'rest_route=/a', ['/a', '']],
  ['/index.php', 'rest_route=%2Fa', ['/a', '']],
  ['/api/b', 'rest_route=/a', ['/a', '']],
  ['/', 'rest_route=/a&rest_route=/b', ['/b', '']],
  ['/', 'rest_route=/a%3Fb%2520', ['/a%3Fb%2520', '']],
  ['/', 'rest_route=/é+%ff', ['/%C3%A9%20%EF%BF%BD', '']],
  ['/', 'rest_route=a/b', ['a/b', '']],
  ['/', 'rest_route=', undefined],
  ['/', 'rest_route', undefined],
  ['/', 'rest_route=/a&rest_route=', undefined],
  ['/', 'x_rest_route=/a', undefined],
  ['/', 'rest_route[]=/a', undefined],
  ['/', 'a=rest_route=/a', undefined],
  ['/api', 'rest_route=&a=1', ['/', 'rest_route=&a=1']],
]

const read = createTargetReader(named)
for (const [path, query, target] of TARGETS) {
  t.test(`${path}?${query}`, async t => {
    const found = read(path, query)
    t.same(found && [found.path, found.query], target)
  })
}

t.test('a script before the root', async t => {
  const read = createTargetReader({ basePath: '/blog/api', scriptName: 'index.php' })
  t.same(read('/blog/index.php/api/a', 'b=1'), { path: '/a', query: 'b=1' })
  t.same(read('/blog/index.php/api', ''), { path: '/', query: '' })
  t.same(read('//blog/index.php/api/', ''), { path: '/', query: '' })
  t.same(read('/blog/api/index.php/api', ''), { path: '/index.php/api', query: '' })
  for (const path of ['/index.php/blog/api', '/blog/index.php/apix', '/blog/index.php', '/blog/INDEX.php/api'])
    t.equal(read(path, ''), undefined, path)
  t.equal(createTargetReader({ basePath: '/api' })('/index.php/api', ''), undefined)
  t.same(createTargetReader({ basePath: '/', scriptName: 'index.php' })('/index.php/a', ''), {
    path: '/index.php/a',
    query: '',
  })
})

t.test('without a route parameter, at the root of the host', async t => {
  t.equal(createTargetReader({ basePath: '/api' })('/', 'rest_route=/a'), undefined)
  t.same(createTargetReader()('/cms-json/a', 'rest_route=/b'), { path: '/a', query: 'rest_route=/b' })
  t.same(createTargetReader({ basePath: '/' })('/a', ''), { path: '/a', query: '' })
})

const headers = { 'x-forwarded-for': 'spoofed, 203.0.113.1, 198.51.100.1', 'x-forwarded-proto': 'HTTPS, http' }

for (const [hops, given, address, secure] of [
  [0, headers, undefined, undefined],
  [1, headers, '198.51.100.1', false],
  [2, headers, '203.0.113.1', true],
  [9, headers, undefined, true],
  [1, {}, undefined, undefined],
  [1, { 'x-forwarded-for': ' , ', 'x-forwarded-proto': '' }, undefined, undefined],
  [1, { 'x-forwarded-proto': 'http' }, undefined, false],
  [2, { 'x-forwarded-proto': 'https' }, undefined, true],
] as const) {
  t.test(`${hops} trusted proxies and ${JSON.stringify(given)}`, async t =>
    t.same(forwardedClient(given, hops), { address, secure }),
  )
}

for (const url of ['http://localhost:8080', 'http://127.0.0.1', 'http://[::1]:80'])
  t.ok(isLocalHost(new URL(url).hostname), url)
for (const url of ['http://localhost.example', 'http://127.0.0.2', 'http://[::2]', 'http://127.0.0.1.example'])
  t.notOk(isLocalHost(new URL(url).hostname), url)

const none = {}

const cases: { name: string; given: Parameters<typeof headerList>; list: string[] }[] = [
  { name: 'nothing', given: [none, none, true], list: [] },
  { name: 'both', given: [{ A: '1' }, { B: '2' }, true], list: ['A', '1', 'B', '2'] },
  {
    name: 'a type with a body',
    given: [{ 'Content-Type': 'text/html' }, none, true],
    list: ['Content-Type', 'text/html'],
  },
  { name: 'a type without a body', given: [{ 'Content-Type': 'text/html', A: '1' }, none, false], list: ['A', '1'] },
  { name: 'Vary of both', given: [{ Vary: 'Cookie' }, { Vary: 'Origin' }, true], list: ['Vary', 'Cookie, Origin'] },
  { name: 'Vary of one', given: [{ Vary: 'Cookie' }, none, true], list: ['Vary', 'Cookie'] },
  { name: 'Vary of the adapter', given: [none, { Vary: 'Origin' }, true], list: ['Vary', 'Origin'] },
  {
    name: 'names that are invalid',
    given: [{ 'A B': '1', 'C:': '2', 'D\n': '3', E: '4' }, none, true],
    list: ['E', '4'],
  },
  { name: 'other characters of the adapter', given: [none, { A: 'ä\n' }, true], list: ['A', '%C3%A4%0A'] },
  { name: 'line breaks', given: [{ A: 'a\r\nSet-Cookie: b\0' }, none, true], list: ['A', 'a%0D%0ASet-Cookie: b%00'] },
  {
    name: 'other characters',
    given: [{ A: 'ä 日 😀 \ud800' }, none, true],
    list: ['A', '%C3%A4 %E6%97%A5 %F0%9F%98%80 %EF%BF%BD'],
  },
]
for (const { name, given, list } of cases) {
  t.test(name, async t => t.strictSame(headerList(...given), list))
}

const names = { prefix: 'cms', headerPrefix: 'X-CMS-', relationBase: 'https://site.example/rels/' }

const curied: { links: Links; curies: boolean }[] = [
  { links: {}, curies: false },
  { links: { self: [{ href: 'a' }], author: [{ href: 'b' }] }, curies: false },
  { links: { self: [{ href: 'a' }], 'cms:term': [{ href: 'b' }] }, curies: true },
  { links: { 'cmsx:term': [{ href: 'b' }] }, curies: false },
]

for (const { links, curies } of curied) {
  t.test(`relations ${JSON.stringify(Object.keys(links))}`, async t => {
    const entry = [{ name: 'cms', href: 'https://site.example/rels/{rel}', templated: true }]
    t.strictSame(withCuries(links, names), curies ? { ...links, curies: entry } : links)
    t.notOk('curies' in links)
  })
}

t.test('some prefixed relations need no curies', async t => {
  const quiet = { ...names, withoutCuries: ['cms:run'] }
  const run = { 'cms:run': [{ href: 'a' }] }
  t.strictSame(withCuries(run, quiet), run)
  t.ok('curies' in withCuries(run, names))
  t.ok('curies' in withCuries({ ...run, 'cms:term': [{ href: 'b' }] }, quiet))
})

t.test('writes an entry of a Link header', async t => {
  t.equal(linkHeader('https://site.example/?p=2', 'next'), '<https://site.example/?p=2>; rel="next"')
  t.equal(linkHeader('a', 'alternate', { type: 'text/html' }), '<a>; rel="alternate"; type=text/html')
})

const empty = new RestError('empty_username', 'Sign in.', 401, {
  dataless: true,
  additional: [new RestError('empty_password', 'Sign in.', null)],
})

const bodies: { name: string; error: RestError; body: unknown }[] = [
  { name: 'a status', error: new RestError('c', 'm', 404), body: { code: 'c', message: 'm', data: { status: 404 } } },
  {
    name: 'data',
    error: new RestError('c', 'm', 400, { data: { params: ['a'] } }),
    body: { code: 'c', message: 'm', data: { status: 400, params: ['a'] } },
  },
  { name: 'no status', error: new RestError('c', 'm', null), body: { code: 'c', message: 'm', data: null } },
  {
    name: 'data and no status',
    error: new RestError('c', 'm', null, { data: { param: 'a' } }),
    body: { code: 'c', message: 'm', data: { param: 'a' } },
  },
  {
    name: 'no data, and an error beside it',
    error: empty,
    body: {
      code: 'empty_username',
      message: 'Sign in.',
      data: null,
      additional_errors: [{ code: 'empty_password', message: 'Sign in.', data: null }],
    },
  },
]

for (const { name, error, body } of bodies) {
  t.test(`an error with ${name}`, async t => {
    t.strictSame(error.toBody(), body)
  })
}

t.test('it is an Error with a cause', async t => {
  const cause = new Error('the disk is full')
  const error = new RestError('c', 'm', 500, { cause })
  t.ok(error instanceof Error)
  t.equal(error.cause, cause)
  t.equal(error.message, 'm')
  t.equal(empty.status, 401)
  t.notMatch(JSON.stringify(error.toBody()), /disk/)
})

t.test('errors below 500 have no stack, and do not affect other errors', async t => {
  t.notMatch(new RestError('c', 'm', 404).stack, /\n\s+at /)
  t.notMatch(new RestError('c', 'm', null).stack, /\n\s+at /)
  t.match(new RestError('c', 'm', 500).stack, /\n\s+at /)
  t.match(new Error('later').stack, /\n\s+at /)
})

t.test('it works with frozen intrinsics', async t => {
  const text = `import('@platen/core').then(({ RestError }) => console.log(new RestError('c', 'm', 404).status))`
  const { stdout } = spawnSync(process.execPath, ['--frozen-intrinsics', '-e', text], { encoding: 'utf8' })
  t.equal(stdout.trim(), '404')
})
