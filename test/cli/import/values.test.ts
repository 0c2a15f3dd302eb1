import { importWxr } from '@platen/cli'
import { metaIn, type PostRecord, terms, termsIn } from '@platen/site'
import { importUser } from '@platen/site/import'
import t from 'tap'
import { withCollection, withTransactions } from '../../site/with-collection.js'
import { carries, chunksOf, element, exportText, item, meta } from '../export-text.js'
import { contentsOf, newSite } from '../new-site.js'
import { comment, created, importText, metaOf, termOf } from './imported.js'

const dates: Record<string, { given: Parameters<typeof item>[0]; stored: Partial<PostRecord> }> = {
  'both clocks': {
    given: { post_date: '2020-01-01 10:00:00', post_date_gmt: '2020-01-01 03:00:00' },
    stored: {
      date: '2020-01-01T10:00:00',
      dateGmt: '2020-01-01T03:00:00',
      modified: '2020-01-01T10:00:00',
      modifiedGmt: '2020-01-01T03:00:00',
    },
  },
  'one clock': {
    given: { post_date: '2020-01-01 10:00:00' },
    stored: { date: '2020-01-01T10:00:00', dateGmt: '2020-01-01T08:00:00' },
  },
  'the other clock': {
    given: { post_date_gmt: '2020-01-01 08:00:00' },
    stored: { date: '2020-01-01T10:00:00', dateGmt: '2020-01-01T08:00:00' },
  },
  'the date of the feed': {
    given: { pubDate: 'Wed, 01 Jan 2020 10:00:00 +0200' },
    stored: { date: '2020-01-01T10:00:00', dateGmt: '2020-01-01T08:00:00' },
  },
  'a draft that floats': {
    given: {
      status: 'draft',
      post_date: '2020-01-01 10:00:00',
      post_date_gmt: '0000-00-00 00:00:00',
      pubDate: 'Mon, 30 Nov -0001 00:00:00 +0000',
    },
    stored: { date: '2020-01-01T10:00:00', dateGmt: null, modifiedGmt: '2020-01-01T08:00:00' },
  },
  'a draft without any': {
    given: { status: 'draft', post_date: '0000-00-00 00:00:00' },
    stored: { date: '2024-06-01T14:00:00', dateGmt: null },
  },
  'a date to come': {
    given: { post_date_gmt: '2030-01-01 08:00:00' },
    stored: { status: 'future', dateGmt: '2030-01-01T08:00:00' },
  },
  'a change': {
    given: {
      post_date: '2020-01-01 10:00:00',
      post_modified: '2020-06-01 10:00:00',
      post_modified_gmt: '2020-06-01 09:00:00',
    },
    stored: { modified: '2020-06-01T10:00:00', modifiedGmt: '2020-06-01T09:00:00' },
  },
}
for (const [name, { given, stored }] of Object.entries(dates)) {
  t.test(`dates: ${name}`, async t => {
    const site = await newSite(t)
    await site.context.store.options.set('gmt_offset', 2)
    await importText(site, item(given))
    t.match((await contentsOf(site.context.store)).posts[0], stored)
  })
}

