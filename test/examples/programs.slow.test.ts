import t from 'tap'
import { driveConsoleAndFiles, driveRecipe, freePort, READY } from './drive-recipe.js'
import { driveSession } from './drive-session.js'
import { runExample } from './run-example.js'

for (const name of ['embed-in-express', 'embed-in-fastify', 'embed-in-hono']) {
  t.test(`${name} serves the interface, the console and files beside its own routes`, async t => {
    const { printed, stop, ended } = runExample(t, name, { PORT: await freePort() })
    const [, api = '', password = ''] = await printed(READY)
    await driveRecipe(t, api, password)
    await driveConsoleAndFiles(t, api, password)
    const own = await fetch(new URL('/', api))
    t.equal(own.status, 200)
    t.match(await own.text(), /From pairs/)
    stop()
    t.equal((await ended).code, 0)
  })
}

t.test('the session of an Express app signs its users in to the site', async t => {
  const { printed, stop, ended } = runExample(t, 'session-in-express', { PORT: await freePort() })
  const [, url = ''] = await printed(/(http\S+) is ready/)
  t.match(await (await fetch(url)).text(), 'Sign in')
  await driveSession(t, url)
  stop()
  t.equal((await ended).code, 0)
})

t.test('a token of the provider creates its user and signs in', async t => {
  const { printed, stop, ended } = runExample(t, 'openid', { PORT: await freePort() })
  const [, token = '', me = ''] = await printed(/Bearer (\S+)' (\S+)/)
  const authorization = `Bearer ${token}`
  const response = await fetch(`${me}?context=edit`, { headers: { authorization } })
  t.equal(response.status, 200)
  t.match(await response.json(), { username: 'ada', email: 'ada@example.com', roles: ['author'] })
  const headers = { authorization, 'content-type': 'application/json' }
  const posts = me.replace('users/me', 'posts')
  const created = await fetch(posts, { method: 'POST', headers, body: '{"title":"By token","status":"publish"}' })
  t.equal(created.status, 201)
  const forged = await fetch(me, { headers: { authorization: `${authorization.slice(0, -6)}AAAAAA` } })
  t.match({ status: forged.status, body: await forged.json() }, { status: 401, body: { code: 'openid_invalid_token' } })
  t.equal((await fetch(me)).status, 401)
  stop()
  t.equal((await ended).code, 0)
})

t.test('it prints the responses', async t => {
  const { code, lines } = await runExample(t, 'registry-only').ended
  t.equal(code, 0)
  t.same(
    lines.map(line => line.split(' ').slice(0, 3).join(' ')),
    [
      'POST /garden/v1/plants 201',
      'POST /garden/v1/plants 400',
      'POST /garden/v1/plants 409',
      'GET /garden/v1/plants 200',
    ],
  )
  t.match(lines, [/"height":300/, /"name":.*"height":/, /"plant_exists"/, /\[\{"name":"Mint"\}\]$/])
})
