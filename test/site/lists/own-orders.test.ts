import type { RestResponse } from '@platen/core'
import { cmsDialect, commentsIn, postsIn, type Site, termsIn, usersIn, wherePosts, wpDialect } from '@platen/site'
import { defineFeature, defineListOrder } from '@platen/site/extend'
import { defineCollection, integer, text } from '@platen/storage'
import t from 'tap'
import { onEveryStore } from '../every-store.js'
import { makeSite } from '../make-site.js'
import { sampleComment, samplePost, sampleTerm, sampleUser } from '../sample-records.js'

interface Listed {
  readonly id: number
}

const idsOf = ({ body }: RestResponse) => (body as readonly Listed[]).map(({ id }) => id)

const COUNT = 300

/** Orders in which many records are equal. */
function registerOrders(site: Pick<Site, 'registerOrder'>) {
  site.registerOrder('post', 'position', {
    steps: direction => [
      { by: 'field', field: 'menuOrder', direction },
      { by: 'field', field: 'title', direction: direction === 'asc' ? 'desc' : 'asc', folded: true },
    ],
  })
  site.registerOrder('category', 'depth', { steps: direction => [{ by: 'field', field: 'parent', direction }] })
  site.registerOrder('comment', 'author', { steps: direction => [{ by: 'field', field: 'authorName', direction }] })
  site.registerOrder('user', 'language', { steps: direction => [{ by: 'field', field: 'locale', direction }] })
}

onEveryStore(t, 'a list in an order of your own, with cursors and totals', async (t, make) => {
  const { send, store } = await make({ register: registerOrders })
  await store.transaction(async tx => {
    const { id: post } = await postsIn(tx).insert(samplePost({ title: 'First', menuOrder: 9 }))
    for (let i = 0; i < COUNT; i++) {
      await postsIn(tx).insert(samplePost({ title: `Post ${i % 5}`, menuOrder: i % 7 }))
      await termsIn(tx).insert(sampleTerm({ name: `Term ${i}`, slug: `term-${i}`, parent: i % 4 === 0 ? 1 : 0 }))
      await commentsIn(tx).insert(sampleComment({ post, status: 'approved', authorName: `Guest ${i % 3}` }))
      await usersIn(tx).insert(sampleUser(`user${i}`, { locale: ['', 'de_DE', 'fr_FR'][i % 3] ?? '' }))
    }
  })
  const sortValues: Readonly<Record<string, (id: number) => Promise<readonly (string | number)[]>>> = {
    'posts?orderby=position': async id => {
      const { menuOrder, title } = (await postsIn(store).get(id)) ?? samplePost()
      return [menuOrder, title.toLowerCase()]
    },
    'categories?orderby=depth': async id => [(await termsIn(store).get(id))?.parent ?? 0],
    'comments?orderby=author': async id => [(await commentsIn(store).get(id))?.authorName ?? ''],
    'users?orderby=language': async id => [(await usersIn(store).get(id))?.locale ?? ''],
  }
  for (const [list, read] of Object.entries(sortValues))
    for (const order of ['asc', 'desc']) {
      const seen: number[] = []
      let total = Number.NaN
      let next: string | undefined = `${list}&order=${order}&per_page=37&_fields=id&cursor=`
      while (next !== undefined) {
        const page: RestResponse = await send(`GET /${next}`)
        t.equal(page.status, 200)
        if (seen.length === 0) total = Number(page.headers['X-CMS-Total'])
        seen.push(...idsOf(page))
        const [, path] = /cms\/v2\/([^>]*)>; rel="next"/.exec(page.headers['Link'] ?? '') ?? []
        next = path
      }
      t.ok(total >= COUNT, `${list}: ${total}`)
      t.equal(seen.length, total, `${list} ${order} is complete`)
      t.equal(new Set(seen).size, total, 'without duplicates')
      const values = await Promise.all(seen.map(read))
      const [sign, last] =
        order === 'asc' ? [1, list.startsWith('posts') ? -1 : 1] : [-1, list.startsWith('posts') ? 1 : -1]
      const compare = (a: string | number = '', b: string | number = '') => (a < b ? -1 : a > b ? 1 : 0)
      const wrong = seen.findIndex((id, at) => {
        const [before, here, idBefore] = [values[at - 1], values[at], seen[at - 1]]
        if (before === undefined || here === undefined || idBefore === undefined) return false
        const first = compare(before[0], here[0]) * sign
        const second = compare(before[1], here[1]) * -sign
        return first > 0 || (first === 0 && (second > 0 || (second === 0 && (idBefore - id) * last > 0)))
      })
      t.equal(wrong, -1, `${list} ${order} is sorted`)
      const numbered: number[] = []
      for (let page = 1; numbered.length < total && page < 20; page++)
        numbered.push(...idsOf(await send(`GET /${list}&order=${order}&per_page=100&_fields=id&page=${page}`)))
      t.strictSame(numbered, seen, 'pages by number have the same order')
    }
})

