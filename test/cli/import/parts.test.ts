import { importWxrFiles } from '@platen/cli'
import { commentsIn, postsIn, type Site, usersIn } from '@platen/site'
import t, { type Test } from 'tap'
import { carries, chunksOf, element, exportText, item, meta } from '../export-text.js'
import { newSite, storeKinds } from '../new-site.js'
import { category, comment, importText, metaOf, postOf, termOf } from './imported.js'

const from = (url: string) => `<wp:base_blog_url>${url}</wp:base_blog_url>`
const OLD = 'https://old.example'

const term = (id: number, taxonomy: string, slug: string) =>
  element('wp:term', { 'wp:term_id': id, 'wp:term_taxonomy': taxonomy, 'wp:term_slug': slug, 'wp:term_name': slug })

/** Parent, image, menu targets and author of the records in the second part. */
const first = (url = OLD) =>
  element('wp:author', { 'wp:author_id': 1, 'wp:author_login': 'ada', 'wp:author_email': 'ada@old.example' }) +
  term(1, 'category', 'news') +
  item({ title: 'Parent', guid: `${url}/?page_id=1`, post_id: 1, post_type: 'page', post_name: 'parent' }) +
  item({
    title: 'Image',
    guid: `${url}/wp-content/uploads/a.jpg`,
    post_id: 2,
    post_type: 'attachment',
    attachment_url: `${url}/wp-content/uploads/a.jpg`,
  })

const query = (term: number, author: number, page: number) =>
  `<!-- wp:query {"query":{"taxQuery":{"category":[${term}]},"author":"${author}","exclude":[${page}]}} /-->`
const image = (id: number) => `<!-- wp:image {"id":${id}} --><img class="wp-image-${id}"/><!-- /wp:image -->`

const second = (url = OLD) =>
  item(
    {
      title: 'Child',
      guid: `${url}/?page_id=30`,
      post_id: 30,
      post_type: 'page',
      post_parent: 1,
      content: query(1, 1, 1) + image(2),
    },
    meta('_thumbnail_id', 2),
  ) +
  item(
    { title: 'To page', guid: `${url}/?p=31`, post_id: 31, post_type: 'nav_menu_item' },
    carries('nav_menu', 'top') +
      meta('_menu_item_type', 'post_type') +
      meta('_menu_item_object', 'page') +
      meta('_menu_item_object_id', 1),
  ) +
  item(
    { title: 'To term', guid: `${url}/?p=32`, post_id: 32, post_type: 'nav_menu_item' },
    meta('_menu_item_type', 'taxonomy') + meta('_menu_item_object', 'category') + meta('_menu_item_object_id', 1),
  )

async function connected(t: Tap, site: Site) {
  const [parent, file, child] = [await postOf(site, 'Parent'), await postOf(site, 'Image'), await postOf(site, 'Child')]
  const { id: news } = await termOf(site, 'news')
  const ada = (await usersIn(site.context.store).find({})).records.find(({ login }) => login === 'ada')
  t.equal(child.parent, parent.id)
  t.match(await metaOf(site, child.id), { _thumbnail_id: file.id })
  t.match(await metaOf(site, (await postOf(site, 'To page')).id), { _menu_item_object_id: parent.id })
  t.match(await metaOf(site, (await postOf(site, 'To term')).id), { _menu_item_object_id: news })
  t.equal(child.content, query(news, ada?.id ?? 0, parent.id) + image(file.id))
}
type Tap = Pick<typeof t, 'equal' | 'match'>

for (const kind of storeKinds) {
  for (const own of [0, 3]) {
    t.test(`the second part of an export refers to the first, with ${own} posts in the site (${kind})`, async t => {
      const site = await newSite(t, kind)
      for (let at = 0; at < own; at++) await site.content.posts.create({ title: `Own ${at}` }, { as: site.system })
      await importText(site, from(OLD) + first())
      const { losses } = await importText(site, from(`${OLD}/`) + second())
      t.notOk([...losses.keys()].some(what => what.includes('missing p') || what.includes('missing t')))
      await connected(t, site)
      await importText(site, from(OLD) + first())
      await importText(site, from(OLD) + second())
      await connected(t, site)
    })
  }
}

t.test('exports without the URL of their site', async t => {
  const site = await newSite(t)
  for (let at = 0; at < 3; at++) await site.content.posts.create({ title: `Own ${at}` }, { as: site.system })
  await importText(site, first())
  await importText(site, second())
  await connected(t, site)
})

t.test('posts that another program has imported are found by their guids', async t => {
  const site = await newSite(t)
  await site.content.transaction(async tx => {
    await postsIn(tx.store).insert({ ...base, guid: `${OLD}/?page_id=7` })
  })
  const parent = await postOf(site, 'Elsewhere')
  const child = { title: 'Child', guid: `${OLD}/?page_id=30`, post_id: 30, post_type: 'page', post_parent: 7 }
  await importText(site, from(OLD) + item(child))
  t.equal((await postOf(site, 'Child')).parent, parent.id)
})

