import { postsIn, termsIn } from '@platen/site'
import t, { type Test } from 'tap'
import { onEveryStore } from '../every-store.js'
import { internals } from '../internals.js'
import type { TestSite } from '../make-site.js'

const { postAtUrl } = internals

interface Post {
  readonly id: number
  readonly link: string
}

const create = async ({ send }: TestSite, path: string, body: object): Promise<Post> =>
  (await send(`POST ${path}`, { body: { status: 'publish', content: 'x', ...body } })).body as Post

const findsAt = async ({ site }: TestSite, url: string) => (await postAtUrl(site.context, url))?.post.id

async function findsAll(t: Test, made: TestSite, posts: readonly Post[]) {
  for (const { id, link } of posts) {
    t.equal(await findsAt(made, link), id, link)
    t.equal(await findsAt(made, link.replace('https:', 'http:')), id, 'in another scheme')
    t.equal(await findsAt(made, `${link}${link.includes('?') ? '&' : '?'}utm_source=x#part`), id, 'with parameters')
  }
}

const STRUCTURES = [
  '',
  '/%postname%/',
  '/%year%/%monthnum%/%postname%',
  '/archives/%post_id%',
  '/%category%/%author%/%postname%/',
]

for (const structure of STRUCTURES) {
  onEveryStore(t, `finds posts by their permalinks: ${structure || 'plain'}`, async (t, make) => {
    const made = await make({
      register: site => void site.registerPostType('plant', { public: true, hierarchical: true, restBase: 'plants' }),
    })
    await made.store.options.set('permalink_structure', structure)
    const about = await create(made, '/pages', { title: 'About', slug: 'about' })
    const team = await create(made, '/pages', { title: 'Team', slug: 'team', parent: about.id })
    const other = await create(made, '/pages', { title: 'Other', slug: 'other' })
    await findsAll(t, made, [
      about,
      team,
      await create(made, '/pages', { title: 'Team', slug: 'team', parent: other.id }),
      await create(made, '/posts', { title: 'Hello there' }),
      await create(made, '/posts', { title: 'Grüße & Küsse 日本' }),
      await create(made, '/plants', { title: 'Mint' }),
    ])
  })
}

onEveryStore(t, 'finds only published posts with a page, for everybody', async (t, make) => {
  const made = await make({
    register: site => void site.registerPostType('secret', { public: false, restBase: 'secrets' }),
  })
  const home = 'https://site.example'
  const open = await create(made, '/posts', { title: 'Open', slug: 'open' })
  t.equal(await findsAt(made, `${home}/?p=${open.id}`), open.id)
  t.equal(await findsAt(made, `${home}?p=${open.id}`), open.id)
  for (const status of ['draft', 'private', 'pending', 'future']) {
    const date = status === 'future' ? { date: '2090-01-01T00:00:00' } : {}
    const post = await create(made, '/posts', { title: status, slug: status, status, ...date })
    t.equal(await findsAt(made, post.link), undefined, status)
    t.equal(await findsAt(made, `${home}/?p=${post.id}`), undefined, status)
  }
  const secret = await create(made, '/secrets', { title: 'Secret', slug: 'secret' })
  t.equal(await findsAt(made, `${home}/?p=${secret.id}`), undefined, 'a type without pages')
  const nowhere = [
    '',
    'nothing',
    `${home}/`,
    home,
    `${home}/nope/`,
    `${home}/?p=0`,
    `${home}/?p=x`,
    `${home}/?p=99999999999999999999`,
    `https://elsewhere.example/?p=${open.id}`,
    open.link.replace('site.example', 'elsewhere.example'),
    open.link.replace('/open', '/x/open'),
    `${home}/${'a/'.repeat(500)}open/`,
    `${home}/%ff%fe/`,
    `mailto:open`,
  ]
  for (const url of nowhere) t.equal(await findsAt(made, url), undefined, url.slice(0, 80))
})

onEveryStore(t, 'finds the front page', async (t, make) => {
  const made = await make()
  const page = await create(made, '/pages', { title: 'Front', slug: 'front' })
  await made.store.options.set('show_on_front', 'page')
  await made.store.options.set('page_on_front', page.id)
  t.equal(await findsAt(made, 'https://site.example/'), page.id)
  t.equal(await findsAt(made, 'https://site.example'), page.id)
})

onEveryStore(t, 'drafts with the slug of a post do not hide it', async (t, make) => {
  const made = await make()
  await made.store.options.set('permalink_structure', '/%postname%/')
  const drafts = await Promise.all(
    Array.from({ length: 101 }, () => create(made, '/posts', { title: 'Draft', status: 'draft' })),
  )
  for (const { id } of drafts) await made.send(`POST /posts/${id}/autosaves`, { body: { slug: 'wanted' } })
  const { id, link } = await create(made, '/posts', { title: 'Wanted' })
  await postsIn(made.store).update(id, { slug: 'wanted' })
  t.equal(await findsAt(made, link.replace(/[^/]+\/$/, 'wanted/')), id)
})

