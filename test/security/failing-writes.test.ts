import { createMemoryStore } from '@platen/memory'
import type { Site } from '@platen/site'
import t from 'tap'
import { makeSite } from '../site/make-site.js'
import { type Fault, failAtEachCall, failingStore } from './failing-store.js'

t.setTimeout(120_000)

const register = (site: Site) => {
  site.registerField('post', 'mood', { schema: { type: 'string' }, load: async () => 1, get: () => 'x' })
}

const WRITES: readonly (readonly [request: string, body?: unknown])[] = [
  ['POST /posts', { title: 'a', content: 'b', status: 'publish', categories: [1], tags: [2], sticky: true }],
  ['POST /posts/1', { title: 'c', content: 'd', meta: { footnotes: '' }, template: '' }],
  ['DELETE /posts/1'],
  ['DELETE /posts/1?force=true'],
  ['POST /categories', { name: 'e' }],
  ['POST /tags/2', { name: 'f' }],
  ['DELETE /tags/2?force=true'],
  ['POST /users', { username: 'g', email: 'g@example.com', password: 'h' }],
  ['POST /users/2', { name: 'i' }],
  ['DELETE /users/2?force=true&reassign=1'],
  ['POST /settings', { title: 'j' }],
  ['POST /users/me/application-passwords', { name: 'k' }],
]

async function preparedSite() {
  const fault: Fault = { left: -1 }
  const store = createMemoryStore()
  const errors: unknown[] = []
  const { send } = await makeSite({
    store,
    wrapStore: each => failingStore(each, fault),
    register,
    onError: error => errors.push(error),
  })
  await send('POST /tags', { body: { name: 'tag' } })
  await send('POST /posts', { body: { title: 'first', content: 'x', status: 'publish', tags: [2] } })
  return { send, fault, store, errors }
}

for (const [request, given] of WRITES) {
  t.test(request, async t => {
    const { failures, survived } = await failAtEachCall(t, preparedSite, ({ send }) =>
      send(request, given === undefined ? {} : { body: given }),
    )
    t.ok(failures > 0 && survived > 0, `${failures} failures, ${survived} writes that could not be shown`)
  })
}
