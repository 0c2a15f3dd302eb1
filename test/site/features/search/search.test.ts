import { postsIn, termsIn, wpDialect } from '@platen/site'
import t from 'tap'
import { onEveryStore } from '../../every-store.js'
import { makeSite } from '../../make-site.js'
import { openNewFile } from '../../sqlite-file.js'
import { recordOf } from '../posts/counting-site.js'

interface Found {
  id: number | string
  title: string
  url: string
  type: string
  subtype?: string
  _links: Record<string, { href: string }[]>
}
const idsOf = (body: unknown) => (body as Found[]).map(({ id }) => id)

onEveryStore(t, 'finds published posts of public types, the best first', async (t, make) => {
  const { send } = await make({
    register(site) {
      site.registerPostType('book', { label: 'Books', public: true, hierarchical: true })
      site.registerPostType('memo', { label: 'Memos', public: false, showInRest: true })
    },
  })
  const create = async (path: string, body: Record<string, unknown>) =>
    ((await send(`POST ${path}`, { body: { status: 'publish', ...body } })).body as { id: number }).id
  const pear = await create('/posts', { title: 'Pear and apple', date: '2024-01-01T00:00:00' })
  const page = await create('/pages', { title: 'Other', content: 'Ápple pear', date: '2024-01-02T00:00:00' })
  const parent = await create('/book', { title: 'Fruit', date: '2024-01-03T00:00:00' })
  const child = await create('/book', { title: 'Apple', parent, date: '2024-01-04T00:00:00' })
  const locked = await create('/posts', { title: 'Apple', password: 'secret', date: '2024-01-05T00:00:00' })
  await create('/posts', { title: 'Apple', status: 'draft' })
  await create('/posts', { title: 'Apple', status: 'private' })
  await create('/memo', { title: 'Apple' })

  const search = async (query: string, as?: string) =>
    (await send(`GET /search?${query}`, as === undefined ? {} : { as })).body
  t.same(idsOf(await search('search=apple', 'anonymous')), [child, pear, page])
  t.same(idsOf(await search('search=apple', 'subscriber')), [locked, child, pear, page])
  t.same(idsOf(await search('search=apple%20-pear', 'anonymous')), [child])
  t.same(idsOf(await search('', 'anonymous')), [locked, child, parent, page, pear])
  t.same(idsOf(await search('subtype=page,post', 'anonymous')), [locked, page, pear])
  t.same(idsOf(await search(`include=${pear},${child}&exclude=${pear}`)), [child, pear])
  t.same(idsOf(await search(`exclude=${pear},${child},${locked}`)), [parent, page])
  const [found] = (await search('search=apple&subtype=book')) as Found[]
  t.match(found, {
    id: child,
    title: 'Apple',
    url: 'https://site.example/book/fruit/apple/',
    type: 'post',
    subtype: 'book',
    _links: {
      self: [
        {
          embeddable: true,
          href: `https://site.example/cms-json/cms/v2/book/${child}`,
          targetHints: { allow: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] },
        },
      ],
      about: [{ href: 'https://site.example/cms-json/cms/v2/types/book' }],
      collection: [{ href: 'https://site.example/cms-json/cms/v2/search' }],
    },
  })
})

t.test('what the dialects can search for', async t => {
  const cms = await makeSite()
  const wp = await makeSite({ dialect: wpDialect })
  const argsOf = async ({ send }: typeof cms) =>
    (
      (await send('OPTIONS /search')).body as {
        endpoints: { args: Record<string, { enum?: unknown; items?: { enum: unknown } }> }[]
      }
    ).endpoints[0]?.args ?? {}
  const strict = await argsOf(cms)
  t.same(strict['type']?.enum, ['post'])
  t.same(strict['subtype']?.items?.enum, ['post', 'page', 'any'])
  t.equal((await cms.send('GET /search?type=term')).status, 400)
  t.equal((await cms.send('GET /search?subtype=category')).status, 400)
  const wide = await argsOf(wp)
  t.same(wide['type']?.enum, ['post', 'term', 'post-format'])
  t.same(wide['subtype']?.items?.enum, ['post', 'page', 'category', 'post_tag', 'any'])
})

