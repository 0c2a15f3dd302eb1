import { dialects, postsIn, type TermRecord, termsIn, wpDialect } from '@platen/site'
import { termDeleted, termSaved } from '@platen/site/extend'
import type { Store } from '@platen/storage'
import t, { type Test } from 'tap'
import { countingReads } from '../../access/counting-reads.js'
import { onEveryStore } from '../../every-store.js'
import { makeSite, type TestSite } from '../../make-site.js'

interface TermBody {
  readonly id: number
  readonly name: string
  readonly slug: string
  readonly parent?: number
  readonly count: number
  readonly link: string
}

const create = async ({ send }: TestSite, path: string, body: object): Promise<TermBody> => {
  const { status, body: answer } = await send(`POST ${path}`, { body })
  if (status !== 201) throw new Error(`${path}: ${JSON.stringify(answer)}`)
  return answer as TermBody
}

const codeOf = ({ body }: { readonly body: unknown }) => (body as { code?: string }).code

const slugsOf = ({ body }: { readonly body: unknown }) => (body as TermBody[]).map(term => term.slug)

for (const dialect of Object.values(dialects)) {
  t.test(`mistakes in the dialect ${dialect.name}`, async t => {
    const made = await makeSite({ dialect })
    const { id } = await create(made, '/tags', { name: 'One' })
    await create(made, '/tags', { name: 'Two' })
    const mistakes: readonly (readonly [request: string, body: object, code: string, status: number])[] = [
      ['POST /tags', { name: ' ' }, 'empty_term_name', 400],
      ['POST /tags', { name: '<b></b>' }, 'empty_term_name', 400],
      [`PUT /tags/${id}`, { name: '' }, 'empty_term_name', 400],
      [`PUT /tags/${id}`, { slug: 'two' }, 'duplicate_term_slug', 409],
    ]
    for (const [request, body, code, status] of mistakes) {
      const answer = await made.send(request, { body })
      t.match(answer, { status: dialect.name === 'wp' ? 500 : status, body: { code, data: null } }, request)
    }
    t.match(await made.send(`GET /tags/${id}`), { body: { name: 'One', slug: 'one' } }, 'it is as it was')
  })
}

onEveryStore(t, 'names and slugs of a new term', async (t: Test, make) => {
  const made = await make()
  const first = await create(made, '/categories', { name: 'News & Views' })
  t.match(first, { name: 'News &amp; Views', slug: 'news-views', link: 'https://site.example/category/news-views/' })
  const below = await create(made, '/categories', { name: 'News & Views', parent: first.id })
  t.match(below, { slug: 'news-views-news-views', link: /\/category\/news-views\/news-views-news-views\/$/ })
  t.match(await create(made, '/categories', { name: 'Other', slug: 'News Views' }), { slug: 'news-views-2' })
  t.match(await create(made, '/categories', { name: 'news & views', slug: 'again' }), { slug: 'again' })
  const nameless = await create(made, '/categories', { name: '!!!' })
  t.equal(nameless.slug, String(nameless.id), 'what makes no slug is named by its id')

  const again = await made.send('POST /categories', { body: { name: 'NEWS &amp; views' } })
  t.match(again, {
    status: 400,
    body: { code: 'term_exists', data: { status: 400, term_id: first.id }, additional_data: [first.id, first.id] },
  })
  for (const taken of ['again', 'News Views'])
    t.equal(codeOf(await made.send('POST /categories', { body: { name: 'News & Views', slug: taken } })), 'term_exists')
})

onEveryStore(
  t,
  'where terms have parents, a name in other letters is taken only with its slug',
  async (t: Test, make) => {
    const made = await make()
    const send = async (path: string, body: object) => (await made.send(`POST ${path}`, { body })).body as object
    await create(made, '/categories', { name: 'Big News', slug: 'big' })
    t.match(await send('/categories', { name: 'big news' }), { name: 'big news', slug: 'big-news' })
    t.match(await send('/categories', { name: 'BIG NEWS' }), { code: 'term_exists' }, 'with the slug of a sibling')
    t.match(await send('/categories', { name: 'Big News' }), { code: 'term_exists' }, 'in the same letters')
    await create(made, '/tags', { name: 'Big News', slug: 'big' })
    t.match(await send('/tags', { name: 'big news' }), { code: 'term_exists' }, 'tags have no parents')
  },
)

