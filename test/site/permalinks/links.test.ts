import { type PostRecord, postsIn, type Site, type TermRecord, termsIn } from '@platen/site'
import { postPermalink } from '@platen/site/extend'
import t from 'tap'
import { onEveryStore } from '../every-store.js'
import { recordOf } from '../features/posts/counting-site.js'
import { makeSite, type TestSite } from '../make-site.js'

type Shown = PostRecord & { readonly link: string; readonly permalink_template: string }

const URL = 'https://site.example'

async function create({ send }: TestSite, list: string, body: Readonly<Record<string, unknown>> = {}): Promise<Shown> {
  const given = { title: 'Hello', content: 'x', status: 'publish', date: '2024-05-06T07:08:09', ...body }
  const answer = await send(`POST ${list}`, { body: given })
  if (answer.status !== 201) throw new Error(JSON.stringify(answer.body))
  return answer.body as Shown
}

const linkOf = async ({ send }: TestSite, path: string) => ((await send(`GET ${path}?context=edit`)).body as Shown).link

/** A structure, and the address of a post of the user `admin` in the category News below World. */
const STRUCTURES: readonly (readonly [structure: string, path: string])[] = [
  ['/%year%/%monthnum%/%day%/%postname%/', '/2024/05/06/hello/'],
  ['/%postname%/', '/hello/'],
  ['/%postname%', '/hello'],
  ['/%year%/%monthnum%/%day%/%hour%/%minute%/%second%/', '/2024/05/06/07/08/09/'],
  ['/archives/%post_id%', '/archives/ID'],
  ['/%author%/%postname%/', '/admin/hello/'],
  ['/%category%/%postname%/', '/world/news/hello/'],
  ['/blog/%category%/%author%/%post_id%-%postname%.html', '/blog/world/news/admin/ID-hello.html'],
  ['/index.php/%year%/%postname%/', '/index.php/2024/hello/'],
  ['/%unknown%/%constructor%/%postname%/', '/%unknown%/%constructor%/hello/'],
  ['archives/%post_id%', '/archives/ID'],
  ['%postname%/', '/hello/'],
  ['//blog/%postname%//', '/blog/hello/'],
  [' /%postname%/ ', '/hello/'],
  [' ', '/?p=ID'],
  ['', '/?p=ID'],
]

onEveryStore(t, 'every tag of a structure', async (t, make) => {
  const made = await make()
  const term = async (body: object) => ((await made.send('POST /categories', { body })).body as { id: number }).id
  const world = await term({ name: 'World' })
  const news = await term({ name: 'News', parent: world })
  const other = await term({ name: 'Another' })
  const { id } = await create(made, '/posts', { categories: [other, news] })
  for (const [structure, path] of STRUCTURES) {
    await made.store.options.set('permalink_structure', structure)
    const expected = `${URL}${path.replace('ID', String(id))}`
    const { headers, body } = await made.send(`GET /posts/${id}?context=edit`)
    t.equal((body as Shown).link, expected, structure)
    t.match(headers['Link'], `<${expected}>; rel="alternate"; type=text/html`, structure)
    t.match((await made.send('GET /posts?_fields=link')).body, [{ link: expected }], structure)
    const template = structure.trim() === '' ? `${URL}/?p=${id}` : expected.replace('hello', '%postname%')
    t.equal((body as Shown).permalink_template, template, structure)
  }
})

t.test('a post without a category uses the default one', async t => {
  const made = await makeSite()
  await made.store.options.set('permalink_structure', '/%category%/%postname%/')
  const post = await create(made, '/posts')
  t.equal(post.link, `${URL}/uncategorized/hello/`)
  await made.send(`PUT /posts/${post.id}`, { body: { categories: [] } })
  t.equal(await linkOf(made, `/posts/${post.id}`), `${URL}/uncategorized/hello/`)
  await made.store.options.remove('default_category')
  t.equal(await linkOf(made, `/posts/${post.id}`), `${URL}/uncategorized/hello/`)
})

t.test('each post of a list has its own', async t => {
  const made = await makeSite()
  for (let number = 0; number < 5; number++) await create(made, '/posts')
  await made.store.options.set('permalink_structure', '/%category%/%author%/%postname%/')
  const { body } = await made.send('GET /posts?_fields=link&orderby=id&order=asc')
  t.match(
    (body as Shown[]).map(({ link }) => link.slice(URL.length)),
    ['/uncategorized/admin/hello/', /hello-2/, /-3/, /-4/, /-5/],
  )
})