onEveryStore(t, 'finds terms by name and slug, and formats that posts have been given', async (t, make) => {
  const { send } = await make({ dialect: wpDialect })
  const create = async (path: string, body: unknown) =>
    ((await send(`POST ${path}`, { body })).body as { id: number }).id
  const fruit = await create('/categories', { name: 'Fruit' })
  const apple = await create('/categories', { name: 'apple', parent: fruit })
  const tag = await create('/tags', { name: 'Pomme', slug: 'apple-tag', description: 'fruit' })
  await create('/posts', { title: 'x', format: 'quote' })

  const search = async (query: string) => (await send(`GET /search?${query}`, { as: 'anonymous' })).body
  t.same(idsOf(await search('type=term&search=apple')), [apple, tag])
  t.same(idsOf(await search('type=term&search=fruit')), [fruit])
  t.same(idsOf(await search('type=term&subtype=post_tag,post')), [tag])
  t.match(await search(`type=term&include=${apple}`), [
    { type: 'category', url: 'https://site.example/category/fruit/apple/', subtype: undefined },
  ])
  t.match(await search('type=post-format'), [
    { id: 'quote', title: 'Quote', type: 'post-format', url: 'https://site.example/type/quote/' },
  ])
  t.same(await search('type=post-format&search=aside'), [])
})

const pages: { query: string; status: number; total?: string; link: string | undefined }[] = [
  { query: 'per_page=2', status: 200, total: '3', link: 'page=2>; rel="next"' },
  { query: 'per_page=2&page=2', status: 200, total: '3', link: 'page=1>; rel="prev"' },
  { query: 'per_page=2&page=9', status: 200, total: '0', link: 'page=8>; rel="prev"' },
  { query: 'type=term&page=2', status: 400, link: undefined },
  { query: 'type=term&search=zzz&page=2', status: 200, total: '0', link: 'page=1>; rel="prev"' },
]

t.test('pages', async t => {
  const { send } = await makeSite({ dialect: wpDialect })
  for (const title of ['a', 'b', 'c']) await send('POST /posts', { body: { title, status: 'publish' } })
  for (const { query, status, total, link } of pages) {
    const answer = await send(`GET /search?${query}`)
    t.equal(answer.status, status, query)
    t.equal(answer.headers['X-WP-Total'], total, query)
    if (link !== undefined) t.ok(answer.headers['Link']?.endsWith(link), `${query}: ${answer.headers['Link']}`)
    else t.match(answer.body, { code: 'rest_search_invalid_page_number' })
  }
})

t.test('a search for none of the subtypes finds only posts', async t => {
  const { send } = await makeSite({ dialect: wpDialect })
  for (const path of ['/posts', '/pages']) {
    t.equal((await send(`POST ${path}`, { body: { title: 'Apple', status: 'publish' } })).status, 201)
  }
  const subtypes = async (query: string) =>
    ((await send(`GET /search?${query}`)).body as Found[]).map(({ subtype }) => subtype).sort()
  t.same(await subtypes('subtype='), ['post'])
  t.same(await subtypes('subtype=category'), ['post'])
  t.same(await subtypes('subtype[]=any&subtype[]=post'), ['page', 'post'])
  t.same(await subtypes('subtype=page'), ['page'])
})

t.test('a search costs the same statements whatever is found', async t => {
  let statements = 0
  const store = await openNewFile(`${t.testdir()}/site.sqlite`, { onStatement: () => statements++ })
  t.teardown(() => store.close())
  const { send } = await makeSite({ store, dialect: wpDialect })
  const term = { description: '', parent: 0, group: 0, count: 0 }
  const parent = await postsIn(store).insert(recordOf('above', { type: 'page' }))
  const root = await termsIn(store).insert({ ...term, taxonomy: 'category', name: 'above', slug: 'above' })
  await store.transaction(async contents => {
    for (let i = 0; i < 40; i++) {
      await postsIn(contents).insert(recordOf(`word-${i}`, {}))
      await postsIn(contents).insert(recordOf(`page-word-${i}`, { type: 'page', parent: parent.id }))
      await termsIn(contents).insert({
        ...term,
        taxonomy: 'category',
        name: `word ${i}`,
        slug: `word-${i}`,
        parent: root.id,
      })
      await termsIn(contents).insert({ ...term, taxonomy: 'post_tag', name: `zz word ${i}`, slug: `word-${i}` })
    }
  })
  const cost = async (query: string) => {
    await send(`GET /search?${query}`)
    statements = 0
    const { body } = await send(`GET /search?${query}`)
    return { found: (body as unknown[]).length, statements }
  }
  for (const query of [
    'search=word',
    'type=term&search=word',
    'type=post-format',
    'search=word&_fields=id,title',
    'type=term&_fields=id',
  ]) {
    const one = await cost(`${query}&per_page=2`)
    const many = await cost(`${query}&per_page=80`)
    t.equal(many.statements, one.statements, query)
    if (!query.includes('format')) t.ok(many.found > 40 && one.found === 2, query)
  }
  t.ok(
    (await cost('search=word&_fields=id,title')).statements < (await cost('search=word')).statements,
    'ancestors are for addresses alone',
  )
})
