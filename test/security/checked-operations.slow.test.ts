import t from 'tap'
import { onEveryStore } from '../site/every-store.js'
import { makeSite } from '../site/make-site.js'
import { noServer, openNewSchema } from '../sql/postgres/new-schema.js'
import { actorOf, checkOperations } from './operations/check-operations.js'
import { openFixture } from './operations/fixture.js'
import { OPERATIONS, OTHERS, READS } from './operations/operations.js'

t.setTimeout(240_000)

/** The paths of all functions of `site.content`. */
function pathsOf(content: object, prefix = ''): string[] {
  return Object.entries(content).flatMap(([name, value]) =>
    typeof value === 'function' ? [`${prefix}${name}`] : pathsOf(value, `${prefix}${name}.`),
  )
}

t.test('every operation is in the table', async t => {
  const { site } = await makeSite()
  const unlisted = pathsOf(site.content).filter(path => !READS.test(path) && OTHERS[path] === undefined)
  t.same(unlisted.sort(), Object.keys(OPERATIONS).sort())
})

onEveryStore(t, 'operations check their actor and what they refer to in their transaction', checkOperations)

t.test('the calls of the table succeed unless something happens meanwhile', async t => {
  for (const [path, { call }] of Object.entries(OPERATIONS)) {
    const fixture = await openFixture(makeSite)
    const { by } = await actorOf(fixture)
    await t.resolves(call(fixture, by), path)
  }
})

const reason = await noServer()
t.test('operations check the same on PostgreSQL', reason === undefined ? {} : { skip: reason }, async t => {
  const store = await openNewSchema()
  t.teardown(() => store.close())
  await checkOperations(t, options => makeSite({ store, ...options }))
})