const registerBooks = (site: Site) => {
  site.registerPostType('book', { public: true, supports: ['title', 'editor'] })
  site.registerPostType('chapter', {
    public: true,
    hierarchical: true,
    rewriteSlug: 'of/chapters',
    supports: ['title', 'editor'],
  })
  site.registerPostType('memo', { public: true, rewriteSlug: false, supports: ['title', 'editor'] })
}

t.test('pages and custom types', async t => {
  const made = await makeSite({ register: registerBooks })
  const top = await create(made, '/pages', { title: 'Top' })
  const middle = await create(made, '/pages', { title: 'Middle', parent: top.id })
  const page = await create(made, '/pages', { title: 'Page', parent: middle.id })
  const book = await create(made, '/book')
  const chapter = await create(made, '/chapter', {
    title: 'Two',
    parent: (await create(made, '/chapter', { title: 'One' })).id,
  })
  const memo = await create(made, '/memo')
  for (const [structure, ofPage, ofBook, ofChapter] of [
    ['/%year%/%postname%/', '/top/middle/page/', '/book/hello/', '/of/chapters/one/two/'],
    ['/%postname%', '/top/middle/page', '/book/hello', '/of/chapters/one/two'],
    ['/blog/%postname%/', '/top/middle/page/', '/blog/book/hello/', '/blog/of/chapters/one/two/'],
    [
      '/index.php/%postname%/',
      '/index.php/top/middle/page/',
      '/index.php/book/hello/',
      '/index.php/of/chapters/one/two/',
    ],
    ['blog/%postname%', '/top/middle/page', '/blog/book/hello', '/blog/of/chapters/one/two'],
    ['index.php/%postname%', '/index.php/top/middle/page', '/index.php/book/hello', '/index.php/of/chapters/one/two'],
    ['', `/?page_id=${page.id}`, '/?book=hello', '/?chapter=one/two'],
  ] as const) {
    await made.store.options.set('permalink_structure', structure)
    t.equal(await linkOf(made, `/pages/${page.id}`), `${URL}${ofPage}`, structure)
    t.equal(await linkOf(made, `/book/${book.id}`), `${URL}${ofBook}`, structure)
    t.equal(await linkOf(made, `/chapter/${chapter.id}`), `${URL}${ofChapter}`, structure)
    t.equal(await linkOf(made, `/memo/${memo.id}`), `${URL}/?memo=hello`, structure)
  }
})

t.test('hidden posts have plain permalinks', async t => {
  const made = await makeSite({ register: registerBooks })
  for (const status of ['draft', 'pending']) {
    const { id, link, permalink_template: template } = await create(made, '/posts', { status })
    t.equal(link, `${URL}/?p=${id}`, status)
    t.equal(template, `${URL}/2024/05/06/%postname%/`)
  }
  const { id, link } = await create(made, '/pages', { status: 'draft' })
  t.equal(link, `${URL}/?page_id=${id}`)
  const memo = await create(made, '/memo', { status: 'draft', slug: 'memo' })
  t.equal(memo.link, `${URL}/?post_type=memo&p=${memo.id}`)
  t.equal(memo.permalink_template, memo.link)
  const later = await create(made, '/posts', { date: '2124-05-06T07:08:09' })
  t.equal(later.link, `${URL}/?p=${later.id}`)
  const hidden = await create(made, '/posts', { status: 'private', slug: 'hidden' })
  t.equal(hidden.link, `${URL}/2024/05/06/hidden/`)
  await made.send(`DELETE /posts/${hidden.id}`)
  t.equal(await linkOf(made, `/posts/${hidden.id}`), `${URL}/?p=${hidden.id}`)
})

t.test('the front page has the URL of the site', async t => {
  const made = await makeSite()
  const { id } = await create(made, '/pages')
  const below = await create(made, '/pages', { title: 'Below', parent: id })
  await made.store.options.set('page_on_front', id)
  t.equal(
    await linkOf(made, `/pages/${id}`),
    `${URL}/hello/`,
    'as long as the front shows posts it is a page like others',
  )
  await made.store.options.set('show_on_front', 'page')
  for (const structure of ['/%postname%/', '/%postname%', '']) {
    await made.store.options.set('permalink_structure', structure)
    t.equal(await linkOf(made, `/pages/${id}`), `${URL}/`, structure)
  }
  await made.store.options.set('permalink_structure', '/%postname%/')
  t.equal(await linkOf(made, `/pages/${below.id}`), `${URL}/hello/below/`, 'what is below it names it')
})

