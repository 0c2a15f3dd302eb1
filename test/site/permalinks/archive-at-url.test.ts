import { termsIn } from '@platen/site'
import t from 'tap'
import { onEveryStore } from '../every-store.js'
import { internals } from '../internals.js'
import type { TestSite } from '../make-site.js'

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
