import type { RestResponse } from '@platen/core'
import { assignmentsIn, metaIn, termsIn } from '@platen/site'
import t, { type Test } from 'tap'
import { onEveryStore } from '../../every-store.js'
import type { TestSite } from '../../make-site.js'

const idOf = ({ status, body }: RestResponse): number => {
  if (status !== 201) throw new Error(JSON.stringify(body))
  return (body as { id: number }).id
}

const fieldOf = async ({ send }: TestSite, path: string, field: string) =>
  ((await send(`GET ${path}?_fields=${field}`)).body as Record<string, unknown>)[field]

onEveryStore(t, 'deleting a category', async (t: Test, make) => {
  const made = await make({
    register: site => site.registerMeta({ object: 'term', key: 'rank', type: 'integer', single: true }),
  })
  const { send, store } = made
  const category = async (name: string, parent = 0) =>
    idOf(await send('POST /categories', { body: { name, parent, meta: { rank: 1 } } }))
  const post = async (categories: readonly number[], status = 'publish') =>
    idOf(await send('POST /posts', { body: { title: 'x', status, categories } }))
  const top = await category('Top')
  const mid = await category('Mid', top)
  const low = await category('Low', mid)
  const tag = idOf(await send('POST /tags', { body: { name: 'Tag' } }))
  const both = await post([top, mid])
  const only = await post([mid])
  const draft = await post([mid], 'draft')
  await send(`PUT /posts/${only}`, { body: { tags: [tag] } })

  const { status, body } = await send(`DELETE /categories/${mid}?force=true`)
  t.equal(status, 200)
  t.match(body, { deleted: true, previous: { id: mid, name: 'Mid', count: 2, parent: top, meta: { rank: 1 } } })
  t.notOk(Object.hasOwn((body as { previous: object }).previous, '_links'))
  t.equal(await fieldOf(made, `/categories/${low}`, 'parent'), top, 'what was below it moves up')
  t.same(await fieldOf(made, `/posts/${both}`, 'categories'), [top])
  t.same(await fieldOf(made, `/posts/${only}`, 'categories'), [1], 'the default takes its place')
  t.same(await fieldOf(made, `/posts/${draft}`, 'categories'), [1])
  t.equal(await fieldOf(made, '/categories/1', 'count'), 1, 'drafts do not count')
  t.equal(await metaIn(store).count({ op: 'eq', field: 'object', value: mid }), 0)
  t.equal(await assignmentsIn(store).count({ op: 'eq', field: 'term', value: mid }), 0)
  t.equal((await send(`GET /categories/${mid}`)).status, 404)
})

onEveryStore(t, 'posts lose a term of a taxonomy without a default', async (t: Test, make) => {
  const made = await make()
  const tag = idOf(await made.send('POST /tags', { body: { name: 'Tag' } }))
  const post = idOf(await made.send('POST /posts', { body: { title: 'x', status: 'publish', tags: [tag] } }))
  await made.send(`DELETE /tags/${tag}?force=true`)
  t.same(await fieldOf(made, `/posts/${post}`, 'tags'), [])
})

onEveryStore(t, 'a default that is not there is nobody’s', async (t: Test, make) => {
  const made = await make()
  const { send, store } = made
  const category = idOf(await send('POST /categories', { body: { name: 'Kind' } }))
  const post = idOf(await send('POST /posts', { body: { title: 'x', status: 'publish', categories: [category] } }))
  for (const value of [9999, 'x', null, category]) {
    await store.options.set('default_category', value)
    const { status } = await send(`DELETE /categories/${category}?force=true`)
    if (value === category) t.equal(status, 403, 'the default stays')
    else {
      t.equal(status, 200, String(value))
      t.same(await fieldOf(made, `/posts/${post}`, 'categories'), [])
      await termsIn(store).insert({
        id: category,
        taxonomy: 'category',
        name: 'Kind',
        slug: 'kind',
        description: '',
        parent: 0,
        group: 0,
        count: 0,
      })
    }
  }
})

onEveryStore(t, 'a deletion that is based on something else deletes nothing', async (t: Test, make) => {
  const made = await make()
  const { send } = made
  const id = idOf(await send('POST /tags', { body: { name: 'Tag' } }))
  const { ETag: old = '' } = (await send(`GET /tags/${id}`)).headers
  await send(`PUT /tags/${id}`, { body: { description: 'Changed' } })
  const refused = await send(`DELETE /tags/${id}?force=true`, { headers: { 'if-match': old } })
  t.equal(refused.status, 412)
  const { ETag: now = '' } = (await send(`GET /tags/${id}`)).headers
  t.equal((await send(`DELETE /tags/${id}?force=true`, { headers: { 'if-match': now } })).status, 200)
})

onEveryStore(t, 'terms that are deleted at the same time', async (t: Test, make) => {
  const made = await make({})
  const { send, store } = made
  const category = async (name: string, parent = 0) => idOf(await send('POST /categories', { body: { name, parent } }))
  const remove = (id: number) => send(`DELETE /categories/${id}?force=true`)
  const statuses = (answers: readonly RestResponse[]) => answers.map(({ status }) => status).sort()

  const top = await category('Top')
  const mid = await category('Mid', top)
  const low = await category('Low', mid)
  t.same(statuses(await Promise.all([remove(top), remove(mid)])), [200, 200])
  t.equal((await termsIn(store).get(low))?.parent, 0, 'nothing is below what is gone')
  t.same(statuses(await Promise.all([remove(low), remove(low)])), [200, 404])

  const next = await category('Next')
  const [chosen, removed] = await Promise.all([
    send('POST /settings', { body: { default_category: next } }),
    remove(next),
  ])
  t.equal(chosen.status, 200)
  t.equal(removed.status, 403, 'what has become the default stays')
})
