import crypto from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'
import { applicationPasswords } from '@platen/site'
import type { Store } from '@platen/storage'
import t from 'tap'
import { onEveryStore } from '../every-store.js'
import type { TestSite } from '../make-site.js'
import { withCollection } from '../with-collection.js'
import { countingReads } from './counting-reads.js'

const work: string[] = []

/** Counts the calls of a function of `node:crypto`, also those of modules that import it by name. */
function watch(name: 'createHash' | 'timingSafeEqual'): () => void {
  const original = crypto[name]
  Object.assign(crypto, {
    [name]: (...args: never[]) => {
      work.push(name)
      return Reflect.apply(original, crypto, args)
    },
  })
  syncBuiltinESMExports()
  return () => {
    Object.assign(crypto, { [name]: original })
    syncBuiltinESMExports()
  }
}

/** How many application passwords each of these users has; there is no user `nobody`. */
const HELD = { nobody: 0, subscriber: 0, editor: 1, author: 30 } as const

t.test('the cost of a refused login does not reveal whether the user exists', async t => {
  const restore = [watch('createHash'), watch('timingSafeEqual')]
  t.teardown(() => {
    for (const each of restore) each()
  })
  onEveryStore(t, 'sign in', async (t, make) => {
    const counting = countingReads()
    const read: number[] = []
    const made = await make({ wrapStore: store => countingRows(counting.wrap(store), read) })
    for (const [as, count] of Object.entries(HELD))
      for (let i = 0; i < count; i++)
        await made.send('POST /users/me/application-passwords', { as, body: { name: `${as} ${i}` } })
    const costs: Record<string, unknown> = {}
    for (const login of [...Object.keys(HELD), 'author@example.com', 'nobody@example.com']) {
      await signIn(made, login)
      work.length = read.length = 0
      counting.taken()
      t.equal(await signIn(made, login), false, login)
      costs[login] = { work: [...work], reads: counting.taken(), passwords: [...read] }
    }
    const { nobody } = costs
    t.match(nobody, { reads: ['users.find', 'applicationPasswords.first'] })
    t.ok(work.length > 0, 'the work is counted')
    for (const [login, cost] of Object.entries(costs)) t.same(cost, nobody, login)
  })
})

async function signIn({ site }: TestSite, login: string): Promise<boolean> {
  const authorization = `Basic ${Buffer.from(`${login}:aaaa bbbb cccc dddd eeee ffff`).toString('base64')}`
  return (await site.authenticate({ method: 'GET', path: '/', headers: { authorization } })).authenticated
}

/** Notes how many application passwords each look reads. */
const countingRows = (store: Store, read: number[]): Store =>
  withCollection(store, applicationPasswords, inner => ({
    async find(query) {
      const found = await inner.find(query)
      read.push(found.records.length)
      return found
    },
    async first(query) {
      const found = await inner.first(query)
      read.push(found === undefined ? 0 : 1)
      return found
    },
  }))
