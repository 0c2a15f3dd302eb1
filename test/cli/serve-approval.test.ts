import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { run, start } from './fake-terminal.js'
import { newFolder } from './new-site.js'

const PASSWORD = 'correct horse battery staple'

/** Serves a new site; resolves with its origin and the root of its interface. */
async function serve(t: Test, config: string, ...options: string[]) {
  const data = newFolder(t)
  await run(['init', '--data', data, '--password', PASSWORD, ...options])
  const file = join(data, 'platen.config.mjs')
  writeFileSync(file, `export default ${config}`)
  const running = start(['serve', '--create', '--port', '0', '--data', data, '--config', file, '--log-level', 'silent'])
  t.teardown(async () => {
    running.interrupt()
    await running.ended
  })
  const [, api = ''] = await running.printed(/^ +interface +(\S+)\/$/m)
  return { origin: new URL(api).origin, api }
}

interface Discovery {
  readonly authentication: {
    readonly 'application-passwords'?: { readonly endpoints: { readonly authorization: string } }
  }
}

async function authorizeUrl(api: string): Promise<string | undefined> {
  const { authentication } = (await (await fetch(`${api}/?_fields=authentication`)).json()) as Discovery
  return authentication['application-passwords']?.endpoints.authorization
}

for (const [config, options, path] of [
  ['{}', [], '/console/authorize-application'],
  ['{}', ['--dialect', 'wp'], '/wp-admin/authorize-application.php'],
  ['{ console: { path: "/office" } }', [], '/office/authorize-application'],
  ['{ console: false }', [], undefined],
  ['{ applicationPasswords: { available: false } }', [], undefined],
] as const)
  t.test(`discovery of ${config} ${options.join(' ')}`, async t => {
    const { origin, api } = await serve(t, config, ...options)
    t.equal(await authorizeUrl(api), path && origin + path)
  })

t.test('a site without the console may have its own approval page', async t => {
  const { api } = await serve(t, '{ console: false, applicationPasswords: { approvalUrl: "https://sso.example/ok" } }')
  t.equal(await authorizeUrl(api), 'https://sso.example/ok')
})

const attribute = (html: string, name: string) =>
  new RegExp(`name="${name}" value="([^"]*)"`).exec(html)?.[1]?.replaceAll('&quot;', '"') ?? ''

for (const [dialect, namespace] of [
  ['cms', 'cms/v2'],
  ['wp', 'wp/v2'],
] as const)
  t.test(`an application is approved over HTTP (${dialect})`, async t => {
    const { origin, api } = await serve(t, '{}', '--dialect', dialect)
    const page = new URL((await authorizeUrl(api)) ?? '')
    page.search = String(new URLSearchParams({ app_name: 'Phone', success_url: 'https://app.example/done?a=1' }))
    const form = await fetch(page)
    t.match(form.url, `${origin}/console/sign-in?redirect=authorize-application`)
    const headers = { origin }
    const signedIn = await fetch(form.url, {
      method: 'POST',
      body: new URLSearchParams({ login: 'admin', password: PASSWORD }),
      headers,
      redirect: 'manual',
    })
    t.equal(signedIn.status, 303)
    const cookie = signedIn.headers
      .getSetCookie()
      .map(line => line.split(';')[0])
      .join('; ')
    const target = new URL(signedIn.headers.get('location') ?? '', form.url)
    const html = await (await fetch(target, { headers: { cookie } })).text()
    const fields = Object.fromEntries(['nonce', 'form', 'proof', 'app_name'].map(name => [name, attribute(html, name)]))
    const approved = await fetch(target, {
      method: 'POST',
      body: new URLSearchParams({ ...fields, decision: 'approve' }),
      headers: { ...headers, cookie },
      redirect: 'manual',
    })
    t.equal(approved.status, 303, html)
    const { host, searchParams } = new URL(approved.headers.get('location') ?? '')
    t.same([host, searchParams.get('a'), searchParams.get('site_url')], ['app.example', '1', origin])
    const user = `${searchParams.get('user_login')}:${searchParams.get('password')}`
    const created = await fetch(`${api}/${namespace}/posts`, {
      method: 'POST',
      body: JSON.stringify({ title: 'From the phone' }),
      headers: {
        authorization: `Basic ${Buffer.from(user).toString('base64')}`,
        'content-type': 'application/json',
      },
    })
    t.equal(created.status, 201)
  })
