import { createReadStream } from 'node:fs'
import { basename } from 'node:path'
import { ImportError, type ImportOptions, type ImportSummary, importWxr, WxrError } from '@platen/cli'
import { type PostRecord, type Site, type TermRecord, where } from '@platen/site'
import t from 'tap'
import { carries, chunksOf, element, exportText, item, meta } from '../export-text.js'
import { contentsOf, newSite, storeKinds } from '../new-site.js'
import { sharedExports, withoutSharedExports } from '../shared-data.js'

const importText = (site: Site, body: string, options?: ImportOptions) =>
  importWxr(site.context, chunksOf(exportText(body)), options)

const created = (summary: ImportSummary) =>
  Object.fromEntries([...summary].map(([kind, tally]) => [kind, tally.created]))
const countOf = (summary: ImportSummary, of: 'created' | 'skipped') =>
  [...summary.values()].reduce((sum, tally) => sum + tally[of], 0)

async function postOf(site: Site, title: string): Promise<PostRecord> {
  const post = await site.context.store.posts.first({ where: where.posts.eq('title', title) })
  if (!post) throw new Error(`there is no post "${title}"`)
  return post
}

async function metaOf(site: Site, id: number): Promise<Record<string, unknown>> {
  const { records } = await site.context.store.meta.find({ where: where.meta.eq('object', id) })
  return Object.fromEntries(records.map(({ key, value }) => [key, value]))
}

async function termOf(site: Site, slug: string): Promise<TermRecord> {
  const term = await site.context.store.terms.first({ where: where.terms.eq('slug', slug) })
  if (!term) throw new Error(`there is no term "${slug}"`)
  return term
}

const comment = (id: number, parent: number, content: string, more: Readonly<Record<string, string | number>> = {}) =>
  element('wp:comment', {
    'wp:comment_id': id,
    'wp:comment_parent': parent,
    'wp:comment_author': 'Bo',
    'wp:comment_date': '2020-01-02 03:04:05',
    'wp:comment_date_gmt': '2020-01-02 03:04:05',
    'wp:comment_content': content,
    'wp:comment_approved': '1',
    ...more,
  })
const category = (slug: string, parent = '') =>
  element('wp:category', {
    'wp:category_nicename': slug,
    'wp:category_parent': parent,
    'wp:cat_name': slug.toUpperCase(),
  })

const garden = [
  element('wp:author', { 'wp:author_id': 3, 'wp:author_login': 'ada', 'wp:author_email': 'ada@example.com' }),
  category('herbs', 'plants'),
  category('plants'),
  element('wp:tag', { 'wp:tag_slug': 'red', 'wp:tag_name': 'Red' }),
  element(
    'wp:term',
    { 'wp:term_id': 40, 'wp:term_taxonomy': 'nav_menu', 'wp:term_slug': 'top', 'wp:term_name': 'Top' },
    element('wp:termmeta', { 'wp:meta_key': 'place', 'wp:meta_value': 'header' }),
  ),
  item(
    {
      title: 'Mint',
      guid: 'g1',
      creator: 'ada',
      post_id: 20,
      post_date: '2020-01-02 03:04:05',
      post_name: 'mint',
      is_sticky: 1,
    },
    carries('category', 'herbs') +
      carries('post_tag', 'red') +
      carries('post_format', 'post-format-aside', 'Aside') +
      meta('_thumbnail_id', 22) +
      comment(2, 1, 'A reply', { 'wp:comment_user_id': 3 }) +
      comment(1, 0, 'First') +
      comment(3, 9, 'Held', { 'wp:comment_approved': '0' }),
  ),
  item({ title: 'Bed', guid: 'g2', creator: 'ada', post_id: 21, post_type: 'page', post_parent: 24, post_name: 'bed' }),
  item({
    title: 'Leaf',
    guid: 'g3',
    creator: 'ada',
    post_id: 22,
    post_type: 'attachment',
    status: 'inherit',
    post_parent: 20,
    attachment_url: 'http://old.example/2020/leaf.jpeg?x=1',
  }),
  item({ title: 'Pattern', guid: 'g4', creator: 'ada', post_id: 23, post_type: 'wp_block' }),
  item({ title: 'Plot', guid: 'g5', creator: 'ada', post_id: 24, post_type: 'page', post_name: 'plot' }),
  item(
    { title: '', guid: 'g6', creator: 'ada', post_id: 25, post_type: 'nav_menu_item', post_name: '25', menu_order: 1 },
    carries('nav_menu', 'top') +
      meta('_menu_item_type', 'post_type') +
      meta('_menu_item_object', 'wp_block') +
      meta('_menu_item_object_id', 23) +
      meta('_menu_item_menu_item_parent', 0),
  ),
].join('\n')