const values: Record<string, { text: string; value: unknown; key?: string }> = {
  text: { text: 'a:b', value: 'a:b' },
  'a list': { text: 'a:2:{i:0;s:2:"é";i:1;N;}', value: ['é', null] },
  'a map': { text: 'a:2:{s:5:"width";i:-3;s:2:"ok";b:1;}', value: { width: -3, ok: true } },
  'a number': { text: 'd:1.5E+3;', value: 1500 },
  nothing: { text: 'N;', value: null },
  'text that looks like a list': { text: 's:6:"a:0:{}";', value: 'a:0:{}' },
  'a broken list': { text: 'a:2:{i:0;s:3:"x";}', value: 'a:2:{i:0;s:3:"x";}' },
  'a list with more behind it': { text: 'a:0:{}x', value: 'a:0:{}x' },
  'a length that is a lie': { text: 'a:999999999:{i:0;i:1;}', value: 'a:999999999:{i:0;i:1;}' },
  'too deep': { text: `${'a:1:{i:0;'.repeat(100)}i:1;${'}'.repeat(100)}`, value: /^"a:1/ },
  'a thing of a program': { text: 'O:8:"stdClass":0:{}', value: 'O:8:"stdClass":0:{}' },
  'a key like no other': { text: 'a:1:{s:9:"__proto__";i:1;}', value: /./ },
  'a registered number': { text: '4', value: 4, key: 'rating' },
  'what does not fit': { text: 'four', value: 'four', key: 'rating' },
}
for (const [name, { text, value, key = 'any' }] of Object.entries(values)) {
  t.test(`meta: ${name}`, async t => {
    const site = await newSite(t)
    site.registerMeta({ object: 'post', subtype: 'post', key: 'rating', type: 'integer', single: true })
    await importText(site, item({ post_id: 5 }, meta(key, text)))
    const stored = (await metaOf(site, 5))[key]
    if (value instanceof RegExp) t.match(JSON.stringify(stored), value)
    else t.strictSame(stored, value)
  })
}

t.test('meta keys of the site itself, and those that mean nothing here', async t => {
  const site = await newSite(t)
  const all = {
    _wp_page_template: 'wide.php',
    _wp_trash_meta_status: 'draft',
    _edit_lock: '1:1',
    _edit_last: '1',
    _wp_x: 'y',
    _thumbnail_id: '99',
  }
  await importText(
    site,
    item(
      { post_id: 5 },
      Object.entries(all)
        .map(pair => meta(...pair))
        .join(''),
    ),
  )
  await importText(site, item({ post_id: 6, guid: '6' }, meta('_wp_page_template', 'default')))
  t.same(await metaOf(site, 5), { _page_template: 'wide.php', _x: 'y' })
  t.same(await metaOf(site, 6), {})
  const trashed = (guid: string, status: string) =>
    importText(site, item({ post_id: 7, guid, status }, meta('_wp_trash_meta_status', 'publish')))
  await trashed('7', 'trash')
  await trashed('8', 'draft')
  const { posts } = await contentsOf(site.context.store)
  t.equal(posts.find(({ guid }) => guid === '7')?.trashedStatus, 'publish')
  t.equal(posts.find(({ guid }) => guid === '8')?.trashedStatus, '', 'it is not in the trash')
})

t.test('posts without a category get the default one', async t => {
  const site = await newSite(t)
  const page = item({ guid: 'p', post_type: 'page' })
  await importText(
    site,
    item({ post_id: 5 }) +
      page +
      item({ guid: 'x' }, carries('category', 'a')) +
      item({ guid: 'y' }, '<category>b b</category>'),
  )
  t.match(await termOf(site, 'uncategorized'), { count: 1 })
  t.match(await termOf(site, 'b-b'), { name: 'b b', count: 1 })
})

t.test('the default category is looked up once, however many posts get it', async t => {
  const { context } = await newSite(t)
  const { store } = context
  let lookups = 0
  const counting = withTransactions(store, contents =>
    withCollection(contents, terms, inner => ({
      get(id) {
        lookups++
        return inner.get(id)
      },
    })),
  )
  const posts = Array.from({ length: 30 }, (_, number) => item({ guid: `${number}` })).join('')
  await importWxr({ ...context, store: counting }, chunksOf(exportText(posts)))
  t.equal((await termsIn(store).get(1))?.count, 30)
  t.equal(lookups, 1)
})

t.test('a category that is only named is found by its name', async t => {
  const site = await newSite(t)
  await importText(site, element('wp:category', { 'wp:category_nicename': 'x1', 'wp:cat_name': 'Fine Art' }))
  t.same(created(await importText(site, item({}, '<category>fine art</category>')))['terms of category'], 0)
})

const VALUES = {
  flag: { type: 'boolean', empty: false },
  count: { type: 'integer', empty: 0 },
  size: { type: 'number', empty: 0 },
  word: { type: 'string', empty: '' },
} as const

for (const object of ['post', 'term', 'comment'] as const) {
  t.test(`empty values of ${object}s are false or 0`, async t => {
    const site = await newSite(t)
    for (const [key, { type }] of Object.entries(VALUES)) {
      site.registerMeta({ object, key, type, single: true, showInRest: true })
      site.registerMeta({ object, key: `${key}s`, type, showInRest: true })
    }
    const items = { type: 'array', schema: { items: { type: 'boolean' } } } as const
    site.registerMeta({ object, key: 'items', ...items, single: true, showInRest: true })
    const schema = {
      properties: { on: { type: 'boolean' }, at: { type: ['integer', 'null'] }, name: { type: 'string' } },
    } as const
    site.registerMeta({ object, key: 'map', type: 'object', schema, single: true, showInRest: true })
    const pairs: [string, string][] = Object.keys(VALUES).flatMap(key => [
      [key, ''],
      [`${key}s`, ''],
      [`${key}s`, '1'],
    ])
    pairs.push(['items', 'a:2:{i:0;s:0:"";i:1;s:1:"1";}'])
    pairs.push(['map', 'a:3:{s:2:"on";s:0:"";s:2:"at";s:0:"";s:4:"name";s:0:"";}'])
    pairs.push(['unregistered', ''])
    const pair = (name: string) =>
      pairs.map(([key, value]) => element(`wp:${name}`, { 'wp:meta_key': key, 'wp:meta_value': value })).join('')
    const term = { 'wp:term_id': 5, 'wp:term_taxonomy': 'category', 'wp:term_slug': 'a', 'wp:term_name': 'A' }
    await importText(
      site,
      element('wp:term', term, object === 'term' ? pair('termmeta') : '') +
        item(
          { title: 'Post', guid: 'p', post_id: 6 },
          (object === 'post' ? pair('postmeta') : '') +
            comment(7, 0, 'C').replace(
              '</wp:comment>',
              `${object === 'comment' ? pair('commentmeta') : ''}</wp:comment>`,
            ),
        ),
    )
    const [path, id] = { post: ['posts', 6], term: ['categories', 5], comment: ['comments', 7] }[object] as [
      string,
      number,
    ]
    const { body } = await site.dispatch<{ meta: Record<string, unknown> }>({
      method: 'GET',
      path: `/cms/v2/${path}/${id}`,
    })
    const shown = body.meta
    for (const [key, { empty, type }] of Object.entries(VALUES)) {
      const one = type === 'boolean' ? true : type === 'string' ? '1' : 1
      t.equal(shown[key], empty, key)
      t.same(shown[`${key}s`], [empty, one], `${key}s`)
    }
    t.same(shown['items'], [false, true])
    t.same(shown['map'], { on: false, at: 0, name: '' })
    t.match(await metaOf(site, id), { flag: false, unregistered: '' })
  })
}

t.test('values that are stored as empty texts, of users too', async t => {
  const site = await newSite(t)
  site.registerMeta({ object: 'user', key: 'flag', type: 'boolean', single: true, showInRest: true })
  const { id } = await site.content.transaction(
    async tx => (await importUser(tx, site.system, { login: 'ada', id: 44 })).user,
  )
  t.equal(id, 44)
  await metaIn(site.context.store).insert({ kind: 'user', object: id, key: 'flag', value: '' })
  await importText(site, item({ title: 'P', guid: 'p', creator: 'ada' }, meta('x', '')))
  const { body } = await site.dispatch<{ meta: unknown }>({ method: 'GET', path: `/cms/v2/users/${id}` })
  t.match(body, { meta: { flag: false } })
})
