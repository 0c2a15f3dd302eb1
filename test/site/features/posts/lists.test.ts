import { type PostRecord, postsIn } from '@platen/site'
import t from 'tap'
import { onEveryStore } from '../../every-store.js'
import { countingSite, fill, recordOf } from './counting-site.js'

interface Shown {
  readonly id: number
}

onEveryStore(t, 'filters of lists', async (t, make) => {
  const { send } = await make()
  const create = async (list: string, body: object) => ((await send(`POST ${list}`, { body })).body as Shown).id
  const tag = await create('/tags', { name: 'Tag' })
  const other = await create('/tags', { name: 'Other' })
  const child = await create('/categories', { name: 'Child', parent: 1 })
  const post = (date: string, body: object) =>
    create('/posts', { title: 'x', status: 'publish', date: `2020-01-0${date}T00:00:00`, ...body })
  const one = await post('3', { tags: [tag] })
  const two = await post('2', { tags: [tag, other], categories: [child] })
  const three = await post('1', { categories: [1] })
  const all = [one, two, three]
  for (const [query, expected] of [
    [`tags=${tag}`, [one, two]],
    [`tags=${tag},${other}`, [one, two]],
    [`tags[terms]=${tag},${other}&tags[operator]=AND`, [two]],
    [`tags[terms]=${tag},99999&tags[operator]=AND`, []],
    ['tags=99999', []],
    ['tags=1', []],
    [`categories=${tag + 1000}`, []],
    ['categories[terms]=1&categories[include_children]=true', all],
    ['tags_exclude=1', all],
    [`tags_exclude=${tag}`, [three]],
    [`tags=${tag}&tax_relation=OR&categories=99999`, [one, two]],
    [`tags=99999&tax_relation=OR&categories=${child}`, [two]],
    [`include=-${two},${three}`, [two, three]],
    [`exclude=-${two}`, [one, three]],
    [`tags=-${other}`, [two]],
    [`tags[terms]=-${other},${tag}&tags[operator]=AND`, [two]],
    [`tags_exclude=-${other}`, [one, three]],
    ['author=-1', all],
    ['author_exclude=-1', []],
    ['offset=-1', [two, three]],
    ['offset=1', [two, three]],
    [`include=-${three},-${one}&orderby=include`, [three, one]],
  ] as const) {
    const { status, body } = await send(`GET /posts?${query}`)
    t.equal(status, 200, query)
    t.same(
      (body as unknown as Shown[]).map(({ id }) => id),
      expected,
      query,
    )
  }
})

onEveryStore(t, 'there is no term 0 to assign', async (t, make) => {
  const { send } = await make()
  for (const [tags, status] of [
    [[0], 403],
    [[99999], 201],
    [[], 201],
  ] as const)
    t.equal((await send('POST /posts', { body: { title: 'x', tags } })).status, status, JSON.stringify(tags))
})

onEveryStore(t, 'a list by author or id is not the request to create a post', async (t, make) => {
  const { send, users } = await make()
  const own = users.get('author')?.id
  for (const [query, allow] of [
    ['', 'GET, POST'],
    ['author=', 'GET, POST'],
    [`author=${own}`, 'GET'],
    ['author=99999', 'GET'],
    ['id=99999', 'GET'],
  ] as const) {
    const { headers } = await send(`GET /posts?${query}`, { as: 'author' })
    t.equal(headers['Allow'], allow, query)
  }
  t.match(await send(`GET /posts?author=${own}`, { as: 'editor' }), { headers: { Allow: 'GET, POST' } })
})

/** Posts by name: their day, and what is special about them. Those that begin with `s` are sticky. */
const POSTS: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  s1: { day: '2020-01-01', of: 'A', content: 'zebra' },
  s2: { day: '2020-01-03', of: 'B', content: 'quagga', author: 'editor' },
  s3: { day: '2020-01-02', of: 'A', content: 'zebra', author: 'editor' },
  sd: { day: '2020-01-04', status: 'draft' },
  sp: { day: '2020-01-05', status: 'private' },
  n1: { day: '2021-01-01', of: 'A', content: 'zebra' },
  n2: { day: '2021-01-02', of: 'B', content: 'quagga' },
  n3: { day: '2021-01-03', of: 'A', content: 'zebra', author: 'editor' },
  n4: { day: '2019-01-03', of: 'A', content: 'zebra', author: 'editor' },
}

/** Lists with their filters, and what is in them; `{name}` is the id of a post, a category or a user. */
const LISTS: readonly (readonly [filters: string, found: string, total: number])[] = [
  ['', 's2 s3 s1 n3 n2 n1 n4', 7],
  ['categories={A}', 'n3 n1 s3 s1 n4', 5],
  ['categories[terms]={B}&categories[operator]=AND', 'n2 s2', 2],
  ['categories_exclude={A}', 's2 s3 s1 n2', 2],
  ['search=zebra', 'n3 n1 s3 s1 n4', 5],
  ['search=', 'n3 n2 n1 s2 s3 s1 n4', 7],
  ['format=standard', 'n3 n2 n1 s2 s3 s1 n4', 7],
  ['include={n1},{s1}', 'n1 s1', 2],
  ['exclude={s1}', 's2 s3 n3 n2 n1 n4', 6],
  ['exclude={s1},{s2},{s3}', 'n3 n2 n1 n4', 4],
  ['sticky=true', 's2 s3 s1', 3],
  ['sticky=true&per_page=1', 's2', 3],
  ['sticky=false', 'n3 n2 n1 n4', 4],
  ['author={editor}', 's2 s3 s1 n3 n4', 4],
  ['author_exclude={editor}', 's1 s2 s3 n2 n1', 3],
  ['status=draft', 'sd s2 s3 s1', 1],
  ['status=any', 'sp sd s2 s3 s1 n3 n2 n1 n4', 9],
  ['slug=s1', 's1 s2 s3', 1],
  ['after=2020-06-01T00:00:00', 's2 s3 s1 n3 n2 n1', 3],
  ['per_page=1', 's2 s3 s1 n3', 7],
  ['per_page=1&order=asc', 's2 s3 s1 n4', 7],
  ['order=asc', 's1 s3 s2 n4 n1 n2 n3', 7],
  ['orderby=title', 's3 s2 s1 n4 n3 n2 n1', 7],
  ['per_page=2&page=2', 'n1 s2', 7],
  ['offset=1', 's2 s3 s1 n2 n1 n4', 7],
  ['offset=5', 's1 s2 s3 n4', 7],
  ['offset=50', 's2 s3 s1', 0],
]

