import type { PrepareOptions } from '@platen/storage'
import t from 'tap'
import { makeSite } from '../make-site.js'

t.test('the progress of an upgrade is logged', async t => {
  const logged: unknown[] = []
  const progress = (done: number) => ({ collection: 'posts', step: 'records' as const, done, total: 1000 })
  const { site, send } = await makeSite({
    services: { logger: { info: (data, message) => void logged.push([data, message]), warn() {}, error() {} } },
    wrapStore: store => ({
      ...store,
      async prepare(definitions, { onProgress }: PrepareOptions = {}) {
        await store.prepare(definitions)
        for (const done of [1, 2, 500, 999, 1000]) onProgress?.(progress(done))
      },
    }),
  })
  await site.ready()
  t.equal((await send('GET /posts', { as: 'anonymous' })).status, 200)
  t.same(logged, [
    [progress(1), 'upgrading a collection'],
    [progress(1000), 'upgrading a collection'],
  ])
})
