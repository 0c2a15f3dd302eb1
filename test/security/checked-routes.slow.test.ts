import type { RequestBody, RestResponse } from '@platen/core'
import { usersIn } from '@platen/site'
import t, { type Test } from 'tap'
import { type MakeOn, onEveryStore } from '../site/every-store.js'
import { makeSite } from '../site/make-site.js'
import { contentsOf, type Fixture, openFixture, refusedBefore } from './operations/fixture.js'
import { nextNumber } from './operations/references.js'
import { OTHER_ROUTES, UPLOADS, WRITING_REQUESTS } from './operations/routes.js'

t.setTimeout(240_000)

interface Sent {
  readonly request: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: RequestBody | undefined
}

const allRequests = (fixture: Fixture): readonly Sent[] => [
  ...WRITING_REQUESTS.map(([request, body]) => ({
    request: request(fixture),
    headers: {},
    body: body && ({ kind: 'json', value: body(fixture) } as const),
  })),
  ...UPLOADS.map(([request, headers, body]) => ({ request, headers, body })),
]

/** The method, path and query of a request. */
function partsOf(request: string) {
  const [method = '', target = ''] = request.split(' ')
  const [path = '', query = ''] = target.split('?')
  return { method, path: `/cms/v2${path}`, query }
}

const dispatch = ({ site }: Fixture, { request, headers, body }: Sent, authorization: string): Promise<RestResponse> =>
  site.dispatch({ ...partsOf(request), headers: { authorization, ...headers }, secure: true, ...(body && { body }) })

t.test('every route that changes content is in the list', async t => {
  const fixture = await openFixture(makeSite)
  const requests = allRequests(fixture).map(({ request }) => partsOf(request))
  const missing = fixture.site.context.registry.routes().flatMap(({ path, methods }) => {
    const used = new Set(requests.filter(each => path.match(each.path) !== undefined).map(({ method }) => method))
    // PUT and PATCH are POST.
    const writing = methods.filter(method => method === 'POST' || method === 'DELETE')
    const isOther = Object.keys(OTHER_ROUTES).some(other => path.pattern.startsWith(other))
    return isOther ? [] : writing.filter(method => !used.has(method)).map(method => `${method} ${path.pattern}`)
  })
  t.same(missing, [])
})

/** An administrator who has signed in with an application password. */
async function administrator({ site, store }: Fixture) {
  const login = `caller${nextNumber()}`
  const input = { login, email: `${login}@example.com`, roles: ['administrator'] }
  const { id } = await site.content.users.create(input, { as: site.system })
  const user = await usersIn(store).update(id, { capabilities: { delete_revisions: true } })
  const password = await site.content.applicationPasswords.create({ user: id, name: 'Test' }, { as: site.system })
  const authorization = `Basic ${Buffer.from(`${login}:${password.secret}`).toString('base64')}`
  return { user, authorization, password }
}

async function checkRoutes(t: Test, make: MakeOn): Promise<void> {
  const fixture = await openFixture(make)
  const { site, store } = fixture
  const bySystem = { as: site.system }
  for (const sent of allRequests(fixture)) {
    const deleted = await administrator(fixture)
    const revoked = await administrator(fixture)
    for (const [what, { authorization }, meanwhile] of [
      ['is deleted', deleted, () => site.content.users.delete(deleted.user.id, { ...bySystem, reassignTo: 0 })],
      ['has no password', revoked, () => site.content.applicationPasswords.revoke(revoked.password.id, bySystem)],
    ] as const) {
      let response: RestResponse | undefined
      await refusedBefore(t, fixture, `${sent.request}: the caller ${what}`, {
        async call() {
          response = await dispatch(fixture, sent, authorization)
        },
        meanwhile,
      })
      t.match(response, { status: 401, body: { code: 'rest_not_logged_in' } }, `${sent.request}: the caller ${what}`)
    }
    const demoted = await administrator(fixture)
    if (sent.request.includes('/users/me') || sent.request === 'POST /comments') continue
    let response: RestResponse | undefined
    await refusedBefore(t, fixture, `${sent.request}: the caller has lost the right`, {
      async call() {
        response = await dispatch(fixture, sent, demoted.authorization)
      },
      meanwhile: () => usersIn(store).update(demoted.user.id, { roles: [], capabilities: {} }),
    })
    t.match(response, { status: 403, body: { code: /^rest_/ } }, `${sent.request}: the caller has lost the right`)
  }
}

onEveryStore(t, 'requests check their caller in their transaction', checkRoutes)

onEveryStore(t, 'the requests of a batch check their caller one by one', async (t, make) => {
  const fixture = await openFixture(make)
  const { site } = fixture
  const { user, authorization } = await administrator(fixture)
  const requests = [1, 2].map(() => ({
    path: '/cms/v2/posts',
    method: 'POST',
    body: { title: 'x', status: 'publish' },
  }))
  fixture.before(async () => {
    await site.content.users.delete(user.id, { as: site.system, reassignTo: 0 })
  })
  const before = (await contentsOf(fixture)).records.get('posts')
  const { body } = await site.dispatch({
    method: 'POST',
    path: '/batch/v1',
    headers: { authorization },
    secure: true,
    body: { kind: 'json', value: { requests } },
  })
  const refused = { status: 401, body: { code: 'rest_not_logged_in' } }
  t.match(body, { responses: [refused, refused] })
  t.same((await contentsOf(fixture)).records.get('posts'), before)
})
