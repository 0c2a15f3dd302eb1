import { ImportError } from '@platen/cli'
import { commentsIn, postsIn } from '@platen/site'
import t from 'tap'
import { carries, element, item, meta } from '../export-text.js'
import { newSite, storeKinds } from '../new-site.js'
import { comment, importText, metaOf, postOf, termOf } from './imported.js'

const menu = (id: number, slug: string) =>
  element('wp:term', {
    'wp:term_id': id,
    'wp:term_taxonomy': 'nav_menu',
    'wp:term_slug': slug,
    'wp:term_name': slug.toUpperCase(),
  })
const page = (id: number, title: string, content = '') =>
  item({
    title,
    guid: title,
    post_id: id,
    post_type: 'page',
    post_name: title.toLowerCase(),
    status: 'publish',
    content,
  })
const menuItem = (id: number, title: string, order: number, values: Readonly<Record<string, string | number>>) =>
  item(
    { title, guid: `item ${id}`, post_id: id, post_type: 'nav_menu_item', status: 'publish', menu_order: order },
    carries('nav_menu', 'top') +
      Object.entries(values)
        .map(([key, value]) => meta(`_menu_item_${key}`, value))
        .join(''),
  )

const MENUS =
  menu(40, 'top') +
  menu(41, 'foot') +
  page(10, 'Herbs') +
  menuItem(11, '', 1, { type: 'post_type', object: 'page', object_id: 10, menu_item_parent: 0 }) +
  menuItem(12, 'Elsewhere', 2, {
    type: 'custom',
    object: 'custom',
    object_id: 12,
    menu_item_parent: 11,
    url: 'https://else.example/',
    target: '_blank',
    classes: 'a:2:{i:0;s:3:"one";i:1;s:3:"two";}',
    xfn: 'friend met',
  }) +
  menuItem(13, '', 3, { type: 'taxonomy', object: 'category', object_id: 50, menu_item_parent: 0 }) +
  element('wp:category', { 'wp:term_id': 50, 'wp:category_nicename': 'mint', 'wp:cat_name': 'Mint' })

interface Item {
  readonly id: number
  readonly title: { readonly rendered: string }
}

for (const kind of storeKinds) {
  t.test(`menus are whole, in ${kind}`, async t => {
    const site = await newSite(t, kind)
    await importText(site, MENUS)
    const { id: top } = await termOf(site, 'top')
    const herbs = await postOf(site, 'Herbs')
    const mint = await termOf(site, 'mint')
    const items = await site.call<readonly Item[]>('GET', '/cms/v2/menu-items', undefined, {
      as: site.system,
      query: { menus: [top], orderby: 'menu_order', order: 'asc' },
    })
    if (!items.ok) return t.fail(JSON.stringify(items.body))
    const [first] = items.body
    t.match(items.body, [
      {
        title: { rendered: 'Herbs' },
        type: 'post_type',
        object: 'page',
        object_id: herbs.id,
        parent: 0,
        menu_order: 1,
        menus: top,
      },
      {
        title: { rendered: 'Elsewhere' },
        type: 'custom',
        url: 'https://else.example/',
        parent: first?.id,
        target: '_blank',
        classes: ['one', 'two'],
        xfn: ['friend', 'met'],
      },
      { title: { rendered: 'Mint' }, type: 'taxonomy', object: 'category', object_id: mint.id },
    ])
  })

  t.test(`locations show imported menus, in ${kind}`, async t => {
    const site = await newSite(t, kind)
    site.registerMenuLocation('primary', { description: 'Primary' })
    site.registerMenuLocation('footer', { description: 'Footer' })
    const shown = async () => (await site.call('GET', '/cms/v2/menu-locations', undefined, { as: site.system })).body
    await importText(site, MENUS, { menuLocations: { primary: 'top' } })
    t.match(await shown(), { primary: { menu: (await termOf(site, 'top')).id }, footer: { menu: 0 } })
    await importText(site, MENUS, { menuLocations: { footer: 'foot' } })
    t.match(await shown(), {
      primary: { menu: (await termOf(site, 'top')).id },
      footer: { menu: (await termOf(site, 'foot')).id },
    })
    for (const menuLocations of [{ primary: 'none' }, { nowhere: 'top' }])
      await t.rejects(importText(site, MENUS, { menuLocations }), ImportError)
  })
}

const link = (attributes: object) => `<!-- wp:navigation-link ${JSON.stringify(attributes)} /-->`
const CONTENT = [
  link({ label: 'Herbs', type: 'page', id: 1, url: '/herbs/', kind: 'post-type' }),
  link({ label: 'Mint', type: 'category', id: 50, url: '/mint/', kind: 'taxonomy' }),
  link({ label: 'Not here', type: 'page', id: 77, kind: 'post-type' }),
  link({ label: 'Custom', id: 1, url: '/', kind: 'custom' }),
].join('\n')

