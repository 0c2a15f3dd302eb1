import { cmsDialect, commentsIn, type Dialect, wpDialect } from '@platen/site'
import t from 'tap'
import { makeSite, type TestSite } from '../make-site.js'

interface Listed {
  readonly id: number
}

/** The next page of a list, as its `Link` says. */
function nextOf(headers: Readonly<Record<string, string | undefined>>): string | undefined {
  return /<[^>]*json\/\w+\/v2([^>]*)>; rel="next"/.exec(headers['Link'] ?? '')?.[1]
}

/** The ids of all pages of a list that is continued by its links, and how many pages they were on. */
async function follow({ send }: TestSite, path: string, between?: (page: number) => Promise<unknown>) {
  const ids: number[] = []
  let pages = 0
  for (let next: string | undefined = path; next !== undefined && pages < 50; pages++) {
    const { status, headers, body } = await send(`GET ${next}`)
    if (status !== 200) throw new Error(`${next} was answered with ${status}: ${JSON.stringify(body)}`)
    ids.push(...(body as Listed[]).map(({ id }) => id))
    next = nextOf(headers)
    await between?.(pages)
  }
  return { ids, pages }
}

async function filledSite(dialect: Dialect): Promise<TestSite> {
  const made = await makeSite({ dialect })
  const { send, store } = made
  const created = async (path: string, body: object): Promise<Listed> =>
    (await send(`POST ${path}`, { body: { status: 'publish', ...body } })).body as Listed
  for (let i = 0; i < 11; i++) {
    const date = `2024-01-0${1 + (i % 4)}T10:00:00`
    await created('/posts', { title: i % 3 === 0 ? 'Same' : `Title ${9 - i}`, date, slug: `slug-${i % 5}` })
    await created('/pages', { title: `Page ${i}`, menu_order: i % 2 })
    await created('/navigation', { title: `Menu ${i % 2}`, date })
    await created('/categories', { name: `Category ${i}`, description: i % 2 === 0 ? 'Even' : 'Odd' })
    await created('/tags', { name: `Tag ${20 - i}` })
    await created('/users', { username: `user${i}`, name: `Name ${i % 3}`, email: `${i}@example.com`, password: 'x' })
    await commentsIn(store).insert({
      ...{ post: 1, parent: 0, author: 0, authorName: 'A', authorEmail: `${i}@example.com`, authorUrl: '' },
      ...{ authorIp: '', authorAgent: '', date, dateGmt: date, created: date, status: 'approved', type: 'comment' },
      content: 'Yes.',
    })
  }
  const { id } = await created('/posts', { title: 'Written again', content: '0' })
  for (let i = 1; i < 8; i++) await send(`POST /posts/${id}`, { body: { content: String(i) } })
  return made
}

const lists: readonly string[] = [
  '/posts',
  '/posts?order=asc',
  '/posts?orderby=title',
  '/posts?orderby=title&order=asc',
  '/posts?orderby=id',
  '/posts?orderby=author&order=asc',
  '/posts?orderby=slug',
  '/posts?orderby=modified',
  '/posts?after=2024-01-01T12:00:00',
  '/posts?before=2024-01-03T12:00:00&orderby=date&order=asc',
  '/posts?search=title',
  '/posts?context=edit&status=any',
  '/pages?orderby=menu_order&order=asc',
  '/navigation',
  '/comments',
  '/comments?orderby=id&order=asc',
  '/comments?orderby=post',
  '/categories',
  '/categories?orderby=description&order=desc',
  '/categories?orderby=count',
  '/tags?orderby=name',
  '/tags?orderby=slug&order=desc',
  '/users?context=edit',
  '/users?orderby=email&context=edit',
  '/users?orderby=registered_date',
  '/media',
]

for (const dialect of [cmsDialect, wpDialect]) {
  t.test(`lists are continued by cursors as by pages: ${dialect.prefix}`, async t => {
    const site = await filledSite(dialect)
    const [{ id: post }] = (await site.send('GET /posts?search=again')).body as [Listed]
    for (const path of [...lists, `/posts/${post}/revisions`, `/posts/${post}/revisions?orderby=title`]) {
      const join = path.includes('?') ? '&' : '?'
      const { headers, body } = await site.send(`GET ${path}${join}per_page=100`)
      const expected = (body as Listed[]).map(({ id }) => id)
      for (const perPage of [1, 4, 100]) {
        const { ids, pages } = await follow(site, `${path}${join}per_page=${perPage}&cursor=`)
        t.same(ids, expected, `${path} in pages of ${perPage}`)
        t.equal(pages, Math.max(1, Math.ceil(expected.length / perPage)), `${path} has no empty last page`)
      }
      const first = (await site.send(`GET ${path}${join}per_page=1&cursor`)).headers
      const total = `${dialect.headerPrefix}Total`
      t.equal(first[total], headers[total], `${path}: the first page has the total`)
      t.notMatch(first['Link'], /[?&]page=/, `${path}: no other links`)
      const next = nextOf(first)
      if (next === undefined) continue
      const second = (await site.send(`GET ${next}`)).headers
      t.equal(second[total], undefined, `${path}: the others have none`)
      t.equal(second[`${total}Pages`], undefined)
      t.notMatch(second['Link'], /rel="prev"/)
    }
  })
}