const { archiveTitle } = internals

const home = 'https://site.example'

async function open(make: (options: object) => Promise<TestSite>, structure: string) {
  const made = await make({
    register(site: TestSite['site']) {
      site.registerPostType('plant', { label: 'Plants', public: true, hasArchive: true })
      site.registerPostType('tool', { label: 'Tools', public: true, hasArchive: 'sheds' })
      site.registerPostType('bare', { label: 'Bare', public: true })
      site.registerPostType('kept', { label: 'Kept', public: true, hasArchive: true, restricted: true })
      site.registerTaxonomy('genre', { label: 'Genres', objectTypes: ['post'], hierarchical: true })
      site.registerTaxonomy('inner', { label: 'Inner', objectTypes: ['post'], public: false })
    },
  })
  await made.store.options.set('permalink_structure', structure)
  const add = async (path: string, body: object) =>
    (await made.send(`POST ${path}`, { body })).body as { id: number; link: string; slug: string }
  return { made, add, at: (url: string) => archiveTitle(made.site.context, url) }
}

for (const structure of ['', '/%postname%/', '/blog/%post_id%']) {
  onEveryStore(t, `finds archives by their URLs: ${structure || 'plain'}`, async (t, make) => {
    const { made, add, at } = await open(make, structure)
    const top = await add('/categories', { name: 'Top' })
    const nested = await add('/categories', { name: 'Nested', parent: top.id })
    const tag = await add('/tags', { name: 'Grün 日本' })
    const genre = await add('/genre', { name: 'Top of genres', slug: 'top' })
    const post = await add('/posts', { title: 'A post', status: 'publish' })
    for (const [term, title] of [
      [top, 'Top'],
      [nested, 'Nested'],
      [tag, 'Grün 日本'],
      [genre, 'Top of genres'],
    ] as const) {
      t.equal(await at(term.link), title, term.link)
      t.equal(await at(`${term.link.replace(/\/$/, '')}${term.link.includes('?') ? '&' : '?'}x=y#z`), title)
    }
    const id = made.users.get('administrator')?.id
    const author = (await made.send(`GET /users/${id}`)).body as { name: string; link: string }
    for (const url of [author.link, `${home}/?author=${id}`]) t.equal(await at(url), author.name, url)
    t.equal(await at(`${home}/?cat=${nested.id}`), 'Nested', 'by id')
    t.equal(await at(`${home}/?cat=${tag.id}`), undefined, 'a tag is not a category')
    t.equal(await at(post.link), undefined, 'posts are not archives')
    t.equal(await at(home), undefined)
  })
}

onEveryStore(t, 'finds the archives of types', async (t, make) => {
  const { made, at } = await open(make, '/%postname%/')
  t.same(await Promise.all(['plant', 'sheds/', 'tool', 'bare', 'kept'].map(path => at(`${home}/${path}`))), [
    'Plants',
    'Tools',
    undefined,
    undefined,
    undefined,
  ])
  await made.store.options.set('permalink_structure', '')
  t.equal(await at(`${home}/?post_type=tool`), 'Tools')
})

onEveryStore(t, 'finds only what visitors can see', async (t, make) => {
  const { made, add, at } = await open(make, '/%postname%/')
  const { id } = await termsIn(made.store).insert({
    taxonomy: 'inner',
    name: 'Inner',
    slug: 'inner-term',
    description: '',
    parent: 0,
    group: 0,
    count: 0,
  })
  const hidden = [`/inner/inner-term/`, `/?inner=inner-term`, `/?taxonomy=inner&term=inner-term`, `/?cat=${id}`]
  for (const url of hidden) t.equal(await at(home + url), undefined, url)
  const silent = made.users.get('author')
  for (const url of [`/author/${silent?.slug}/`, `/?author=${silent?.id}`]) t.equal(await at(home + url), undefined)
  await add('/posts', { title: 'Draft', author: silent?.id })
  t.equal(await at(`${home}/author/${silent?.slug}/`), undefined)
  await add('/posts', { title: 'Public', author: silent?.id, status: 'publish' })
  t.equal(await at(`${home}/author/${silent?.slug}/`), silent?.displayName)
  for (const url of ['nothing', '/author/', '/category/top/more/', `/?cat=${'9'.repeat(400)}`])
    t.equal(await at(url.startsWith('/') ? home + url : url), undefined, url)
})

onEveryStore(t, 'a long URL costs a few statements', async (t, make) => {
  const { at } = await open(make, '/%postname%/')
  t.equal(
    await at(`${home}/${'a/'.repeat(5000)}?${Array.from({ length: 5000 }, (_, i) => `a${i}=${i}`).join('&')}`),
    undefined,
  )
})
