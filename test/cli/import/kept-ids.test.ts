import { commentsIn, postsIn, type Site, usersIn, whereUsers } from '@platen/site'
import t from 'tap'
import { element, item, meta } from '../export-text.js'
import { newSite, storeKinds } from '../new-site.js'
import { comment, importText, metaOf, postOf, termOf } from './imported.js'

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
