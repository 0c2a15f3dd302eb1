import { createConsole } from '@platen/console'
import { applicationPasswordsIn, REST_NONCE, usersIn } from '@platen/site'
import t, { type Test } from 'tap'
import { openConsole, PASSWORD } from '../console/open-console.js'

const ROLES = ['editor', 'author', 'contributor', 'subscriber']

/** A console, and what posts forms with the session and the right nonce of a user. */
async function openForms(t: Test) {
  const made = await openConsole()
  const { site, store, users } = made
  const handle = createConsole(site)
  const before = JSON.stringify((await usersIn(store).find({})).records)
  const settings = async () => JSON.stringify((await made.send('GET /settings')).body)
  const settingsBefore = await settings()

  async function post(login: string, page: string, fields: Readonly<Record<string, string>>, action = page) {
    const session = await site.sessions.signIn({ login, password: PASSWORD })
    if (session === undefined) throw new Error(`${login} cannot sign in`)
    const [cookie = ''] = site.sessions.setCookies(session).map(each => each.split(';')[0] ?? '')
    const nonce = site.sessions.nonce(session, action === 'rest' ? REST_NONCE : `console ${action.split('?')[0]}`)
    const headers = { cookie, origin: 'https://site.example', 'content-type': 'application/x-www-form-urlencoded' }
    const text = new URLSearchParams({ nonce, ...fields }).toString()
    const body = { kind: 'text', text } as const
    return handle({ method: 'POST', url: `/console/${page}`, headers, body })
  }
  async function unchanged(what: string) {
    t.equal(JSON.stringify((await usersIn(store).find({})).records), before, `${what}: users`)
    t.equal(await settings(), settingsBefore, `${what}: settings`)
    t.equal((await applicationPasswordsIn(store).find({})).records.length, 0, `${what}: application passwords`)
  }
  return { ...made, idOf: (role: string) => users.get(role)?.id ?? 0, post, unchanged }
}

t.test('the forms of pages that a user may not see change nothing, whatever their nonce', async t => {
  const { post, unchanged, idOf } = await openForms(t)
  const id = idOf('administrator')
  const password = { password: 'taken over', repeat: 'taken over' }
  const forms: readonly (readonly [page: string, fields: Readonly<Record<string, string>>])[] = [
    ['new-user', { login: 'eve', email: 'eve@evil.example', role: 'administrator', ...password }],
    [`user?id=${id}`, { action: 'account', email: 'eve@evil.example', version: '1' }],
    [`user?id=${id}`, { action: 'password', ...password }],
    [`user?id=${id}`, { action: 'mail-link' }],
    [`user?id=${id}`, { action: 'sign-out' }],
    [`user?id=${id}`, { action: 'create-application-password', application: 'x' }],
    [`user?id=${id}`, { action: 'revoke-application-passwords' }],
    [`delete-user?id=${id}`, { content: 'delete' }],
    ['settings', { action: 'general', version: '1', 'setting-title': 'Taken over' }],
    ['themes', { stylesheet: 'x' }],
    ['plugins', { action: 'activate', plugin: 'x' }],
    ['plugins', { action: 'delete', plugin: '../../x' }],
  ]
  for (const role of ROLES) {
    for (const [page, fields] of forms) {
      const answer = await post(role, page, fields)
      t.equal(answer?.status, 403, `${role} ${page} ${fields['action'] ?? ''}`)
    }
    // The page of one's own account, as if it were that of another user.
    const own = await post(role, `user?id=${idOf(role)}`, { action: 'account', 'role-administrator': 'yes' })
    t.equal(own?.status, 403, role)
    await unchanged(role)
  }
})

t.test('the nonce of another page, or of the interface, opens no form', async t => {
  const { post, unchanged } = await openForms(t)
  for (const action of ['profile', 'rest', 'sign-out', '', 'new-user ', 'NEW-USER']) {
    const fields = { login: 'eve', email: 'eve@evil.example', password: 'taken over', repeat: 'taken over' }
    t.equal((await post('admin', 'new-user', fields, action))?.status, 403, action)
  }
  await unchanged('administrator')
})

t.test('the page of other users changes nothing of the own account', async t => {
  const { post, unchanged, idOf } = await openForms(t)
  const path = `user?id=${idOf('administrator')}`
  for (const fields of [
    { action: 'password', password: 'taken over', repeat: 'taken over' },
    { action: 'account', email: 'eve@evil.example', version: '1' },
  ])
    t.match(await post('admin', path, fields), { status: 303, headers: { Location: 'profile' } }, fields.action)
  await unchanged('administrator')
})
