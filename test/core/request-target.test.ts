import { createTargetReader } from '@platen/core'
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
