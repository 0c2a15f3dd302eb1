import type { HandlerRequest } from '@platen/core'
import t from 'tap'
import { loadModule } from '../load-module.js'

const { createPreloadedViews } =
  await loadModule<typeof import('../../../packages/core/src/resource/preloaded-views.js')>(
    'resource/preloaded-views.js',
  )

const { createMemo } =
  await loadModule<typeof import('../../../packages/core/src/dispatch/incoming-request.js')>(
    'dispatch/incoming-request.js',
  )

const requestOf = (query: Record<string, unknown>) => ({ query, once: createMemo() }) as unknown as HandlerRequest

t.test('requests that differ only in one parameter share a view; others load their own', async t => {
  const loads: unknown[][] = []
  const views = createPreloadedViews<number, string>()
  const [one, two, other] = [{ post: 1 }, { post: 2 }, { post: 1, search: 'x' }].map(requestOf)
  if (one === undefined || two === undefined || other === undefined) return
  const requested = [
    { request: one, records: [1, 2] },
    { request: two, records: [2, 3] },
    { request: other, records: [4] },
  ]
  await views.preload(requested, 'post', async records => {
    loads.push([...records])
    return `view ${loads.length}`
  })
  t.same(loads, [[1, 2, 3]])
  t.equal(views.of([1, 2], one)?.view, 'view 1')
  t.equal(views.of([3], two), views.of([1, 2], one))
  t.equal(views.of([1, 9], one), undefined, 'a record that it does not cover')
  t.equal(views.of([4], other), undefined)
  t.equal(views.of([1], requestOf({ post: 1 })), undefined, 'another request')
})

t.test('nothing is loaded for requests without records', async t => {
  const views = createPreloadedViews<number, string>()
  const requested = [1, 2].map(post => ({ request: requestOf({ post }), records: [] }))
  await views.preload(requested, 'post', async () => t.fail('loaded') as never)
})
