import { commentsIn, postsIn, type Site, usersIn, wherePosts, whereUsers } from '@platen/site'
import t from 'tap'
import { element, item, meta } from '../export-text.js'
import { contentsOf, newSite, storeKinds } from '../new-site.js'
import { garden } from './garden.js'
import { category, comment, countOf, created, importText, metaOf, postOf, termOf } from './imported.js'

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
  t.equal(await postsIn(site.context.store).count(), 5)
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
  'without a guid by title, whatever space is around it': {
    first: { title: ' T ', post_date: '2020-01-01 00:00:00' },
    second: { title: ' T ', post_date: '2020-01-01 00:00:00' },
    same: true,
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

t.test('a later export of the same site adds only new records', async t => {
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
    const post = await postsIn(site.context.store).first({ where: wherePosts.eq('guid', '2') })
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

const post = (id: number, more: Readonly<Record<string, string | number>> = {}, inner = '') =>
  item({ title: `P${id}`, guid: `https://old.example/?p=${id}`, post_id: id, post_name: `p${id}`, ...more }, inner)

const idsOf = async (site: Site) => {
  const { records } = await postsIn(site.context.store).find({
    order: [{ by: 'field', field: 'id', direction: 'asc' }],
  })
  return Object.fromEntries(records.map(({ title, id }) => [title, id]))
}

for (const kind of storeKinds) {
  t.test(`a repeated id moves no others (${kind})`, async t => {
    const site = await newSite(t, kind)
    const ids = [10, 10, 11, 12, 13, 14]
    await importText(
      site,
      ids.map((id, at) => post(id, { title: `T${at}`, guid: `https://old.example/?p=${at}` })).join(''),
    )
    t.same(await idsOf(site), { T0: 10, T1: 15, T2: 11, T3: 12, T4: 13, T5: 14 })
    const next = await site.content.posts.create({ title: 'Next' }, { as: site.system })
    t.equal(next.id, 16)
  })

  t.test(`an item without an id gets one above all others (${kind})`, async t => {
    const site = await newSite(t, kind)
    const without = item({ title: 'None', guid: 'none' })
    await importText(site, without + post(2) + without.replaceAll('one', 'othing') + post(90) + post(3))
    t.same(await idsOf(site), { P2: 2, P3: 3, P90: 90, None: 91, Nothing: 92 })
  })

  t.test(`posts of the site keep their ids (${kind})`, async t => {
    const site = await newSite(t, kind)
    for (const title of ['A', 'B', 'C']) await site.content.posts.create({ title }, { as: site.system })
    const own = await idsOf(site)
    const taken = Object.values(own)
    const text = [2, 3, 4, 5, 6, 7, 8]
      .map(id => post(id, { post_parent: id === 8 ? 3 : 0, post_type: 'page' }))
      .join('')
    const summary = await importText(site, text)
    const ids = await idsOf(site)
    t.match(ids, own)
    const moved: number[] = []
    for (const id of [2, 3, 4, 5, 6, 7, 8]) {
      const now = ids[`P${id}`] ?? 0
      if (taken.includes(id)) moved.push(now)
      else t.equal(now, id)
    }
    t.ok(moved.length > 0 && moved.every(id => id > 8), `${moved}`)
    t.equal((await postOf(site, 'P8')).parent, ids['P3'])
    t.match(summary.losses.get('posts with new ids, because theirs were taken or missing'), { count: moved.length })
    t.equal(
      [...(await importText(site, text)).values()].reduce((sum, { created }) => sum + created, 0),
      0,
    )
  })

  t.test(`ids of terms, comments and users (${kind})`, async t => {
    const site = await newSite(t, kind)
    const term = (id: number, slug: string, taxonomy = 'category') =>
      element('wp:term', {
        'wp:term_id': id,
        'wp:term_taxonomy': taxonomy,
        'wp:term_slug': slug,
        'wp:term_name': slug.toUpperCase(),
      })
    const author = (id: number, login: string) =>
      element('wp:author', { 'wp:author_id': id, 'wp:author_login': login, 'wp:author_email': `${login}@x.example` })
    await importText(
      site,
      author(1, 'ada') +
        author(40, 'bo') +
        term(1, 'one') +
        term(2, 'two') +
        term(0, 'none') +
        term(2, 'twice') +
        term(9, 'nine', 'post_tag') +
        term(3, 'three') +
        post(5, {}, comment(7, 0, 'Seven') + comment(8, 7, 'Eight')) +
        post(6, {}, comment(8, 12, 'Reply') + comment(12, 0, 'Again')) +
        post(7, {}, comment(9, 0, 'Nine')),
    )
    for (const [slug, id] of Object.entries({ two: 2, three: 3, nine: 9 })) t.equal((await termOf(site, slug)).id, id)
    for (const slug of ['one', 'none', 'twice']) t.ok((await termOf(site, slug)).id > 9, slug)
    const { store } = site.context
    const commentIds = Object.fromEntries(
      (await commentsIn(store).find({})).records.map(({ content, id, parent }) => [content, [id, parent]]),
    )
    t.same(commentIds, { Seven: [7, 0], Eight: [8, 7], Again: [12, 0], Reply: [13, 12], Nine: [9, 0] })
    t.equal((await usersIn(store).first({ where: whereUsers.eq('login', 'bo') }))?.id, 40)
    t.ok(((await usersIn(store).first({ where: whereUsers.eq('login', 'ada') }))?.id ?? 0) > 1)
  })
}

t.test('ids that leave no room for others are not kept', async t => {
  const site = await newSite(t)
  await importText(site, post(2 ** 31 - 1) + post(2 ** 31) + post(2 ** 53) + post(4))
  const ids = await idsOf(site)
  t.equal(ids['P4'], 4)
  t.ok(Object.values(ids).every(id => id < 10))
})

t.test('references follow, whichever comes first', async t => {
  const site = await newSite(t)
  await site.content.posts.create({ title: 'Own' }, { as: site.system })
  const own = await postOf(site, 'Own')
  const child = (id: number, parent: number) =>
    post(id, { post_type: 'page', post_parent: parent }, meta('_thumbnail_id', own.id))
  await importText(site, child(50, own.id) + post(own.id, { post_type: 'page', post_parent: 52 }) + child(52, own.id))
  const moved = await postOf(site, `P${own.id}`)
  t.equal(moved.id, 53)
  t.equal((await postOf(site, 'P50')).parent, moved.id)
  t.match(await metaOf(site, 50), { _thumbnail_id: moved.id })
})

t.test('thousands of long posts that must move need little memory', async t => {
  const site = await newSite(t, 'sqlite')
  const content = 'Words in a garden. '.repeat(500)
  const texts = Array.from({ length: 600 }, (_, at) =>
    item({ title: `T${at}`, guid: `t${at}`, post_id: at % 2 === 0 ? 5 : 100 + at, content, post_parent: 5 }),
  )
  await importText(site, texts.join(''))
  const { records } = await postsIn(site.context.store).find({})
  t.equal(records.length, 600)
  t.ok(records.every(post => post.content === content))
  t.equal((await postOf(site, 'T599')).id, 699)
  t.ok((await postOf(site, 'T2')).id > 699)
})
