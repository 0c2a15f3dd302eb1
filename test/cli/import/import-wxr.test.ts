import { createReadStream } from 'node:fs'
import { basename } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { importWxr, WxrError } from '@platen/cli'
import { commentsIn, postsIn, usersIn, whereUsers } from '@platen/site'
import t from 'tap'
import { chunksOf, exportText, item } from '../export-text.js'
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
