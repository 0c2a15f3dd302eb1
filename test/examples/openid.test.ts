import t from 'tap'
import { freePort } from './drive-recipe.js'
import { runExample } from './run-example.js'

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
