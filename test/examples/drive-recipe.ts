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