for (const kind of storeKinds) {
  t.test(`a garden, in ${kind}`, async t => {
    const site = await newSite(t, kind)
    const summary = await importText(site, garden)
    t.same(created(summary), {
      authors: 1,
      'terms of category': 2,
      'terms of post_tag': 1,
      'terms of nav_menu': 1,
      'terms of post_format': 1,
      'posts of type post': 1,
      'posts of type page': 2,
      'posts of type attachment': 1,
      'posts of type cms_block': 1,
      'posts of type nav_menu_item': 1,
      comments: 3,
    })
    const before = await contentsOf(site.context.store)
    const again = await importText(site, garden)
    t.equal(countOf(again, 'created'), 0)
    t.match(
      again,
      new Map([
        ['posts of type page', { created: 0, skipped: 2 }],
        ['comments', { created: 0, skipped: 3 }],
      ]),
    )
    t.same(await contentsOf(site.context.store), before, 'nothing has changed')
  })

  t.test(`exports of others, in ${kind}`, { skip: withoutSharedExports }, async t => {
    const site = await newSite(t, kind)
    const run = async () => {
      for (const path of sharedExports) {
        t.comment(basename(path), await importWxr(site.context, createReadStream(path)))
      }
    }
    await run()
    const before = await contentsOf(site.context.store)
    await run()
    t.same(await contentsOf(site.context.store), before, 'the second time nothing has changed')
  })

  t.test(`a file that breaks off, in ${kind}`, async t => {
    const site = await newSite(t, kind)
    const before = await contentsOf(site.context.store)
    const long = item({ content: 'x'.repeat(1_100_000), post_id: 90 })
    const whole = exportText(`${garden}${long}${long}`)
    await t.rejects(importWxr(site.context, chunksOf(whole.slice(0, -20))), WxrError)
    t.same(await contentsOf(site.context.store), before, 'nothing was imported')
  })
}

t.test('what belongs to what', async t => {
  const site = await newSite(t)
  const { store } = site.context
  await importText(site, garden)
  const mint = await postOf(site, 'Mint')
  const [ada] = (await store.users.find({ where: where.users.eq('login', 'ada') })).records
  t.match(mint, { id: 20, author: ada?.id, status: 'publish', guid: 'g1', commentCount: 2, parent: 0 })
  t.match(ada, { email: 'ada@example.com', roles: ['author'], passwordHash: '' })
  t.same(await metaOf(site, 20), { _thumbnail_id: 22 })

  const { terms } = await store.posts.related([20], ['terms'])
  t.same(
    terms?.get(20)?.map(({ slug }) => slug),
    ['herbs', 'red', 'post-format-aside'],
  )
  t.match(await termOf(site, 'herbs'), { count: 1, parent: (await termOf(site, 'plants')).id })
  t.match(await termOf(site, 'plants'), { count: 0, parent: 0 })
  t.same(await metaOf(site, (await termOf(site, 'top')).id), { place: 'header' })

  t.match(await postOf(site, 'Bed'), { parent: 24, slug: 'bed' })
  t.match(await postOf(site, 'Leaf'), { parent: 20, mimeType: 'image/jpeg', status: 'inherit', slug: 'leaf' })
  t.same(await metaOf(site, 22), { _attachment_url: 'http://old.example/2020/leaf.jpeg?x=1' })
  t.same(await metaOf(site, 25), {
    _menu_item_type: 'post_type',
    _menu_item_object: 'cms_block',
    _menu_item_object_id: 23,
    _menu_item_menu_item_parent: 0,
  })
  t.same(await store.options.get('sticky_posts'), [20])

  const comments = (await store.comments.find({})).records
  const [first, reply, held] = ['First', 'A reply', 'Held'].map(content =>
    comments.find(each => each.content === content),
  )
  t.match(first, { post: 20, parent: 0, status: 'approved', type: 'comment', author: 0 })
  t.match(reply, { parent: first?.id, author: ada?.id })
  t.match(held, { parent: 0, status: 'hold' })
})

