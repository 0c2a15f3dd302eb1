import { type Links, linkHeader, withCuries } from '@platen/core'
import t from 'tap'

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