t.test('the guid of a post does not change', async t => {
  const made = await makeSite()
  const { id } = await create(made, '/posts', { status: 'draft' })
  const guid = async () =>
    ((await made.send(`GET /posts/${id}`)).body as unknown as { guid: { rendered: string } }).guid.rendered
  t.equal(await guid(), `${URL}/?p=${id}`)
  await made.send(`PUT /posts/${id}`, { body: { status: 'publish', slug: 'other' } })
  t.equal(await guid(), `${URL}/?p=${id}`)
})

t.test('a filter changes permalinks everywhere', async t => {
  const made = await makeSite({
    register: site => void site.filter(postPermalink, ({ value, post }) => `${value}?of=${post.type}`),
  })
  const { id, link } = await create(made, '/posts')
  t.equal(link, `${URL}/2024/05/06/hello/?of=post`)
  t.match((await made.send(`GET /posts/${id}`)).headers['Link'], '?of=post')
  t.match((await made.send('GET /search?search=hello')).body, [{ url: link }])
})

/** What the address of a grandchild is for those who may not read something above it, and for editors. */
onEveryStore(t, 'permalinks do not reveal the slugs of unreadable ancestors', async (t, make) => {
  const made = await make({
    register(site: Site) {
      site.registerPostType('chapter', { public: true, hierarchical: true, restBase: 'chapters' })
    },
  })
  const { send, store } = made
  for (const [list, plain, path] of [
    ['/pages', 'page_id=ID', '/canary-top/middle/low/'],
    ['/chapters', 'post_type=chapter&p=ID', '/chapter/canary-top/middle/low/'],
  ] as const) {
    const top = await create(made, list, { title: 'Canary top' })
    const middle = await create(made, list, { title: 'Middle', parent: top.id })
    const low = await create(made, list, { title: 'Low', parent: middle.id })
    const file = await postsIn(store).insert(
      recordOf('low-file', { type: 'attachment', status: 'inherit', parent: low.id }),
    )
    for (const status of ['private', 'draft', 'pending', 'trash']) {
      await postsIn(store).update(top.id, { status })
      for (const [as, address, isHidden] of [
        ['anonymous', `${URL}/?${plain.replace('ID', String(low.id))}`, true],
        ['contributor', `${URL}/?${plain.replace('ID', String(low.id))}`, true],
        ['editor', `${URL}${path}`, false],
      ] as const) {
        const what = `${list}, ${status}, ${as}`
        for (const request of [`${list}/${low.id}`, `${list}?slug=low`, '/search?search=low', `/media/${file.id}`]) {
          const { status, text, headers } = await send(`GET ${request}`, { as })
          t.equal(status, 200)
          const shown = (text() + headers['Link']).replaceAll(/"guid":\{[^}]*\}/g, '')
          t.equal(shown.includes('canary-top'), !isHidden, `${what}: ${request}`)
        }
        t.equal(((await send(`GET ${list}/${low.id}`, { as })).body as Shown).link, address, what)
      }
    }
    const child = await create(made, list, { title: 'New', parent: low.id })
    t.notOk(JSON.stringify((await postsIn(store).get(child.id))?.guid).includes('canary'), 'nor in its identifier')
    for (const each of [file, child, low]) await postsIn(store).remove(each.id)
  }
})

t.test('permalinks name the hundred ancestors above a post, so that deep nesting costs no more', async t => {
  const made = await makeSite()
  const { store, send } = made
  let parent = 0
  const ids: number[] = []
  for (let level = 0; level < 150; level++) {
    parent = (await postsIn(store).insert(recordOf('page', { type: 'page', slug: `l${level}`, parent }))).id
    ids.push(parent)
  }
  const named = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, i) => `l${from + i}`).join('/')
  const { body } = await send('GET /pages?per_page=100&orderby=id&order=desc&_fields=id,link')
  const links = new Map((body as { id: number; link: string }[]).map(({ id, link }) => [id, link]))
  // In a list, the ancestors of others are loaded as well.
  for (const level of [149, 120, 100]) t.equal(links.get(ids[level] ?? 0), `${URL}/${named(level - 100, level)}/`)
  t.equal((await create(made, '/pages', { parent })).link, `${URL}/${named(50, 149)}/hello/`)
  const terms: number[] = []
  for (let level = 0; level < 150; level++) {
    const term = { taxonomy: 'category', name: 'x', slug: `l${level}`, description: '', group: 0, count: 0 }
    terms.push((await termsIn(store).insert({ ...term, parent: terms.at(-1) ?? 0 })).id)
  }
  const category = await send(`GET /categories/${terms.at(-1)}?_fields=link`)
  t.match(category.body, { link: `${URL}/category/${named(49, 149)}/` })
})