t.test('names follow the dialect', async t => {
  const site = await newSite(t, 'memory', 'wp')
  await importText(site, garden)
  t.equal((await postOf(site, 'Pattern')).type, 'wp_block')
})

t.test('ids that are taken are given anew, and references follow', async t => {
  const site = await newSite(t)
  await importText(site, item({ title: 'Other', guid: 'o', post_id: 20, post_type: 'page' }))
  await importText(site, garden)
  const mint = await postOf(site, 'Mint')
  t.not(mint.id, 20)
  t.equal((await postOf(site, 'Leaf')).parent, mint.id)
  t.same(await site.context.store.options.get('sticky_posts'), [mint.id])
})

t.test('an id that is given anew is not one that comes later in the file', async t => {
  const site = await newSite(t)
  await importText(site, item({ title: 'Other', guid: 'o', post_id: 20 }))
  await importText(site, [20, 21, 22, 20].map(id => item({ title: `P${id}`, guid: `p${id}`, post_id: id })).join(''))
  t.equal(await site.context.store.posts.count(), 5)
})

t.test('items that are alike are as many as the file holds', async t => {
  const site = await newSite(t)
  const same = item({
    title: 'Twin',
    guid: 'twin',
    post_id: 5,
    post_date: '2020-01-01 00:00:00',
    post_type: 'nav_menu_item',
  })
  const text = same + same
  t.equal(countOf(await importText(site, text), 'created'), 2)
  t.equal(countOf(await importText(site, text), 'created'), 0)
  t.equal(countOf(await importText(site, text + same), 'created'), 1)
})

t.test('a reference means the item before it, of those with one id', async t => {
  const site = await newSite(t)
  const menu = (title: string, id: number, parent: number) =>
    item(
      { title, guid: title, post_id: id, post_type: 'nav_menu_item' },
      meta('_menu_item_type', 'custom') +
        meta('_menu_item_object_id', id) +
        meta('_menu_item_menu_item_parent', parent),
    )
  await importText(site, menu('A', 5, 0) + menu('A1', 6, 5) + menu('B', 5, 0) + menu('B1', 7, 5) + menu('C1', 8, 9))
  const b = await postOf(site, 'B')
  t.match(await metaOf(site, (await postOf(site, 'A1')).id), { _menu_item_menu_item_parent: 5 })
  t.match(await metaOf(site, (await postOf(site, 'B1')).id), { _menu_item_menu_item_parent: b.id })
  t.match(await metaOf(site, b.id), { _menu_item_object_id: b.id })
  t.match(
    await metaOf(site, (await postOf(site, 'C1')).id),
    { _menu_item_menu_item_parent: 0 },
    'one that is not there',
  )
})

const recognised: Record<
  string,
  { first: Parameters<typeof item>[0]; second: Parameters<typeof item>[0]; same: boolean }
