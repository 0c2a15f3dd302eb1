import { type LinkRow, linkTable, type Method, withCuries } from '@platen/core'
import t from 'tap'
import { loadModule } from '../load-module.js'

interface Page {
  id: number
  parent: number
  title: string
  methods: readonly Method[]
}
type Row = LinkRow<Page, { deep: boolean }>

const names = { prefix: 'cms', headerPrefix: 'X-CMS-', relationBase: 'about:cms/' }
const api = 'https://site.example/a"b'
const toPage: Row['href'] = [`${api}/pages/`, page => page.id]
const up: Row = {
  rel: 'up',
  href: [`${api}/pages/`, page => page.parent, '/"x"'],
  attributes: { embeddable: true, note: 'a "quoted" one' },
  when: page => page.parent !== 0,
}
const term = (taxonomy: string): Row => ({
  rel: 'cms:term',
  href: [`${api}/${taxonomy}?post=`, page => page.id],
  attributes: { taxonomy },
})
const pages: Page[] = [
  { id: 1, parent: 0, title: 'one', methods: ['GET'] },
  { id: 2, parent: 1, title: 'quotes " and \n lines \ud800', methods: [] },
  { id: 3, parent: 2, title: '', methods: ['GET', 'POST', 'DELETE'] },
]

const tables: { name: string; rows: readonly Row[] }[] = [
  { name: 'no link', rows: [] },
  { name: 'an address that is the same for all', rows: [{ rel: 'about', href: `${api}/about` }] },
  {
    name: 'an address that begins with a number',
    rows: [{ rel: 'odd', href: [page => page.id, '/', page => page.id] }],
  },
  { name: 'a link that some have', rows: [up] },
  { name: 'links between those that some have', rows: [up, { rel: 'self', href: toPage }, { ...up, rel: 'over' }] },
  { name: 'methods', rows: [{ rel: 'self', href: toPage, allow: page => page.methods }] },
  {
    name: 'attributes of their own',
    rows: [
      { rel: 'self', href: toPage, computed: { title: page => page.title, none: () => null, list: () => [1, 'a'] } },
    ],
  },
  { name: 'several links of a relation', rows: [term('tags'), { rel: 'self', href: toPage }, term('categories')] },
  {
    name: 'prefixed ones that some have',
    rows: [
      { ...up, rel: 'cms:up' },
      { ...term('x'), when: page => page.id > 1 },
    ],
  },
  {
    name: 'several that some have',
    rows: [{ ...term('x'), when: page => page.id > 1 }, term('y'), { ...term('z'), when: (_page, view) => view.deep }],
  },
]

for (const { name, rows } of tables) {
  t.test(`as values and as JSON: ${name}`, async t => {
    const links = linkTable(rows, names)
    for (const page of pages)
      for (const deep of [true, false])
        t.same(JSON.parse(links.text(page, { deep })), withCuries(links.of(page, { deep }), names))
  })
}

t.test('links follow the rows', async t => {
  const links = linkTable(
    [{ rel: 'self', href: toPage, allow: page => page.methods }, up, term('tags'), term('cats')],
    names,
  )
  t.strictSame(links.of(pages[1] as Page, { deep: false }), {
    self: [{ href: `${api}/pages/2` }],
    up: [{ embeddable: true, note: 'a "quoted" one', href: `${api}/pages/1/"x"` }],
    'cms:term': [
      { taxonomy: 'tags', href: `${api}/tags?post=2` },
      { taxonomy: 'cats', href: `${api}/cats?post=2` },
    ],
  })
  t.notOk('up' in links.of(pages[0] as Page, { deep: false }))
  t.equal(
    links.text(pages[0] as Page, { deep: false }),
    `{"self":[{"href":"https://site.example/a\\"b/pages/1","targetHints":{"allow":["GET"]}}],"cms:term":[{"taxonomy":"tags","href":"https://site.example/a\\"b/tags?post=1"},{"taxonomy":"cats","href":"https://site.example/a\\"b/cats?post=1"}],"curies":[{"name":"cms","href":"about:cms/{rel}","templated":true}]}`,
  )
})

t.test('followed links, and links to lists that are known to be empty', async t => {
  const tags: Row = {
    ...term('tags'),
    attributes: { taxonomy: 'tags', embeddable: true },
    empty: (page, { deep }) => page.id === 1 && deep,
  }
  const links = linkTable([{ rel: 'self', href: toPage }, up, tags], names)
  const of = (at: number, deep: boolean) => links.embeddable(pages[at] as Page, { deep })
  const followed = (href: string) => ({ embeddable: true, href: `${api}${href}` })
  t.same(of(0, true), { 'cms:term': [{ embeddable: true, href: '' }] })
  t.same(of(0, false), { 'cms:term': [followed('/tags?post=1')] })
  t.same(of(1, true), { up: [followed('/pages/1/"x"')], 'cms:term': [followed('/tags?post=2')] })
  const [first] = pages
  for (const shown of [links.of(first as Page, { deep: true }), JSON.parse(links.text(first as Page, { deep: true }))])
    t.match(shown, { 'cms:term': [{ href: `${api}/tags?post=1` }] }, 'the link is shown')
})

t.test('a row that is repeated for each id', async t => {
  const related: Row = {
    rel: 'cms:related',
    href: `${api}/pages/`,
    attributes: { embeddable: true },
    each: page => (page.id === 1 ? [] : [7, 8]),
    when: (_page, { deep }) => deep,
  }
  const links = linkTable([{ rel: 'self', href: toPage }, related], names)
  const [none, some] = pages as [Page, Page]
  const both = [7, 8].map(id => ({ embeddable: true, href: `${api}/pages/${id}` }))
  for (const deep of [true, false]) {
    t.notOk('cms:related' in links.of(none, { deep }))
    t.same(links.of(some, { deep })['cms:related'], deep ? both : undefined)
    t.same(links.embeddable(some, { deep }), deep ? { 'cms:related': both } : {})
    // The writer of later calls is generated.
    for (const page of [none, some])
      for (let call = 0; call < 100; call++) {
        const written = JSON.parse(links.text(page, { deep }))
        t.same(written['cms:related'], links.of(page, { deep })['cms:related'])
        t.equal('curies' in written, deep && page === some)
      }
  }
})

const { groupByRelation, hrefParts } =
  await loadModule<typeof import('../../../packages/core/src/resource/link-row.js')>('resource/link-row.js')

t.test('rows are grouped by their relations, in order', async t => {
  const rows = [
    { rel: 'a', href: '/1' },
    { rel: 'b', href: '/2' },
    { rel: 'a', href: '/3' },
  ]
  t.same(
    [...groupByRelation(rows)],
    [
      ['a', [rows[0], rows[2]]],
      ['b', [rows[1]]],
    ],
  )
  const id = () => 7
  t.same(hrefParts({ rel: 'a', href: '/1' }), ['/1'])
  t.same(hrefParts({ rel: 'a', href: ['/', id] }), ['/', id])
})