const base = {
  type: 'page',
  status: 'publish',
  author: 1,
  date: '2020-01-01T00:00:00',
  dateGmt: '2020-01-01T00:00:00',
  modified: '2020-01-01T00:00:00',
  modifiedGmt: '2020-01-01T00:00:00',
  slug: 'elsewhere',
  title: 'Elsewhere',
  password: '',
  parent: 0,
  menuOrder: 0,
  commentStatus: 'closed',
  pingStatus: 'closed',
  mimeType: '',
  commentCount: 0,
  trashedStatus: '',
  excerpt: '',
  content: '',
}

t.test('references mean records of their own site', async t => {
  const site = await newSite(t)
  await site.content.posts.create({ title: 'Own' }, { as: site.system })
  const own = await postOf(site, 'Own')
  await importText(site, from('https://other.example') + first('https://other.example'))
  const child = { title: 'Child', guid: `${OLD}/?page_id=30`, post_id: 30, post_type: 'page', content: image(2) }
  const { losses } = await importText(
    site,
    from(OLD) +
      item({ ...child, post_parent: own.id }, meta('_thumbnail_id', 2)) +
      item({ ...child, title: 'Other', guid: 'x', post_id: 33, post_parent: 2 }),
  )
  t.equal((await postOf(site, 'Child')).parent, 0)
  t.equal((await postOf(site, 'Other')).parent, 0)
  t.notOk('_thumbnail_id' in (await metaOf(site, 30)))
  t.match(losses.get('missing parents of posts'), { count: 2, examples: [/of post 30/, /2 of post 33/] })
  t.match(losses.get('featured images that are missing'), { count: 1, examples: ['2 of post 30'] })
  t.match(losses.get('ids of missing posts in content'), { count: 2 })
  await importText(site, from(OLD) + second())
})

t.test('comments belong to accounts only if an import has created or mapped these', async t => {
  const site = await newSite(t)
  const text = (id: number) =>
    from(OLD) +
    item(
      { title: `P${id}`, guid: `${OLD}/?p=${id}`, post_id: id },
      comment(id, 0, '<p>a</p><script>x</script>', { 'wp:comment_user_id': 1 }) +
        comment(id + 1, 0, 'b', { 'wp:comment_user_id': 60 }),
    )
  const authorOf = async (id: number) => (await commentsIn(site.context.store).get(id))?.author
  const { losses } = await importText(site, text(10))
  t.same([await authorOf(10), await authorOf(11)], [0, 0])
  t.notMatch((await commentsIn(site.context.store).get(10))?.content, '<')
  t.match(losses.get('accounts of comments that the file lacks'), { count: 2 })
  const bo = { 'wp:author_id': 60, 'wp:author_login': 'bo', 'wp:author_email': 'bo@old.example' }
  await importText(site, from(OLD) + element('wp:author', bo))
  await importText(site, text(20))
  t.same([await authorOf(20), await authorOf(21)], [0, 60])
})

async function notesOf(t: Test, body: string) {
  const summary = await importText(await newSite(t), body)
  return {
    kinds: Object.fromEntries(summary),
    notes: summary.notes.map(({ line, text, count }) => `${line}: ${text} (${count})`),
  }
}