> = {
  'by guid and date': {
    first: { guid: 'a', post_date: '2020-01-01 00:00:00', post_name: 'x' },
    second: { guid: 'a', post_date: '2020-01-01 00:00:00', post_name: 'y', title: 'New' },
    same: true,
  },
  'by guid and slug': {
    first: { guid: 'a', post_date: '2020-01-01 00:00:00', post_name: 'x' },
    second: { guid: 'a', post_date: '2021-01-01 00:00:00', post_name: 'x' },
    same: true,
  },
  'not by the guid alone': {
    first: { guid: 'a', post_date: '2020-01-01 00:00:00', post_name: 'x' },
    second: { guid: 'a', post_date: '2021-01-01 00:00:00', post_name: 'y' },
    same: false,
  },
  'but for those without a date': { first: { guid: 'a' }, second: { guid: 'a' }, same: true },
  'not across types': { first: { guid: 'a', post_type: 'page' }, second: { guid: 'a' }, same: false },
  'without a guid by title and date': {
    first: { title: 'T', post_date: '2020-01-01 00:00:00' },
    second: { title: 'T', post_date: '2020-01-01 00:00:00' },
    same: true,
  },
  'without a guid not by the date alone': {
    first: { title: 'T', post_date: '2020-01-01 00:00:00' },
    second: { title: 'U', post_date: '2020-01-01 00:00:00' },
    same: false,
  },
  'without a guid or a date by title': { first: { title: 'T' }, second: { title: 'T' }, same: true },
}
for (const [name, { first, second, same }] of Object.entries(recognised)) {
  t.test(`posts are recognised ${name}`, async t => {
    const site = await newSite(t)
    await importText(site, item(first))
    const summary = await importText(site, item(second))
    t.equal(countOf(summary, 'created'), same ? 0 : 1)
  })
}

t.test('a later export of the same site adds what is new', async t => {
  const site = await newSite(t)
  await importText(site, garden)
  const later = garden
    .replace(comment(1, 0, 'First'), `${comment(1, 0, 'First')}${comment(8, 2, 'Late')}`)
    .concat(item({ title: 'Sage', guid: 'g9', creator: 'ada', post_id: 30, post_parent: 20, post_type: 'attachment' }))
  t.same(created(await importText(site, later)), {
    ...Object.fromEntries([...(await importText(site, later))].map(([kind]) => [kind, 0])),
    'posts of type attachment': 1,
    comments: 1,
  })
  t.match(await postOf(site, 'Mint'), { commentCount: 3 })
  t.match(await postOf(site, 'Sage'), { parent: 20 })
})

t.test('loops among parents are cut', async t => {
  const site = await newSite(t)
  const page = (id: number, parent: number) =>
    item({ title: `P${id}`, guid: `p${id}`, post_id: id, post_parent: parent, post_type: 'page' })
  await importText(site, category('a', 'b') + category('b', 'a') + page(5, 6) + page(6, 5) + page(7, 7))
  const { posts, terms } = await contentsOf(site.context.store)
  t.equal(posts.filter(({ parent }) => parent !== 0).length, 1)
  t.equal(terms.filter(({ parent }) => parent !== 0).length, 1)
})

const slugs: Record<string, { first: Parameters<typeof item>[0]; second: Parameters<typeof item>[0]; slug: string }> = {
  'that are taken get a number': { first: { post_name: 'a' }, second: { post_name: 'a' }, slug: 'a-2' },
  'are free in another type': { first: { post_name: 'a' }, second: { post_name: 'a', post_type: 'cms' }, slug: 'a' },
  'are taken among siblings': {
    first: { post_name: 'a', post_type: 'page' },
    second: { post_name: 'a', post_type: 'page' },
    slug: 'a-2',
  },
  'come from the title': { first: {}, second: { title: 'Été & <b>more</b>’s' }, slug: 'ete-mores' },
  'come from the id without one': { first: {}, second: { post_id: 77 }, slug: '77' },
  'of drafts stay as they are': { first: { post_name: 'a' }, second: { post_name: 'a', status: 'draft' }, slug: 'a' },
  'of drafts may be empty': { first: {}, second: { title: 'A', status: 'pending' }, slug: '' },
  'in other scripts stay as they are': { first: {}, second: { post_name: '%ce%b5' }, slug: '%ce%b5' },
}
for (const [name, { first, second, slug }] of Object.entries(slugs)) {
  t.test(`slugs ${name}`, async t => {
    const site = await newSite(t)
    await importText(site, item({ guid: '1', ...first }) + item({ guid: '2', ...second }))
    const post = await site.context.store.posts.first({ where: where.posts.eq('guid', '2') })
    t.equal(post?.slug, slug)
  })
}

