import { postsIn } from '@platen/site'
import t from 'tap'
import { onEveryStore } from '../../every-store.js'
import { countingSite, fill, recordOf } from './counting-site.js'

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