/** What an export may contain that is not imported as it is, and the note on it. */
const cases: Record<string, { body: string; note: string }> = {
  'an unknown field': {
    body: item({ title: 'A', reading_time: 4 }),
    note: '10: <wp:reading_time> in <item> is not imported (1)',
  },
  'an unknown field, several times': {
    body: item({ title: 'A', mood: 1 }) + item({ title: 'B', mood: 2 }),
    note: '10: <wp:mood> in <item> is not imported (2)',
  },
  'an unknown field of a comment': {
    body: item({}, `\n${comment(1, 0, 'a', { 'wp:comment_karma': 3 })}`),
    note: '11: <wp:comment_karma> in <wp:comment> is not imported (1)',
  },
  'an unknown field of an author': {
    body: element('wp:author', { 'wp:author_login': 'ada', 'wp:author_url': 'http://a.example' }),
    note: '10: <wp:author_url> in <wp:author> is not imported (1)',
  },
  'an unknown field of a term': {
    body: element('wp:category', { 'wp:category_nicename': 'a', 'wp:cat_name': 'A', 'wp:term_order': 3 }),
    note: '10: <wp:term_order> in <wp:category> is not imported (1)',
  },
  'an unknown record': {
    body: element('wp:link', { 'wp:link_url': 'http://a.example' }),
    note: '10: <wp:link> in <channel> is not imported (1)',
  },
  'a second value of a field': {
    body: item({ title: 'A' }, '<title>B</title>'),
    note: '10: another <title> in <item> is not imported (1)',
  },
  'text between fields': { body: '<item>lost<title>A</title></item>', note: '10: text in <item> is not imported (1)' },
  'a date that does not exist': {
    body: item({ post_date: '2020-02-30 00:00:00' }),
    note: '10: <wp:post_date> is not a date (1)',
  },
  'a date in another form': {
    body: item({ post_modified_gmt: '1 May 2020' }),
    note: '10: <wp:post_modified_gmt> is not a date (1)',
  },
  'a date of a comment': {
    body: item({}, comment(1, 0, 'a', { 'wp:comment_date': 'today' })),
    note: '10: <wp:comment_date> is not a date (1)',
  },
  'the only date of a feed': { body: item({ pubDate: 'yesterday' }), note: '10: <pubDate> is not a date (1)' },
  'an id that is not a number': {
    body: item({ post_id: 'x7' }),
    note: '10: <wp:post_id> is not an integer of up to 15 digits (1)',
  },
  'an id that is too large': {
    body: item({ post_parent: '9'.repeat(16) }),
    note: '10: <wp:post_parent> is not an integer of up to 15 digits (1)',
  },
  'meta without a key': { body: item({}, meta('', 'a')), note: '10: <wp:postmeta> without a key is not imported (1)' },
  'an author without a login': {
    body: element('wp:author', { 'wp:author_display_name': 'Ada' }),
    note: '10: an author without a login is not imported (1)',
  },
  'a term without a name': {
    body: element('wp:tag', { 'wp:tag_description': 'x' }),
    note: '10: a term without a name or a taxonomy is not imported (1)',
  },
  'a category without a name': {
    body: item({}, '<category domain="category"></category>'),
    note: '10: <category> without a name is not imported (1)',
  },
  'a status that is not registered': {
    body: item({ status: 'pitch' }),
    note: '10: the status "pitch" of posts is not registered, they are not shown (1)',
  },
  'a type of comments': {
    body: item({}, comment(1, 0, 'a', { 'wp:comment_type': 'review' })),
    note: '10: comments of the type "review" are not shown (1)',
  },
  'a status of comments': {
    body: item({}, comment(1, 0, 'a', { 'wp:comment_approved': 'maybe' })),
    note: '10: comments with the status "maybe" are not shown (1)',
  },
  'control characters': { body: item({ title: 'a\u0001' }), note: '10: control characters are removed (1)' },
}
for (const [name, { body, note }] of Object.entries(cases)) {
  t.test(name, async t => t.same((await notesOf(t, body)).notes, [note]))
}

const silent: Record<string, string> = {
  'what every export contains': `<title>A</title><link>b</link><pubDate>c</pubDate><language>en</language><generator>g</generator>
    <wp:base_site_url>http://a</wp:base_site_url><image><url>x</url></image>${item(
      { title: 'A', post_date: '0000-00-00 00:00:00', post_id: '', pubDate: 'Mon, 30 Nov -0001 00:00:00 +0000' },
      '<link>a</link><description></description>',
    )}`,
  'a field that is repeated with the same value': item({ title: 'A' }, '<title>A</title>'),
  'categories that repeat others': item({}, `<category>Herbs</category>${carries('category', 'herbs', 'Herbs')}`),
  'statuses that are registered': ['publish', 'draft', 'pending', 'private', 'future', 'trash', 'inherit', 'auto-draft']
    .map(status => item({ status }))
    .join(''),
}
for (const [name, body] of Object.entries(silent)) {
  t.test(`no note: ${name}`, async t => t.same((await notesOf(t, body)).notes, []))
}

t.test('everything is counted', async t => {
  const body =
    element('wp:author', { 'wp:author_login': 'ada' }).repeat(2) +
    element('wp:author', {}) +
    category('herbs').repeat(2) +
    element('wp:category', {}) +
    item({ guid: 'a' }, carries('category', 'herbs') + carries('category', 'trees') + comment(1, 0, 'a')).repeat(2)
  t.match((await notesOf(t, body)).kinds, {
    authors: { created: 1, skipped: 1, refused: 1 },
    'terms of category': { created: 2, skipped: 1, refused: 1 },
    'posts of type post': { created: 2, skipped: 0 },
    comments: { created: 2, skipped: 0 },
  })
})

t.test('notes name the file', async t => {
  const { context } = await newSite(t)
  const file = (name: string, fields: Readonly<Record<string, string>>) => ({
    name,
    chunks: chunksOf(exportText(item(fields))),
  })
  const summary = await importWxrFiles(context, [
    file('a.xml', { mood: '1' }),
    file('b.xml', { mood: '2', title: 'B' }),
  ])
  t.match(summary.notes, [
    { file: 'a.xml', line: 10, count: 1 },
    { file: 'b.xml', line: 10, count: 1 },
  ])
  const broken = { name: 'c.xml', chunks: chunksOf('<rss>') }
  await t.rejects(importWxrFiles(context, [file('a.xml', { title: 'New' }), broken]), {
    name: 'WxrError',
    file: 'c.xml',
    line: 1,
    column: 5,
  })
})

t.test('a file of many unknown fields has a limited number of notes', async t => {
  const fields = Array.from({ length: 1000 }, (_, i) => `<wp:x${i}>a</wp:x${i}>`).join('')
  const summary = await importText(await newSite(t), `<item>${fields}</item>`)
  t.ok(summary.notes.length <= 101)
  t.equal(
    summary.notes.reduce((sum, { count }) => sum + count, 0),
    1000,
  )
})
