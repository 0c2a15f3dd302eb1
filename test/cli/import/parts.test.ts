import { commentsIn, postsIn, type Site, usersIn } from '@platen/site'
import t from 'tap'
import { carries, element, item, meta } from '../export-text.js'
import { newSite, storeKinds } from '../new-site.js'
import { comment, importText, metaOf, postOf, termOf } from './imported.js'

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
