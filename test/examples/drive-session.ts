import type { Test } from 'tap'

/** Signs in to an application at `/sign-in`, and uses its site with the session as browsers do. */
export async function driveSession(t: Test, url: string): Promise<void> {
  const signIn = (password: string) =>
    fetch(`${url}/sign-in`, {
      method: 'POST',
      body: new URLSearchParams({ login: 'admin', password }),
      redirect: 'manual',
    })
  const refused = await signIn('wrong')
  t.match({ status: refused.status, cookie: refused.headers.get('set-cookie') }, { status: 401, cookie: null })
  const signedIn = await signIn('only an example')
  t.equal(signedIn.status, 303)
  const setCookie = signedIn.headers.get('set-cookie') ?? ''
  t.match(setCookie, /; HttpOnly; SameSite=Lax$/)
  const cookie = `other=1; ${setCookie.split(';')[0]}`

  const api = `${url}/cms-json/cms/v2`
  const own = { cookie, 'sec-fetch-site': 'same-origin' }
  const me = async (headers: Record<string, string>) => (await fetch(`${api}/users/me`, { headers })).status
  t.equal(await me(own), 200)
  t.equal(await me({ 'sec-fetch-site': 'same-origin' }), 401, 'without the cookie')
  const post = (headers: Record<string, string>) =>
    fetch(`${api}/posts`, { method: 'POST', headers, body: new URLSearchParams({ title: 'By session' }) })
  const created = await post(own)
  t.match({ status: created.status, body: await created.json() }, { status: 201, body: { author: Number } })
  for (const from of ['cross-site', 'same-site', 'none', '']) {
    t.equal(await me({ cookie, 'sec-fetch-site': from }), 401, `a request that comes ${from}`)
    t.equal((await post({ cookie, 'sec-fetch-site': from })).status, 401, `a form that comes ${from}`)
  }
  t.equal((await post({ cookie })).status, 401, 'a client that does not say where it comes from')
  const [, token = ''] = /session=([^;]*)/.exec(setCookie) ?? []
  const [text = '', signature = ''] = token.split('.')
  const admin = Buffer.from(JSON.stringify({ login: 'admin', expires: Date.now() + 1e9 })).toString('base64url')
  for (const forged of [
    '',
    '.',
    text,
    `${text}.`,
    `${admin}.${signature}`,
    `${text}.${signature.slice(1)}`,
    'a.b.c',
    '%',
  ])
    t.equal(await me({ ...own, cookie: `session=${forged}` }), 401, `a cookie with ${forged.slice(0, 20)}`)
}
