import { postsIn } from '@platen/site'
import { openSqliteStore } from '@platen/sql/sqlite'
import t from 'tap'
import { temporaryFolder } from '../../temporary-folder.js'
import { makeSite } from '../make-site.js'
import { samplePost } from '../sample-records.js'

const nextTurn = () => new Promise(resolve => setImmediate(resolve))

/** In milliseconds. */
const LIMIT = 500
const path = `${temporaryFolder('statement-timeout')}/site.sqlite`

t.before(async () => {
  const store = await openSqliteStore({ path, synchronous: 'normal' })
  await makeSite({ store })
  const posts = Array.from({ length: 2000 }, (_, i) => samplePost({ slug: `p${i}`, content: 'No such letters.' }))
  await postsIn(store).insertMany(posts)
  await store.close()
})

function waste(milliseconds: number) {
  const end = performance.now() + milliseconds
  while (performance.now() < end) {
    // Like a query, it blocks all others.
  }
}

t.test('clients get a 503 that says when to come back', async t => {
  const errors: unknown[] = []
  const store = await openSqliteStore({ path, synchronous: 'normal', statementTimeout: 0.001 })
  t.teardown(() => store.close())
  const { send } = await makeSite({ store, cache: true, onError: error => errors.push(error) })
  // In one turn of the event loop: what one of them reads has nothing to do with the others.
  const [single, search, other] = await Promise.all([
    send('GET /users/me'),
    send('GET /posts?search=xq'),
    send('GET /users/1'),
  ])
  t.match([single?.status, other?.status], [200, 200])
  t.equal(search?.status, 503)
  t.match(search?.body, { code: 'rest_store_timeout', data: { status: 503 } })
  t.match(search?.headers, { 'Retry-After': '30' })
  t.match(errors, [{ name: 'StoreError', code: 'timeout' }], 'and the operator learns of it')
})

t.test('slow requests that arrive together share the limit', async t => {
  let isOpen = false
  const store = await openSqliteStore({
    path,
    synchronous: 'normal',
    statementTimeout: LIMIT,
    // Each takes more than half of the limit.
    onStatement: sql => isOpen && sql.includes('in_time') && sql.includes('count(') && waste(0.6 * LIMIT),
  })
  t.teardown(() => store.close())
  const { send } = await makeSite({ store, onError: () => {} })
  isOpen = true
  await nextTurn()
  const search = (text: string) => send(`GET /posts?search=${text}`)
  const [first, second, third] = await Promise.all([search('xq'), search('xj'), search('xz')])
  t.match(first, { status: 200 })
  const late = { status: 503, body: { code: 'rest_store_timeout' }, headers: { 'Retry-After': '30' } }
  t.match([second, third], [late, late])
  await nextTurn()
  t.match(await search('xz'), { status: 200 }, 'later')
})
