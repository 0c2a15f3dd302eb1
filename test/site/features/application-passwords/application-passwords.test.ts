import { applicationPasswordsIn, wpDialect } from '@platen/site'
import t from 'tap'
import { makeSite } from '../../make-site.js'

const LIST = '/users/me/application-passwords'

const ROUTES: readonly (readonly [string, string])[] = [
  ['GET', ''],
  ['POST', '?name=x'],
  ['DELETE', ''],
  ['GET', '/introspect'],
  ['GET', '/some-uuid'],
  ['PUT', '/some-uuid?name=x'],
  ['DELETE', '/some-uuid'],
]

t.test('every endpoint requires a signed-in user', async t => {
  const cms = await makeSite()
  const wp = await makeSite({ dialect: wpDialect })
  for (const [method, rest] of ROUTES) {
    for (const owner of ['me', '1']) {
      const address = `${method} /users/${owner}/application-passwords${rest}`
      t.match(
        await cms.send(address, { as: 'anonymous' }),
        { status: 401, body: { code: 'empty_username', data: null } },
        address,
      )
      t.match(
        await wp.send(address, { as: 'anonymous' }),
        { status: 401, body: { code: /^rest_(not_logged_in|cannot_\w+)$/, data: { status: 401 } } },
        address,
      )
    }
  }
})

t.test('where they are not available there is nothing to manage', async t => {
  const off = await makeSite({ applicationPasswords: { available: false } })
  t.match(await off.send(`GET ${LIST}`), { status: 501, body: { code: 'application_passwords_disabled' } })
  const some = await makeSite({ applicationPasswords: { availableTo: user => user.login === 'editor' } })
  t.match(await some.send(`POST ${LIST}`, { body: { name: 'x' } }), {
    status: 501,
    body: { code: 'application_passwords_disabled_for_user' },
  })
  t.equal((await some.send(`POST ${LIST}`, { as: 'editor', body: { name: 'x' } })).status, 201)
  t.equal((await some.send(`GET /users/${some.users.get('editor')?.id}/application-passwords`)).status, 200)
})

t.test('the secret is shown once', async t => {
  const { send } = await makeSite()
  const made = await send(`POST ${LIST}`, { body: { name: ' <b>My</b> phone ' } })
  t.match(made, {
    status: 201,
    body: { name: 'My phone', app_id: '', last_used: null, last_ip: null, password: /^(\w{4} ){5}\w{4}$/ },
  })
  const { uuid, password } = made.body as { uuid: string; password: string }
  t.equal(made.headers['Location'], `https://site.example/cms-json/cms/v2/users/1/application-passwords/${uuid}`)
  for (const address of [LIST, `${LIST}?context=edit`, `${LIST}/${uuid}?context=edit`]) {
    const { body } = await send(`GET ${address}`)
    t.notOk(JSON.stringify(body).includes(password), address)
    t.notOk(JSON.stringify(body).includes('"password"'), address)
  }
})

t.test('a name must say something', async t => {
  const { send, store } = await makeSite()
  for (const name of ['', '  ', 7, ['a']])
    t.match(
      await send(`POST ${LIST}`, { body: { name } }),
      { status: 400, body: { code: 'rest_invalid_param' } },
      String(name),
    )
  t.match(await send(`POST ${LIST}`, { body: { name: '<b></b>' } }), {
    status: 400,
    body: { code: 'application_password_empty_name' },
  })
  t.equal(await applicationPasswordsIn(store).count(), 0)
  const { uuid } = (await send(`POST ${LIST}`, { body: { name: 'A & <i>B</i> < c' } })).body as { uuid: string }
  t.match(
    await send(`PUT ${LIST}/${uuid}`, { body: { name: '<b></b>' } }),
    { status: 200, body: { name: 'A & B &lt; c' } },
    'one that says nothing changes nothing',
  )
})

t.test('introspection needs an application password to look at', async t => {
  const { send } = await makeSite()
  t.match(await send(`GET ${LIST}/introspect`), { status: 404, body: { code: 'rest_no_authenticated_app_password' } })
})

t.test('passwords of others cannot be reached through one’s own address', async t => {
  const { send } = await makeSite()
  const { uuid } = (await send(`POST ${LIST}`, { as: 'editor', body: { name: 'x' } })).body as { uuid: string }
  for (const method of ['GET', 'PUT', 'DELETE']) {
    t.match(
      await send(`${method} ${LIST}/${uuid}?name=y`, { as: 'author' }),
      { status: 404, body: { code: 'rest_application_password_not_found' } },
      method,
    )
  }
  t.match(await send(`GET ${LIST}/${uuid}`, { as: 'editor' }), { status: 200, body: { name: 'x' } })
})

t.test('a change contains the version it is based on', async t => {
  const { send } = await makeSite()
  const { uuid } = (await send(`POST ${LIST}`, { body: { name: 'First' } })).body as { uuid: string }
  const tag = (await send(`GET ${LIST}/${uuid}`)).headers['ETag'] ?? ''
  const based = { headers: { 'if-match': tag } }
  t.match(await send(`PUT ${LIST}/${uuid}`, { body: { name: 'Second' }, ...based }), {
    status: 200,
    body: { name: 'Second' },
  })
  t.match(await send(`PUT ${LIST}/${uuid}`, { body: { name: 'Third' }, ...based }), { status: 412 })
  t.match(await send(`DELETE ${LIST}/${uuid}`, based), { status: 412 })
  t.match(await send(`DELETE ${LIST}/${uuid}?_fields=deleted,previous.name`), {
    status: 200,
    body: { deleted: true, previous: { name: 'Second' } },
  })
})