onEveryStore(t, 'sticky posts go first, but not in every list', async (t, make) => {
  const { send, store, users } = await make()
  const ids = new Map<string, number>([['editor', users.get('editor')?.id ?? 0]])
  const create = async (path: string, body: object) =>
    ((await send(`POST ${path}`, { body })).body as { id: number }).id
  for (const name of ['A', 'B']) ids.set(name, await create('/categories', { name }))
  for (const [title, { day, of, author, ...given }] of Object.entries(POSTS)) {
    const categories = typeof of === 'string' ? { categories: [ids.get(of)] } : {}
    const writer = typeof author === 'string' ? { author: ids.get(author) } : {}
    const body = { title, status: 'publish', date: `${day}T00:00:00`, sticky: title.startsWith('s'), ...given }
    ids.set(title, await create('/posts', { ...body, ...categories, ...writer }))
  }
  t.equal(((await store.options.get('sticky_posts')) as number[]).length, 5)
  const names = new Map([...ids].map(([name, id]) => [id, name]))
  for (const [filters, found, total] of LISTS) {
    const query = filters.replace(/\{(\w+)\}/g, (_, name) => String(ids.get(name)))
    const { body, headers } = await send(`GET /posts?ignore_sticky=false&_fields=id&${query}`)
    t.equal((body as { id: number }[]).map?.(({ id }) => names.get(id)).join(' '), found, filters)
    t.equal(headers['X-CMS-Total'], String(total), filters)
  }
})

t.test('sticky posts cost one statement more, however many there are', async t => {
  const { store, statements } = await countingSite(t)
  await fill(store)
  const list = (length: number) => `GET /posts?ignore_sticky=false&author_exclude=99&_fields=id&per_page=${length}`
  t.equal(await statements(list(5)), 1)
  const sticky: number[] = []
  for (let number = 0; number < 20; number++) {
    sticky.push((await postsIn(store).insert(recordOf(`sticky-${number}`, { date: '2020-01-01T00:00:00' }))).id)
    await store.options.set('sticky_posts', sticky)
    if (number % 19 === 0) for (const length of [1, 10, 100]) t.equal(await statements(list(length)), 2)
  }
  t.equal(await statements(`${list(5)}&search=sticky`), 2, 'the ids that a search finds, and their posts')
})

const ALL = 'GET, POST, PUT, PATCH, DELETE'

onEveryStore(t, 'who may not change whether a post is sticky may leave it as it is', async (t, make) => {
  const { send, site, users } = await make()
  const { id } = (await send('POST /posts', { as: 'author', body: { title: 'Mine' } })).body as { id: number }
  const as = site.principalOf(users.get('author'))
  const update = (sticky: unknown) => send(`PUT /posts/${id}`, { as: 'author', body: { sticky } })
  for (const isSticky of [false, true]) {
    await send(`PUT /posts/${id}`, { body: { sticky: isSticky } })
    t.match(await update(isSticky), { status: 200, headers: { Allow: ALL }, body: { sticky: isSticky } })
    t.match(await site.content.posts.update(id, { sticky: isSticky }, { as }), { id })
    const refusal = { status: 403, headers: { Allow: 'GET, DELETE' }, body: { code: 'rest_cannot_assign_sticky' } }
    t.match(await update(!isSticky), refusal)
    await t.rejects(site.content.posts.update(id, { sticky: !isSticky }, { as }), { code: 'rest_cannot_assign_sticky' })
    for (const [value, counts] of [
      ['maybe', true],
      [['x'], true],
      ['', false],
      [[], false],
      [{}, false],
    ] as const)
      t.match(
        (await update(value)).headers,
        { Allow: counts === isSticky ? ALL : 'GET, DELETE' },
        JSON.stringify(value),
      )
  }
})

onEveryStore(t, 'a change that does not say the categories leaves one', async (t, make) => {
  const { send } = await make()
  for (const status of ['draft', 'pending', 'publish', 'private']) {
    const created = await send('POST /posts', { body: { title: 'x', status, categories: [] } })
    const { id } = created.body as PostRecord
    t.match(created.body, { categories: [] }, status)
    for (const [change, categories] of [
      [{ title: 'y' }, [1]],
      [{ categories: [] }, []],
      [{}, [1]],
      [{ categories: [99999999] }, []],
      [{ status: 'publish' }, [1]],
      [{ categories: [1] }, [1]],
      [{ title: 'z' }, [1]],
      [{ categories: [] }, []],
    ] as const)
      t.match((await send(`PUT /posts/${id}`, { body: change })).body, { categories }, JSON.stringify(change))
    t.match((await send(`DELETE /posts/${id}`)).body, { categories: [1] }, 'in the trash')
  }
  t.match((await send('GET /categories/1')).body, { count: 0 })
  t.same((await send('POST /pages', { body: { title: 'x' } })).status, 201)
})