onEveryStore(t, 'two taxonomies may share a slug, but none with a suffix', async (t: Test, make) => {
  const made = await make()
  const slugs: string[] = []
  for (const [path, name] of [
    ['/categories', 'Big News'],
    ['/tags', 'Big News'],
    ['/categories', 'Big-News'],
    ['/tags', 'Big-News'],
    ['/categories', 'Big News!'],
  ] as const)
    slugs.push((await create(made, path, { name })).slug)
  t.same(slugs, ['big-news', 'big-news', 'big-news-2', 'big-news-3', 'big-news-4'])
  const { id } = await create(made, '/categories', { name: 'Top' })
  await create(made, '/tags', { name: 'big news top' })
  t.match(await create(made, '/categories', { name: 'Big News', parent: id }), { slug: 'big-news-top-2' })
})

onEveryStore(t, 'a term that is refused leaves nothing behind', async (t: Test, make) => {
  const made = await make({
    onError() {},
    register(site) {
      site.registerMeta({ object: 'term', subtype: 'category', key: 'rank', type: 'integer', single: true })
      site.registerField('category', 'flag', {
        schema: { type: 'string' },
        set(_record: TermRecord, value: unknown) {
          if (value === 'bad') throw new Error('refused by the field')
        },
      } as never)
    },
  })
  const { store, send } = made
  const { id } = await create(made, '/categories', { name: 'Kept', meta: { rank: 1 } })
  const before = store.revision()
  for (const [request, body] of [
    ['POST /categories', { name: 'New', meta: { rank: 'x' } }],
    [`PUT /categories/${id}`, { name: 'Changed', meta: { rank: 'x' } }],
    [`PUT /categories/${id}`, { name: 'Changed', parent: 999 }],
  ] as const) {
    t.equal((await send(request, { body })).status, 400, request)
  }
  t.equal((await send('POST /categories', { body: { name: 'New', flag: 'bad' } })).status, 500)
  t.equal(store.revision(), before)
  t.match(await send(`GET /categories/${id}`), { body: { name: 'Kept', meta: { rank: 1 } } })
})

onEveryStore(t, 'loops among parents are cut', async (t: Test, make) => {
  const made = await make()
  const top = await create(made, '/categories', { name: 'Top' })
  const mid = await create(made, '/categories', { name: 'Mid', parent: top.id })
  const low = await create(made, '/categories', { name: 'Low', parent: mid.id })
  const side = await create(made, '/categories', { name: 'Side' })
  const move = async (term: TermBody, parent: number) =>
    (await made.send(`PUT /categories/${term.id}`, { body: { parent } })).body as TermBody
  t.equal((await move(mid, mid.id)).parent, 0, 'below itself')
  t.equal((await move(mid, top.id)).parent, top.id)
  t.equal((await move(top, low.id)).parent, 0, 'below what is below it')
  t.equal((await move(low, side.id)).parent, side.id)
  t.equal((await move(top, low.id)).parent, low.id, 'no longer below it')
  const { body } = await made.send(`GET /categories/${mid.id}`)
  t.equal((body as TermBody).link, 'https://site.example/category/side/low/top/mid/')
})

onEveryStore(t, 'lists', async (t: Test, make) => {
  const made = await make({
    dialect: wpDialect,
    register(site) {
      site.registerTaxonomy('place', { label: 'Places', objectTypes: ['post'], hierarchical: true, restBase: 'places' })
    },
  })
  const { send } = made
  const europe = await create(made, '/places', { name: 'europe', description: 'b' })
  const france = await create(made, '/places', { name: 'France', parent: europe.id, description: 'c' })
  const paris = await create(made, '/places', { name: 'Paris', parent: france.id, description: 'a' })
  const asia = await create(made, '/places', { name: 'Ásia', slug: 'zz-asia' })
  const { body } = await send('POST /posts', { body: { title: 'x', status: 'publish', places: [paris.id] } })
  const post = (body as { id: number }).id
  const lists: readonly (readonly [query: string, slugs: readonly string[]])[] = [
    ['', ['zz-asia', 'europe', 'france', 'paris']],
    ['order=desc', ['paris', 'france', 'europe', 'zz-asia']],
    ['orderby=slug', ['europe', 'france', 'paris', 'zz-asia']],
    ['orderby=id&order=desc', ['zz-asia', 'paris', 'france', 'europe']],
    ['orderby=description', ['zz-asia', 'paris', 'europe', 'france']],
    ['orderby=count&order=desc', ['paris', 'europe', 'france', 'zz-asia']],
    ['orderby=term_group&order=desc', ['europe', 'france', 'paris', 'zz-asia']],
    [`orderby=include&include=${paris.id},${asia.id}`, ['paris', 'zz-asia']],
    [`orderby=include&include=${paris.id},${asia.id}&order=desc`, ['zz-asia', 'paris']],
    ['orderby=include', ['zz-asia', 'europe', 'france', 'paris']],
    ['orderby=include_slugs&slug=paris,Europe', ['paris', 'europe']],
    [`include=-${paris.id}`, ['paris']],
    [`orderby=include&include=-${paris.id},${asia.id}`, ['paris', 'zz-asia']],
    [`exclude=-${europe.id}`, ['zz-asia', 'france', 'paris']],
    ['slug=,', ['zz-asia', 'europe', 'france', 'paris']],
    ['slug[]=', []],
    ['slug[]=&slug[]=paris', ['paris']],
    ['search=ASI', ['zz-asia']],
    ['search=zz-', ['zz-asia']],
    [`include=${paris.id}&exclude=${paris.id}`, ['paris']],
    [`exclude=${europe.id}`, ['zz-asia', 'france', 'paris']],
    ['parent=0', ['zz-asia', 'europe']],
    [`parent=${europe.id}`, ['france']],
    ['hide_empty=true', ['europe', 'france', 'paris']],
    ['hide_empty=true&parent=0', ['europe']],
    [`post=${post}`, ['paris']],
    [`post=${post}&search=eu`, []],
    ['per_page=2&page=2', ['france', 'paris']],
    ['per_page=2&page=9', []],
    ['offset=3', ['zz-asia', 'europe', 'france', 'paris']],
  ]
  for (const [query, slugs] of lists) {
    const { status, body: terms } = await send(`GET /places?${query}`)
    t.equal(status, 200, query)
    t.same(slugsOf({ body: terms }), slugs, query)
  }
  t.match((await send('GET /places?hide_empty=true')).headers, { 'X-WP-Total': '3' }, 'totals count what is shown')
})