t.test('slugs of siblings differ though their parent comes last', async t => {
  const site = await newSite(t)
  const page = (id: number, parent: number) =>
    item({ guid: `${id}`, post_id: id, post_parent: parent, post_type: 'page', post_name: 'a' })
  await importText(site, page(5, 7) + page(6, 7) + page(7, 0))
  const { posts } = await contentsOf(site.context.store)
  t.same(
    posts.map(({ slug }) => slug),
    ['a', 'a-2', 'a'],
  )
})

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
  t.same(await metaOf(site, 5), { _page_template: 'wide.php', _trash_status: 'draft', _x: 'y' })
  t.same(await metaOf(site, 6), {})
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

t.test('a category that is only named is found by its name', async t => {
  const site = await newSite(t)
  await importText(site, element('wp:category', { 'wp:category_nicename': 'x1', 'wp:cat_name': 'Fine Art' }))
  t.same(created(await importText(site, item({}, '<category>fine art</category>')))['terms of category'], 0)
})

t.test('authors', async t => {
  const ada = element('wp:author', {
    'wp:author_login': 'ada',
    'wp:author_email': 'ada@example.com',
    'wp:author_display_name': 'Ada',
  })
  const by = (creator: string, guid = creator) => item({ guid, creator })
  const authorOf = async (site: Site, guid: string) => {
    const post = await site.context.store.posts.first({ where: where.posts.eq('guid', guid) })
    return site.context.store.users.get(post?.author ?? 0)
  }

  t.test('who is not described', async t => {
    const site = await newSite(t)
    await importText(site, by('Old Tom') + by('old-tom') + by('', 'nobody'))
    t.match(await authorOf(site, 'Old Tom'), { login: 'Old Tom', slug: 'old-tom', displayName: 'Old Tom' })
    t.match(await authorOf(site, 'old-tom'), { login: 'old-tom', slug: 'old-tom-2' })
    t.match(await authorOf(site, 'nobody'), { login: 'admin' })
  })
  t.test('who is there already', async t => {
    const site = await newSite(t)
    await importText(site, by('Admin'))
    t.match(await authorOf(site, 'Admin'), { login: 'admin' })
  })
  t.test('who is there by another name', async t => {
    const site = await newSite(t)
    await importText(site, ada)
    await importText(site, ada.replaceAll('[ada]', '[lin]') + by('lin'))
    t.match(await authorOf(site, 'lin'), { login: 'ada' })
  })
  t.test('whose content goes to somebody else', async t => {
    const site = await newSite(t)
    await importText(site, ada + by('ada') + by('bo'), { authorMap: { ada: 'ADMIN' } })
    t.match(await authorOf(site, 'ada'), { login: 'admin' })
    t.match(await authorOf(site, 'bo'), { login: 'bo' })
  })
  t.test('whose content all goes to one', async t => {
    const site = await newSite(t)
    t.notOk((await importText(site, ada + by('ada') + by('', 'n'), { authorMap: { '*': 'admin' } })).has('authors'))
    t.match(await authorOf(site, 'ada'), { login: 'admin' })
  })
  t.test('whose role is another one', async t => {
    const site = await newSite(t)
    await importText(site, by('bo'), { authorRole: 'editor' })
    t.match(await authorOf(site, 'bo'), { roles: ['editor'] })
  })
  const mistakes: Record<string, ImportOptions> = {
    'a user who is not there': { authorMap: { ada: 'nobody' } },
    'an author whom the file does not have': { authorMap: { eda: 'admin' } },
    'a role that is none': { authorRole: 'king' },
  }
  for (const [name, options] of Object.entries(mistakes)) {
    t.test(name, async t => {
      const site = await newSite(t)
      const before = await contentsOf(site.context.store)
      await t.rejects(importText(site, ada + by('ada'), options), ImportError)
      t.same(await contentsOf(site.context.store), before)
    })
  }
})
