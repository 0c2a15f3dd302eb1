import { type As, usersIn } from '@platen/site'
import type { Test } from 'tap'
import type { MakeOn } from '../../site/every-store.js'
import { type Attempt, type Fixture, openFixture, refusedBefore } from './fixture.js'
import { OPERATIONS } from './operations.js'

let actors = 0

/** An administrator, and how the credential of the request is revoked. */
export async function actorOf({ site, store }: Fixture) {
  const login = `actor${++actors}`
  const input = { login, email: `${login}@example.com`, roles: ['administrator'] }
  const { id } = await site.content.users.create(input, { as: site.system })
  const user = await usersIn(store).update(id, { capabilities: { delete_revisions: true } })
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
const refused = (
  t: Test,
  fixture: Fixture,
  what: string,
  { call, meanwhile, refusal }: Attempt & { refusal: Refusal },
) => refusedBefore(t, fixture, what, { call: () => t.rejects(call(), refusal, what), meanwhile })

/** Checks each operation of the table, with everything that it checks changed right before its transaction. */
export async function checkOperations(t: Test, make: MakeOn): Promise<void> {
  const fixture = await openFixture(make)
  const { store } = fixture
  const gone = { code: 'rest_not_logged_in', status: 401 }
  for (const [path, { call, demoted, references = {} }] of Object.entries(OPERATIONS)) {
    const deleted = await actorOf(fixture)
    await refused(t, fixture, `${path}: the actor is deleted`, {
      call: () => call(fixture, deleted.by),
      meanwhile: () => usersIn(store).remove(deleted.user.id),
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
        meanwhile: () => usersIn(store).update(former.user.id, { roles: [], capabilities: {} }),
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