const AUTHOR_LINK_STRUCTURES: readonly (readonly [string, string])[] = [
  ['/%year%/%postname%/', 'https://site.example/author/editor/'],
  ['/%postname%', 'https://site.example/author/editor'],
  ['/blog/%postname%/', 'https://site.example/blog/author/editor/'],
  ['/archives/p-%post_id%', 'https://site.example/archives/p-author/editor'],
  ['/index.php/%postname%/', 'https://site.example/index.php/author/editor/'],
  ['blog/%postname%/', 'https://site.example/blog/author/editor/'],
  ['%postname%', 'https://site.example/author/editor'],
  ['/blog/', 'https://site.example/author/editor/'],
  ['', 'https://site.example/?author=2'],
]

t.test('the URL of an author follows the permalink structure', async t => {
  const { send, store } = await makeSite()
  for (const [structure, link] of AUTHOR_LINK_STRUCTURES) {
    await store.options.set('permalink_structure', structure)
    t.same((await send('GET /users/me?_fields=id,link', { as: 'editor' })).body, { id: 2, link }, structure)
  }
})

const made = await makeSite({
  register(site) {
    site.registerTaxonomy('genre', { label: 'Genres', objectTypes: ['post'], hierarchical: true })
    site.registerTaxonomy('inner', { label: 'Inner', objectTypes: ['post'], public: false })
    site.registerTaxonomy('place', { label: 'Places', objectTypes: ['post'], rewriteSlug: 'where', queryVar: 'at' })
  },
})
const { send, store } = made

const term = (taxonomy: string, slug: string, parent = 0): Promise<TermRecord> =>
  termsIn(store).insert({ taxonomy, name: slug, slug, description: '', parent, group: 0, count: 0 })

const top = await term('category', 'top')
const mid = await term('category', 'mid', top.id)
const low = await term('category', 'low', mid.id)
const loop = await term('category', 'loop')
const back = await term('category', 'back', loop.id)
await termsIn(store).update(loop.id, { parent: back.id })
const orphan = await term('category', 'orphan', 9999)
const genre = await term('genre', 'low', (await term('genre', 'top')).id)
const tag = await term('post_tag', '%e6%97%a5')
const inner = await term('inner', 'hidden')
const place = await term('place', 'here')

const PATHS: Readonly<Record<string, string>> = { category: '/categories', post_tag: '/tags' }

const LINKS: readonly (readonly [term: TermRecord, structure: string, link: string])[] = [
  [low, '/%year%/%postname%/', '/category/top/mid/low/'],
  [low, '/%year%/%postname%', '/category/top/mid/low'],
  [low, '/blog/%postname%/', '/blog/category/top/mid/low/'],
  [low, 'blog/%postname%/', '/blog/category/top/mid/low/'],
  [low, '%postname%', '/category/top/mid/low'],
  [low, '/index.php/%postname%/', '/index.php/category/top/mid/low/'],
  [low, '/archives/p-%post_id%', '/archives/p-category/top/mid/low'],
  [low, '', `/?cat=${low.id}`],
  [orphan, '/%postname%/', '/category/orphan/'],
  [loop, '/%postname%/', '/category/back/loop/'],
  [genre, '/%postname%/', '/genre/low/'],
  [genre, '', '/?genre=low'],
  [tag, '/%postname%/', '/tag/%e6%97%a5/'],
  [tag, '', '/?tag=%e6%97%a5'],
  [place, '/%postname%/', '/where/here/'],
  [place, '', '/?at=here'],
  [inner, '/%postname%/', '/?taxonomy=inner&term=hidden'],
  [inner, '', '/?taxonomy=inner&term=hidden'],
]

for (const [{ taxonomy, id, slug }, structure, link] of LINKS) {
  t.test(`${taxonomy} ${slug} with "${structure}"`, async t => {
    await store.options.set('permalink_structure', structure)
    const { body } = await send(`GET ${PATHS[taxonomy] ?? `/${taxonomy}`}/${id}?_fields=link`)
    t.same(body, { link: `https://site.example${link}` })
  })
}
