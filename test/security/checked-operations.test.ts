import { type As, type CollectionName, collections } from '@platen/site'
import t, { type Test } from 'tap'
import { type MakeOn, onEveryStore } from '../site/every-store.js'
import { makeSite } from '../site/make-site.js'
import { type Fixture, OPERATIONS, OTHERS, openFixture, READS } from './operation-table.js'

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

/** All records and options. */
async function contentsOf({ store }: Fixture) {
  const names = Object.keys(collections) as CollectionName[]
  const records = await Promise.all(names.map(async name => [name, (await store[name].find({})).records] as const))
  return { records: new Map(records), options: new Map(await store.options.all()) }
}

let actors = 0

/** An administrator, and how the credential of the request is revoked. */
async function actorOf({ site, store }: Fixture) {
  const login = `actor${++actors}`
  const input = { login, email: `${login}@example.com`, roles: ['administrator'] }
  const { id } = await site.content.users.create(input, { as: site.system })
  const user = await store.users.update(id, { capabilities: { delete_revisions: true } })
  let isValid = true
  const credential = { kind: 'test', id: login, isValid: async () => isValid }
  const by: As = { as: site.context.principalOf(user, credential) }
  return {
    by,
    user,
    revoke() {
      isValid = false
    },
  }
}

interface Refusal {
  readonly code: string
  readonly status: number
}

/** Checks that a call is refused, and stores nothing, if something happens before its transaction. */
async function refused(
  t: Test,
  fixture: Fixture,
  what: string,
  {
    call,
    meanwhile,
    refusal,
  }: {
    readonly call: () => Promise<unknown>
    readonly meanwhile: () => Promise<unknown>
    readonly refusal: Refusal
  },
): Promise<void> {
  let before: Awaited<ReturnType<typeof contentsOf>> | undefined
  fixture.before(async () => {
    await meanwhile()
    before = await contentsOf(fixture)
  })
  const files = new Set(fixture.files.keys())
  await t.rejects(call(), refusal, what)
  t.ok(before, `${what}: the call was permitted before`)
  t.same(await contentsOf(fixture), before, `${what}: nothing is stored`)
  t.same([...fixture.files.keys()].filter(name => !files.has(name)), [], `${what}: no file is left`)
}

async function checkOperations(t: Test, make: MakeOn): Promise<void> {
  const fixture = await openFixture(make)
  const { store } = fixture
  const gone = { code: 'rest_not_logged_in', status: 401 }
  for (const [path, { call, demoted, references = {} }] of Object.entries(OPERATIONS)) {
    const deleted = await actorOf(fixture)
    await refused(t, fixture, `${path}: the actor is deleted`, {
      call: () => call(fixture, deleted.by),
      meanwhile: () => store.users.remove(deleted.user.id),
      refusal: gone,
    })
    const revoked = await actorOf(fixture)
    await refused(t, fixture, `${path}: the password is revoked`, {
      call: () => call(fixture, revoked.by),
      meanwhile: async () => revoked.revoke(),
      refusal: gone,
    })
    const former = await actorOf(fixture)
    if (demoted !== undefined)
      await refused(t, fixture, `${path}: the actor has lost the right`, {
        call: () => call(fixture, former.by),
        meanwhile: () => store.users.update(former.user.id, { roles: [], capabilities: {} }),
        refusal: { code: demoted, status: 403 },
      })
    for (const [name, { prepare, code, status }] of Object.entries(references)) {
      const { by } = await actorOf(fixture)
      const { call, remove } = await prepare(fixture)
      await refused(t, fixture, `${path}: ${name} is deleted`, {
        call: () => call(by),
        meanwhile: remove,
        refusal: { code, status },
      })
    }
  }
}

onEveryStore(t, 'operations check their actor and what they refer to in their transaction', checkOperations)

t.test('the calls of the table succeed unless something happens meanwhile', async t => {
  for (const [path, { call }] of Object.entries(OPERATIONS)) {
    const fixture = await openFixture(makeSite)
    const { by } = await actorOf(fixture)
    await t.resolves(call(fixture, by), path)
  }
})