t.test('records that are added and deleted meanwhile repeat none and lose none', async t => {
  const site = await filledSite(cmsDialect)
  const { send } = site
  const before = ((await send('GET /posts?per_page=100')).body as Listed[]).map(({ id }) => id)
  const seen: number[] = []
  const { ids } = await follow(site, '/posts?per_page=3&cursor=', async page => {
    const last = page === 0 ? before[2] : undefined
    if (last !== undefined) await send(`DELETE /posts/${last}?force=true`)
    const date = page % 2 === 0 ? '2030-01-01T00:00:00' : '2024-01-02T10:00:00'
    seen.push(((await send('POST /posts', { body: { title: 'New', status: 'publish', date } })).body as Listed).id)
  })
  t.equal(new Set(ids).size, ids.length, 'none twice')
  t.same(
    ids.filter(id => !seen.includes(id)),
    before,
    'none is missing, and the order is the same',
  )
  t.ok(ids.length > before.length, 'those that were added behind the page are there')
})

t.test('texts that are too long for a cursor', async t => {
  const site = await makeSite()
  const { send } = site
  const long = '\u{1f331}'.repeat(400)
  for (const end of ['b', 'd', 'a', 'c'])
    await send('POST /posts', { body: { title: `${long}${end}`, status: 'publish' } })
  const expected = ((await send('GET /posts?orderby=title&order=asc')).body as Listed[]).map(({ id }) => id)
  const path = '/posts?orderby=title&order=asc&per_page=1&cursor='
  t.same((await follow(site, path)).ids, expected)
  const next = nextOf((await send(`GET ${path}`)).headers)
  t.ok((next ?? '').length < 4000, 'the cursor stays short')
  await send(`DELETE /posts/${expected[0]}?force=true`)
  t.same((await follow(site, next ?? '')).ids, expected.slice(1), 'it is found without its record')
})

const refused: readonly [query: string, code: string][] = [
  ['/posts?cursor=&page=2', 'rest_cursor_not_supported'],
  ['/posts?cursor=&offset=2', 'rest_cursor_not_supported'],
  ['/posts?cursor=&ignore_sticky=false', 'rest_cursor_not_supported'],
  ['/posts?cursor=&orderby=include&include=3,4', 'rest_cursor_not_supported'],
  ['/posts?cursor=&orderby=include_slugs&slug=a', 'rest_cursor_not_supported'],
  ['/posts?cursor=&orderby=relevance&search=a', 'rest_cursor_not_supported'],
  ['/categories?cursor=&orderby=include&include=1', 'rest_cursor_not_supported'],
  ['/users?cursor=&orderby=include&include=1', 'rest_cursor_not_supported'],
  ['/search?cursor=', 'rest_cursor_not_supported'],
  ['/icons?cursor=', 'rest_cursor_not_supported'],
  ['/font-collections?cursor=', 'rest_cursor_not_supported'],
  ['/themes?status=active&page=1&cursor=', 'rest_cursor_not_supported'],
  ['/plugins?per_page=1&cursor=', 'rest_cursor_not_supported'],
  ['//cms-abilities/v1/abilities?cursor=', 'rest_cursor_not_supported'],
  ['/posts?cursor[]=a', 'rest_invalid_cursor'],
  ['/posts?cursor[a]=b', 'rest_invalid_cursor'],
  ['/posts?cursor=first', 'rest_invalid_cursor'],
  [`/posts?cursor=${'A'.repeat(200)}`, 'rest_invalid_cursor'],
  [`/posts?cursor=${'A'.repeat(9000)}`, 'rest_invalid_cursor'],
]
t.test('cursors that are refused', async t => {
  const { send } = await makeSite()
  for (const [query, code] of refused) {
    const { status, body } = await send(`GET ${query}`)
    t.match({ status, body }, { status: 400, body: { code } }, query.slice(0, 60))
  }
})

t.test('a cursor belongs to the list that it was returned for', async t => {
  const site = await filledSite(cmsDialect)
  const cursorOf = async (path: string) =>
    /cursor=([\w-]+)/.exec(nextOf((await site.send(`GET ${path}`)).headers) ?? '')?.[1]
  const cursor = await cursorOf('/posts?per_page=2&cursor=&author=1')
  t.equal(await cursorOf('/posts?per_page=2&cursor=&author=1'), cursor, 'equal places have equal cursors')
  const taken = ['author=1', 'author=1&per_page=5', 'author=1&context=edit&_fields=id&_embed', 'author=1&order=desc']
  for (const query of taken)
    t.equal((await site.send(`GET /posts?${query}&cursor=${cursor}`)).status, 200, `taken: ${query}`)
  for (const changed of [`${cursor}=`, `${cursor}!`, `${cursor?.slice(0, -1)}`])
    t.equal((await site.send(`GET /posts?author=1&cursor=${changed}`)).status, 400, `refused: ${changed}`)
  const others = [
    '/posts?',
    '/posts?author=2&',
    '/posts?author=1&order=asc&',
    '/posts?author=1&orderby=id&',
    '/posts?author=1&search=a&',
    '/pages?author=1&',
    '/media?author=1&',
  ]
  for (const path of others)
    t.match((await site.send(`GET ${path}cursor=${cursor}`)).body, { code: 'rest_invalid_cursor' }, `refused: ${path}`)
})
