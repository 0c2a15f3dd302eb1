import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Test } from 'tap'

/** A port that nothing listens on. */
export async function freePort(): Promise<string> {
  const server = createServer()
  await new Promise<void>(resolve => server.listen(0, resolve))
  const { port } = server.address() as AddressInfo
  await new Promise(resolve => server.close(resolve))
  return String(port)
}

/** What a recipe prints: where its interface is, and an application password of the administrator. */
export const READY = /(http\S+) admin ((?:\w{4} ){5}\w{4})/

interface Written {
  readonly id: number
  readonly title: { readonly raw: string }
}

/** Uses an embedded site as clients do; resolves with the ids of what it left there. */
export async function driveRecipe(t: Test, api: string, password: string): Promise<number[]> {
  const authorization = `Basic ${Buffer.from(`admin:${password}`).toString('base64')}`
  const json = { authorization, 'content-type': 'application/json' }
  const posts = `${api}/cms/v2/posts`
  const form = new FormData()
  form.set('title', 'From a form')
  form.set('status', 'publish')
  const bodies: readonly RequestInit[] = [
    { headers: json, body: JSON.stringify({ title: 'From JSON', status: 'publish' }) },
    { headers: { authorization }, body: new URLSearchParams({ title: 'From pairs', status: 'publish' }) },
    { headers: { authorization }, body: form },
  ]
  const ids: number[] = []
  for (const init of bodies) {
    const response = await fetch(posts, { method: 'POST', ...init })
    t.equal(response.status, 201)
    const { id, title } = (await response.json()) as Written
    t.match(title.raw, /^From /)
    ids.push(id)
  }
  t.match(await (await fetch(`${api}?_fields=name`)).json(), { name: 'A garden' })
  const list = await fetch(posts)
  t.equal(list.headers.get('x-cms-total'), String(ids.length))
  const tag = list.headers.get('etag') ?? ''
  t.equal((await fetch(posts, { headers: { 'if-none-match': tag } })).status, 304)
  t.equal((await fetch(posts, { method: 'POST' })).status, 401, 'without credentials')
  t.equal((await fetch(posts, { method: 'POST', headers: json, body: '{"title":' })).status, 400, 'broken JSON')
  const large = JSON.stringify({ title: 'x'.repeat(3 * 1024 * 1024) })
  t.equal((await fetch(posts, { method: 'POST', headers: json, body: large })).status, 413, 'too large')
  const [first] = ids.splice(0, 1)
  const deleted = await fetch(`${posts}/${first}?force=true`, { method: 'DELETE', headers: { authorization } })
  t.equal(deleted.status, 200)
  t.equal((await fetch(`${api}/cms/v2/nothing`)).status, 404)
  return ids
}

/** Uploads a file and reads it at its URL, and signs in to the console. */
export async function driveConsoleAndFiles(t: Test, api: string, password: string): Promise<void> {
  const origin = new URL(api).origin
  const authorization = `Basic ${Buffer.from(`admin:${password}`).toString('base64')}`
  const uploaded = await fetch(`${api}/cms/v2/media`, {
    method: 'POST',
    headers: { authorization, 'content-type': 'text/plain', 'content-disposition': 'attachment; filename="mint.txt"' },
    body: 'Water the mint.',
  })
  const { source_url: url } = (await uploaded.json()) as { source_url: string }
  t.equal(uploaded.status, 201)
  const file = await fetch(url)
  t.equal(await file.text(), 'Water the mint.')
  t.match(file.headers.get('content-security-policy'), /sandbox/)
  t.equal((await fetch(`${origin}/files/none.txt`)).status, 404)
  const form = new URLSearchParams({ login: 'admin', password: 'only an example' })
  const signIn = await fetch(`${origin}/console/sign-in`, { method: 'POST', body: form, redirect: 'manual' })
  t.equal(signIn.status, 303)
  const cookie = signIn.headers.getSetCookie().map(text => text.split(';')[0])
  const home = await fetch(`${origin}/console/`, { headers: { cookie: cookie.join('; ') } })
  t.equal(home.status, 200)
  t.match(await home.text(), /A garden/)
}
