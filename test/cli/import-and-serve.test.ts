import { readFileSync } from 'node:fs'
import t from 'tap'
import { run, start } from './fake-terminal.js'
import { newFolder } from './new-site.js'
import { sharedExports, withoutSharedExports } from './shared-data.js'

interface Item {
  readonly id: number
  readonly slug: string
  readonly date: string
  readonly link: string
  readonly title: { readonly rendered: string }
  readonly content: { readonly rendered: string }
  readonly categories: readonly number[]
  readonly author: number
  readonly _links: Readonly<Record<string, readonly { readonly href: string }[]>>
  readonly _embedded?: Readonly<Record<string, readonly unknown[]>>
}

/** How often an element with this text stands in the files, so that nothing of them has to be written down here. */
function countIn(pattern: RegExp): number {
  return sharedExports.reduce((sum, path) => sum + (readFileSync(path, 'utf8').match(pattern)?.length ?? 0), 0)
}

t.test('exports of others are imported and served', { skip: withoutSharedExports }, async t => {
  const data = newFolder(t)
  t.match(await run(['init', '--data', data]), { code: 0 })
  for (const path of sharedExports) t.match(await run(['import', path, '--data', data]), { code: 0, err: '' })

  const { printed, interrupt, ended } = start(['serve', '--create', '--port', '0', '--data', data])
  t.teardown(async () => {
    interrupt()
    await ended
  })
  const [, address = ''] = await printed(/^ +interface +(\S+)\/$/m)
  const get = async (path: string) => {
    const response = await fetch(`${address}/cms/v2${path}`)
    const { headers, status } = response
    const [total, pages] = ['total', 'totalpages'].map(name => Number(headers.get(`x-cms-${name}`)))
    return { status, total, pages, link: headers.get('link') ?? '', body: await response.json() }
  }
  const list = async (path: string) => {
    const answer = await get(path)
    return { ...answer, body: answer.body as readonly Item[] }
  }

  const all = await list('/posts?per_page=100')
  const published =
    countIn(/<wp:post_type>(?:<!\[CDATA\[)?post\b/g) - countIn(/<wp:status>(?:<!\[CDATA\[)?(?:draft|future)\b/g)
  t.equal(all.total, published)
  t.equal(all.pages, Math.ceil(all.total / 100))
  const dates = all.body.map(({ date }) => date)
  t.same(dates, [...dates].sort().reverse(), 'the latest come first')

  const second = await list('/posts?per_page=10&page=2')
  t.equal(second.total, all.total)
  t.equal(second.pages, Math.ceil(all.total / 10))
  t.same(second.body, all.body.slice(10, 20))
  t.match(second.link, /page=1[^>]*>; rel="prev".*page=3[^>]*>; rel="next"/)
  t.equal((await get(`/posts?per_page=10&page=${second.pages + 1}`)).status, 400)

  // Forms for comments link to the request.
  const isSample = ({ rendered }: Item['content']) => /<p>.{500}/s.test(rendered) && !rendered.includes('#respond')
  const sample = all.body.find(({ content }) => isSample(content)) as Item
  t.same((await get(`/posts/${sample.id}`)).body, sample)
  t.same(
    (await list(`/posts?slug=${sample.slug}`)).body.map(({ id }) => id),
    [sample.id],
  )
  t.notMatch(sample.content.rendered, /<!-- wp:/)

  const categories = (await get('/categories?per_page=100')).body as readonly { id: number; count: number }[]
  for (const { id, count } of categories) {
    const { total, body } = await list(`/posts?categories=${id}&per_page=1`)
    if (total !== count || !body.every(post => post.categories.includes(id))) t.equal(total, count, `category ${id}`)
  }
  t.ok(
    categories.some(({ count }) => count > 10),
    'the counts of categories are those of their posts',
  )

  const [word = ''] = /\p{L}{7,}/u.exec(sample.title.rendered) ?? /\p{L}{7,}/u.exec(sample.content.rendered) ?? []
  const found = await list(`/posts?search=${encodeURIComponent(word)}&per_page=100`)
  t.ok(
    found.body.some(({ id }) => id === sample.id),
    `"${word}" finds what holds it`,
  )
  t.ok(found.total < all.total)
  t.equal((await list('/posts?search=xyzzyplugh')).total, 0)

  const embedded = (await list(`/posts?include=${sample.id}&_embed`)).body[0]
  t.match(embedded?._embedded, { author: [{ id: sample.author }], 'cms:term': [sample.categories.map(id => ({ id }))] })

  const few = (await list('/posts?per_page=3&_fields=id,title.rendered')).body
  t.same(
    few,
    all.body.slice(0, 3).map(({ id, title }) => ({ id, title: { rendered: title.rendered } })),
  )

  const pages = (await get('/pages?per_page=100')).body as readonly { id: number; parent: number; link: string }[]
  const child = pages.find(({ parent }) => parent !== 0)
  const parent = pages.find(({ id }) => id === child?.parent)
  t.ok(parent && child?.link.startsWith(parent.link), 'pages lie below their parents')
})