t.test('an offset beats the page where terms are flat', async t => {
  const made = await makeSite()
  for (const name of ['a', 'b', 'c', 'd', 'e']) await create(made, '/tags', { name })
  const { body, headers } = await made.send('GET /tags?offset=3&per_page=1&page=2&order=asc')
  t.same(slugsOf({ body }), ['d'])
  t.match(headers.Link, /page=3&order=asc>; rel="prev", .*page=5&order=asc>; rel="next"/)
})

t.test('a list costs the same however many terms are on it', async t => {
  const reads = countingReads()
  const made = await makeSite({
    wrapStore: reads.wrap,
    register(site) {
      site.registerMeta({ object: 'term', subtype: 'category', key: 'rank', type: 'integer', single: true })
    },
  })
  const costs = async (request: string) => {
    await made.send(request)
    reads.taken()
    await made.send(`${request}&page=1`)
    return [...reads.taken()].sort()
  }
  const top = await create(made, '/categories', { name: 'Top' })
  const below = await create(made, '/categories', { name: 'Below', parent: top.id })
  await create(made, '/categories', { name: 'Lowest', parent: below.id, meta: { rank: 3 } })
  const before = await costs('GET /categories?per_page=100')
  for (let i = 0; i < 30; i++) await create(made, '/categories', { name: `n${i}`, parent: i % 2 ? top.id : below.id })
  t.same(await costs('GET /categories?per_page=100'), before)
  t.same(await costs('GET /categories?per_page=100'), ['terms.find', 'terms.related'], 'ancestors are on the page')
  t.same(
    await costs('GET /categories?per_page=100&_fields=id,name'),
    ['terms.find'],
    'what is not wanted is not loaded',
  )
  t.same(
    await costs('GET /categories?search=lowest&_fields=link'),
    ['terms.find', 'terms.find', 'terms.find'],
    'a query for each level above',
  )
})