t.test('an own order in the schema', async t => {
  const { send } = await makeSite({ register: registerOrders })
  const orders = async (list: string) => {
    const { body } = await send(`OPTIONS ${list}`)
    return (body as { endpoints: { args: { orderby: object } }[] }).endpoints[0]?.args.orderby
  }
  t.match(JSON.stringify(await orders('/posts')), /"position"/)
  t.match(JSON.stringify(await orders('/posts')), /"title"/)
  t.notMatch(JSON.stringify(await orders('/pages')), /"position"/)
  t.match(await send('GET /pages?orderby=position'), { status: 400, body: { code: 'rest_invalid_param' } })
  t.match(await send('GET /posts?orderby=position'), { status: 200 })
})

t.test('own orders beside others', async t => {
  const { send, store } = await makeSite({ register: registerOrders })
  const insert = async (author: number, menuOrder: number) =>
    (await postsIn(store).insert(samplePost({ author, menuOrder }))).id
  const ids = [await insert(2, 1), await insert(1, 1), await insert(2, 0), await insert(1, 2)] as const
  const list = async (query: string) => idsOf(await send(`GET /posts?_fields=id&${query}`))
  const both = 'orderby[]=author&orderby[]=position'
  t.strictSame(await list(`${both}&order[]=asc&order[]=desc`), [ids[3], ids[1], ids[0], ids[2]])
  t.strictSame(await list(`${both}&order=asc`), [ids[1], ids[3], ids[2], ids[0]])
  t.strictSame(await list('orderby[]=position&orderby[]=author&order=asc'), [ids[2], ids[1], ids[0], ids[3]])
})

const starts = defineCollection({
  name: 'starts',
  columns: { post: integer(), at: text() },
  unique: { post: ['post'] },
  indexes: { byTime: { key: ['at', 'post'] } },
})

for (const [name, dialect] of Object.entries({ cms: cmsDialect, wp: wpDialect }))
  onEveryStore(t, `an order by related records, ${name}`, async (t, make) => {
    const { send, store } = await make({
      dialect,
      features: [
        defineFeature({
          name: 'starts',
          collections: [starts],
          listOrders: [
            defineListOrder('post', 'starts', {
              steps: direction => [
                wherePosts.orderByRelated(starts.where, { foreign: 'post', local: 'id' }, 'at', direction),
              ],
            }),
          ],
        }),
      ],
    })
    await store.prepare([starts])
    const expected: number[] = []
    await store.transaction(async tx => {
      for (let i = 0; i < COUNT; i++) {
        const { id: post } = await postsIn(tx).insert(samplePost({ status: i % 3 === 0 ? 'draft' : 'publish' }))
        if (i % 5 === 0) continue
        await tx.collection(starts).insert({ post, at: `2031-01-${String(10 + (i % 20))}` })
        if (i % 3 !== 0) expected.push(post)
      }
    })
    const time = (id: number) => (id - (expected[0] ?? 0) + 1) % 20
    expected.sort((a, b) => time(a) - time(b) || a - b)
    // An author may list drafts, but sees none of these.
    for (const [as, statuses] of Object.entries({ anonymous: '', author: '&status[]=publish&status[]=draft' }))
      for (const order of ['asc', 'desc']) {
        const seen: number[] = []
        const totals: (string | undefined)[] = []
        const query = `orderby=starts&order=${order}&per_page=37&_fields=id${statuses}`
        let next: string | undefined = `posts?${query}&cursor=`
        while (next !== undefined) {
          const page: RestResponse = await send(`GET /${next}`, { as })
          t.equal(page.status, 200)
          totals.push(page.headers['X-CMS-Total'] ?? page.headers['X-WP-Total'])
          seen.push(...idsOf(page))
          next = /\/v2\/([^>]*)>; rel="next"/.exec(page.headers['Link'] ?? '')?.[1]
        }
        t.strictSame(seen, order === 'asc' ? expected : [...expected].reverse(), `${as}, ${order}`)
        t.equal(totals[0], String(expected.length), 'posts without a start are not counted')
        const numbered = await send(`GET /posts?${query}&page=2`, { as })
        t.strictSame(idsOf(numbered), seen.slice(37, 74))
      }
  })

t.test('steps are typed', t => {
  const declare = ({ registerOrder }: Pick<Site, 'registerOrder'>) => {
    registerOrder('plant', 'a', { steps: direction => [{ by: 'field', field: 'menuOrder', direction }] })
    // @ts-expect-error: users have no title.
    registerOrder('user', 'b', { steps: direction => [{ by: 'field', field: 'title', direction }] })
    // @ts-expect-error: neither posts nor terms have this field.
    registerOrder('plant', 'c', { steps: direction => [{ by: 'field', field: 'titel', direction }] })
    // @ts-expect-error: cursors cannot continue it.
    registerOrder('post', 'd', { steps: () => [{ by: 'random' }] })
  }
  t.type(declare, 'function')
  t.end()
})