t.test('blocks name the records of the site', async t => {
  const site = await newSite(t)
  // The ids of the file are taken.
  for (let taken = 0; taken < 4; taken++)
    await site.content.posts.create({ title: `Taken ${taken}` }, { as: site.system })
  const navigation = item({
    title: 'Top',
    guid: 'nav',
    post_id: 2,
    post_type: 'wp_navigation',
    status: 'publish',
    content: CONTENT,
  })
  const pattern = item({
    title: 'Pattern',
    guid: 'pattern',
    post_id: 3,
    post_type: 'wp_block',
    status: 'publish',
    content: 'Water.',
  })
  const user = page(4, 'User', '<!-- wp:navigation {"ref":2} /-->\n<!-- wp:block {"ref":3} /-->\n<p>{"ref":3}</p>')
  const category = element('wp:category', { 'wp:term_id': 50, 'wp:category_nicename': 'mint', 'wp:cat_name': 'Mint' })
  const file = user + navigation + pattern + page(1, 'Herbs') + category
  await importText(site, file)
  const [nav, herbs, synced] = [await postOf(site, 'Top'), await postOf(site, 'Herbs'), await postOf(site, 'Pattern')]
  t.ok(nav.id > 4 && herbs.id > 4 && synced.id > 4)
  t.equal(nav.type, 'cms_navigation')
  const mint = await termOf(site, 'mint')
  t.equal(
    nav.content,
    CONTENT.replace('"id":1,"url":"/herbs/"', `"id":${herbs.id},"url":"/herbs/"`).replace('"id":50', `"id":${mint.id}`),
  )
  const page4 = await postOf(site, 'User')
  t.equal(
    page4.content,
    `<!-- wp:navigation {"ref":${nav.id}} /-->\n<!-- wp:block {"ref":${synced.id}} /-->\n<p>{"ref":3}</p>`,
  )
  t.equal(await postsIn(site.context.store).count(), 8, 'there are no revisions')
  await importText(site, file)
  t.equal((await postOf(site, 'User')).version, page4.version, 'the second time nothing changes')
})

t.test('comments are whole: threads, meta and counts', async t => {
  const site = await newSite(t)
  const rating = element('wp:commentmeta', { 'wp:meta_key': 'rating', 'wp:meta_value': '5' })
  const comments =
    comment(2, 1, 'Reply').replace('</wp:comment>', `${rating}</wp:comment>`) +
    comment(1, 0, 'First') +
    comment(3, 2, 'Reply to it', { 'wp:comment_approved': 'spam' }) +
    comment(4, 0, 'Ping', { 'wp:comment_type': 'pingback' })
  await importText(
    site,
    item({ title: 'Mint', guid: 'm', post_id: 20, post_type: 'post', status: 'publish' }, comments),
  )
  const mint = await postOf(site, 'Mint')
  t.equal(mint.commentCount, 3)
  const { records } = await commentsIn(site.context.store).find({})
  const of = (content: string) => records.find(each => each.content === content)
  t.match(of('Reply'), { parent: of('First')?.id, post: mint.id })
  t.match(of('Reply to it'), { parent: of('Reply')?.id, status: 'spam' })
  t.match(of('Ping'), { type: 'pingback', parent: 0 })
  t.match(await metaOf(site, of('Reply')?.id ?? 0), { rating: '5' })
  const read = await site.call('GET', '/cms/v2/comments', undefined, { query: { post: [mint.id], order: 'asc' } })
  t.match(read.body, [{ content: { rendered: '<p>First</p>\n' } }, { content: { rendered: '<p>Reply</p>\n' } }])
})

t.test('comments of visitors run no script', async t => {
  const site = await newSite(t)
  const fields = { 'wp:comment_author': '<img src=x onerror=x>Bo', 'wp:comment_author_url': 'javascript:alert(1)' }
  const file = item(
    { title: 'Mint', guid: 'm', post_id: 20, post_type: 'post', status: 'publish' },
    comment(1, 0, 'a <b onclick="x">b</b><script>alert(1)</script>', fields),
  )
  await importText(site, file)
  const read = async () => (await commentsIn(site.context.store).find({})).records
  const [stored, ...others] = await read()
  t.same(others, [])
  t.match(stored, { authorName: 'Bo', authorUrl: 'alert(1)', content: 'a <b>b</b>alert(1)' })
  await importText(site, file)
  t.equal((await read()).length, 1, 'the second time it is found')
})

t.test('unsafe URLs of menu items are not shown', async t => {
  const site = await newSite(t)
  await importText(
    site,
    menu(40, 'top') + menuItem(12, 'Elsewhere', 1, { type: 'custom', object: 'custom', url: 'javascript:alert(1)' }),
  )
  const { body } = await site.call('GET', '/cms/v2/menu-items', undefined, { as: site.system })
  t.match(body, [{ title: { rendered: 'Elsewhere' }, url: '' }])
})
