import { createPost } from '@platen/site/operations'
import type { Store } from '@platen/storage'
import t from 'tap'
import { onEveryStore } from '../every-store.js'
import type { TestSite, TestSiteOptions } from '../make-site.js'

const HEIGHT = { object: 'post', subtype: 'post', key: 'height', type: 'integer', single: true } as const
const logger = { info() {}, error() {}, warn() {} }

/** A store whose transactions fail, like those of a process that has ended, once a batch of posts is indexed. */
const endingAfterABatch = (store: Store): Store => {
  let hasEnded = false
  return {
    ...store,
    async transaction(work, options) {
      if (hasEnded) throw new Error('The process has ended.')
      const result = await store.transaction(work, options)
      hasEnded = typeof result === 'object' && result !== null && 'complete' in result
      return result
    },
  }
}

async function found({ send }: TestSite, query: string): Promise<unknown> {
  for (;;) {
    const { status, body } = await send(`GET /posts?_fields=id&${query}`)
    if (status !== 503) return (body as { readonly id: number }[]).map(({ id }) => id)
    await new Promise(resolve => setTimeout(resolve, 20))
  }
}

onEveryStore(t, 'an interrupted filling is resumed only where its key was declared all the time', async (t, make) => {
  const first = await make({ register: site => site.registerMeta(HEIGHT) })
  const ids = await first.site.content.transaction(async tx => {
    const posts = []
    for (let at = 0; at < 600; at++)
      posts.push(
        await createPost(tx, first.site.system, { title: `P${at}`, status: 'publish', meta: { height: 1000 + at } }),
      )
    return posts.map(({ id }) => id)
  })
  const [begin = 0, end = 0] = [ids[0], ids.at(-1)]
  const again = (key: object, options: TestSiteOptions = {}) =>
    make({
      store: first.store,
      services: { logger },
      register: site => site.registerMeta({ ...HEIGHT, ...key }),
      ...options,
    })
  const interrupt = async (key: object) => {
    const { site, send } = await again(key, { wrapStore: endingAfterABatch })
    await site.ready()
    t.match(await send('GET /posts?meta[height]=1'), { status: 503 })
  }
  const change = async (made: TestSite, height: number) =>
    t.match(await made.send(`PUT /posts/${begin}`, { body: { meta: { height } } }), { status: 200 })

  await interrupt({ filterable: true })
  const filled = await again({ filterable: true })
  t.same(await found(filled, 'meta[height]=1000'), [begin])
  t.same(await found(filled, 'meta[height]=1599'), [end])

  await interrupt({ filterable: true, sortable: true })
  await change(await again({}), 1)
  const undeclared = await again({ filterable: true, sortable: true })
  t.same(await found(undeclared, 'meta[height]=1'), [begin], 'changed while the key was not declared')
  t.same(await found(undeclared, 'meta[height]=1599'), [end])

  await interrupt({ filterable: true, facet: true })
  await change(await again({ filterable: true }), 2)
  const other = await again({ filterable: true, facet: true })
  t.same(await found(other, 'meta[height]=2'), [begin], 'declared in another way')
  const { body } = await other.send('GET /posts/facets?facets=meta.height&meta[height]=2')
  t.match(body, { facets: { 'meta.height': [{ value: 2, count: 1 }] } })
})
