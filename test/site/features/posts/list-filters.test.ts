import t from 'tap'
import { onEveryStore } from '../../every-store.js'

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