t.test('who may do what', async t => {
  const made = await makeSite()
  const { send } = made
  const { id } = await create(made, '/tags', { name: 'Shared' })
  const category = await create(made, '/categories', { name: 'Kind' })
  const draft = ((await send('POST /posts', { body: { title: 'x', status: 'draft' } })).body as { id: number }).id
  const page = ((await send('POST /pages', { body: { title: 'x', status: 'publish' } })).body as { id: number }).id
  const requests: readonly (readonly [request: string, as: string, status: number, code?: string])[] = [
    ['POST /tags', 'contributor', 201],
    ['POST /tags', 'subscriber', 403, 'rest_cannot_create'],
    ['POST /categories', 'author', 403, 'rest_cannot_create'],
    ['POST /categories', 'anonymous', 401, 'rest_cannot_create'],
    [`PUT /tags/${id}`, 'author', 403, 'rest_cannot_update'],
    [`DELETE /tags/${id}?force=true`, 'author', 403, 'rest_cannot_delete'],
    [`DELETE /tags/${id}`, 'editor', 501, 'rest_trash_not_supported'],
    [`DELETE /categories/${id}?force=true`, 'editor', 404, 'rest_term_invalid'],
    [`PUT /tags/${category.id}`, 'editor', 404, 'rest_term_invalid'],
    ['DELETE /categories/1?force=true', 'administrator', 403, 'rest_cannot_delete'],
    [`GET /tags/${id}?context=edit`, 'contributor', 403, 'rest_forbidden_context'],
    ['GET /tags?context=edit', 'anonymous', 401, 'rest_forbidden_context'],
    [`GET /tags?post=${draft}`, 'anonymous', 401, 'rest_forbidden_context'],
    [`GET /tags?post=${draft}`, 'editor', 200],
    [`GET /tags?post=${page}`, 'administrator', 403, 'rest_forbidden_context'],
    ['GET /tags?post=-1', 'anonymous', 400, 'rest_post_invalid_id'],
    ['GET /tags?post=0', 'anonymous', 200],
  ]
  for (const [request, as, status, code] of requests) {
    const answer = await send(request, { as, ...(request.startsWith('GET') ? {} : { body: { name: `by ${as}` } }) })
    t.equal(answer.status, status, `${request} as ${as}`)
    t.equal(codeOf(answer), code, `${request} as ${as}`)
  }
  t.match(await send('GET /categories/1'), {
    body: { _links: { self: [{ targetHints: { allow: ['GET', 'POST', 'PUT', 'PATCH'] } }] } },
  })
})

t.test('every input gets a response', async t => {
  const made = await makeSite()
  const { id } = await create(made, '/categories', { name: 'Kind' })
  const values = [null, 0, -1, 1.5, 1e300, '', 'x', '9'.repeat(40), true, [], [null], {}, { a: 1 }, '\ud800', '\u0000']
  for (const name of ['id', 'name', 'slug', 'description', 'parent', 'meta', 'context', 'force']) {
    for (const value of values) {
      for (const request of ['POST /categories', `PUT /categories/${id}`, 'DELETE /tags/1']) {
        const { status } = await made.send(request, { body: { name: 'n', [name]: value } })
        t.ok(status < 500, `${request} ${name}=${JSON.stringify(value)}: ${status}`)
      }
    }
  }
  const texts = ['', 'x', '-1', '0', '1,2', '%00', '%ff', '9'.repeat(40), '[]', 'a%20b']
  for (const name of [
    'include',
    'exclude',
    'slug',
    'search',
    'parent',
    'post',
    'page',
    'per_page',
    'offset',
    'orderby',
    'order',
    'hide_empty',
    'context',
  ]) {
    for (const text of texts) {
      for (const query of [`${name}=${text}`, `${name}[]=${text}`, `${name}[a][b]=${text}`]) {
        for (const path of ['/categories', '/tags', `/categories/${id}`]) {
          const { status } = await made.send(`GET ${path}?${query}`)
          t.ok(status < 500, `${path}?${query}: ${status}`)
        }
      }
    }
  }
})

t.test('events are emitted after the change is stored', async t => {
  const made = await makeSite()
  const told: unknown[] = []
  const seen = async (store: Store, id: number) => (await termsIn(store).get(id))?.name
  made.site.on(termSaved, async ({ term, before }) => {
    told.push(['saved', before?.name, term.name, await seen(made.store, term.id)])
  })
  made.site.on(termDeleted, async ({ term }) => {
    told.push(['deleted', term.name, await seen(made.store, term.id)])
  })
  const { id } = await create(made, '/tags', { name: 'One' })
  await made.send(`PUT /tags/${id}`, { body: { name: 'Two' } })
  await made.send(`DELETE /tags/${id}?force=true`)
  t.same(told, [
    ['saved', undefined, 'One', 'One'],
    ['saved', 'One', 'Two', 'Two'],
    ['deleted', 'Two', undefined],
  ])
})

t.test('terms of posts that inherit their status are for users who may read the parent', async t => {
  const { send, store } = await makeSite({
    register(site) {
      site.registerTaxonomy('album', { objectTypes: ['attachment'], label: 'Albums', public: true, showInRest: true })
    },
  })
  const write = async (status: string) => {
    const { body } = await send('POST /posts', { as: 'administrator', body: { title: status, status } })
    const parent = await postsIn(store).get((body as { id: number }).id)
    if (parent === undefined) throw new Error('there is no such post')
    const { id: _, version: __, ...record } = parent
    return postsIn(store).insert({ ...record, type: 'attachment', status: 'inherit', slug: status, parent: parent.id })
  }
  const asked = async (status: string) =>
    (await send(`GET /album?post=${(await write(status)).id}`, { as: 'nobody' })).status
  t.equal(await asked('publish'), 200)
  t.equal(await asked('private'), 401)
})
