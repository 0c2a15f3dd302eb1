import { createReadStream } from 'node:fs'
import { basename } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { ImportError, type ImportOptions, importWxr, WxrError } from '@platen/cli'
import { commentsIn, postsIn, type Site, usersIn, wherePosts, whereUsers } from '@platen/site'
import t from 'tap'
import { carries, chunksOf, element, exportText, item, meta } from '../export-text.js'
import { contentsOf, newSite, storeKinds } from '../new-site.js'
import { sharedExports, withoutSharedExports } from '../shared-data.js'
import { garden } from './garden.js'
import { countOf, created, importText, metaOf, postOf, termOf } from './imported.js'

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

t.test('a file that does not exist', async t => {
  const { context } = await newSite(t)
  const options = async () => {
    await setTimeout(50)
    return context.options()
  }
  const stream = createReadStream('no-such-file.xml')
  await t.rejects(importWxr({ ...context, options }, stream), { code: 'ENOENT' }, 'even if it fails before it is read')
})

t.test('a source of an import that fails at once is closed', async t => {
  const { context } = await newSite(t)
  let closed = false
  const chunks = (function* () {
    try {
      yield Buffer.from('<rss>')
    } finally {
      closed = true
    }
  })()
  const options = () => Promise.reject(new Error('no options'))
  await t.rejects(importWxr({ ...context, options }, chunks), { message: 'no options' })
  t.ok(closed)
})

t.test('what belongs to what', async t => {
  const site = await newSite(t)
  const { store } = site.context
  await importText(site, garden)
  const mint = await postOf(site, 'Mint')
  const [ada] = (await usersIn(store).find({ where: whereUsers.eq('login', 'ada') })).records
  t.match(mint, { id: 20, author: ada?.id, status: 'publish', guid: 'g1', commentCount: 2, parent: 0 })
  t.match(ada, { email: 'ada@example.com', roles: ['author'], passwordHash: '' })
  t.same(await metaOf(site, 20), { _thumbnail_id: 22 })

  const { terms } = await postsIn(store).related([20], ['terms'])
  t.same(
    terms.get(20)?.map(({ slug }) => slug),
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

  const comments = (await commentsIn(store).find({})).records
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

t.test('authors', async t => {
  const ada = element('wp:author', {
    'wp:author_login': 'ada',
    'wp:author_email': 'ada@example.com',
    'wp:author_display_name': 'Ada',
  })
  const by = (creator: string, guid = creator) => item({ guid, creator })
  const authorOf = async (site: Site, guid: string) => {
    const post = await postsIn(site.context.store).first({ where: wherePosts.eq('guid', guid) })
    return usersIn(site.context.store).get(post?.author ?? 0)
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
    'an unknown role': { authorRole: 'king' },
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

const template = (id: number, slug: string, type: string, terms: string) =>
  item(
    { title: slug, guid: slug, post_id: id, post_type: type, post_name: slug, status: 'publish', content: 'Mine' },
    terms,
  )

const TEMPLATES =
  template(10, 'single', 'wp_template', carries('wp_theme', 'platen') + meta('origin', 'theme')) +
  template(11, 'single', 'wp_template', carries('wp_theme', 'meadow')) +
  template(12, 'promo', 'wp_template_part', carries('wp_theme', 'platen') + carries('wp_template_part_area', 'header'))

for (const kind of storeKinds) {
  t.test(`templates are for their themes, in ${kind}`, async t => {
    const site = await newSite(t, kind)
    await importText(site, TEMPLATES)
    const { templates, templateParts } = site.content
    const by = { as: site.system }
    t.match(await templates.get('platen//single', by), { content: 'Mine', origin: 'theme', hasThemeFile: true })
    t.match(await templates.get('meadow//single', by), { content: 'Mine', origin: null, hasThemeFile: false })
    t.match(await templateParts.get('platen//promo', by), { content: 'Mine', area: 'header' })
    t.equal((await templates.revert('platen//single', by)).source, 'theme')
  })
}

for (const kind of storeKinds) {
  t.test(`imported records follow the rules of the site, in ${kind}`, async t => {
    const site = await newSite(t, kind)
    const { store } = site.context
    const page = (id: number, slug: string, parent = 0) =>
      item({ guid: `${id}`, title: `${id}`, post_id: id, post_parent: parent, post_type: 'page', post_name: slug })
    const file = [
      page(10, 'a', 12),
      page(11, 'a'),
      page(12, 'b'),
      page(13, 'feed'),
      page(14, '2020'),
      item({ guid: '15', title: '15', post_id: 15, is_sticky: 1 }),
      item({ guid: '16', title: '16', post_id: 16, is_sticky: 1 }),
      item(
        {
          guid: '17',
          title: 'Leaf',
          post_id: 17,
          post_type: 'attachment',
          status: 'inherit',
          post_name: 'b',
          attachment_url: 'http://old.example/leaf.jpg',
        },
        meta('_wp_attachment_image_alt', 'A green leaf'),
      ),
    ].join('')
    await importWxr(site.context, chunksOf(exportText(file)))
    await importWxr(site.context, chunksOf(exportText(file)))

    const slugs: Record<string, string> = {}
    for (const { id, slug } of (await postsIn(store).find({ where: wherePosts.ne('type', 'post') })).records)
      slugs[id] = slug
    t.match(
      slugs,
      { 10: 'a', 11: 'a', 12: 'b', 17: 'b-2' },
      'who waits for a parent takes nothing from those who do not',
    )
    t.match(slugs, { 13: 'feed-2', 14: '2020-2' }, 'addresses of the site are not taken')
    t.same(await store.options.get('sticky_posts'), [15, 16], 'once, however often it is imported')

    const { body } = await site.dispatch({ method: 'GET', path: '/cms/v2/media/17' })
    t.match(body, {
      source_url: 'http://old.example/leaf.jpg',
      alt_text: 'A green leaf',
      mime_type: 'image/jpeg',
      media_type: 'image',
    })
  })
}
