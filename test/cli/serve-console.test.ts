import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { run, start } from './fake-terminal.js'
import { newFolder } from './new-site.js'

const PASSWORD = 'correct horse battery staple'

async function serve(t: Parameters<typeof newFolder>[0], config?: string) {
  const data = newFolder(t)
  await run(['init', '--data', data, '--password', PASSWORD])
  const file = join(data, 'platen.config.mjs')
  writeFileSync(file, `export default ${config ?? '{}'}`)
  const running = start(['serve', '--create', '--port', '0', '--data', data, '--config', file, '--log-level', 'silent'])
  t.teardown(async () => {
    running.interrupt()
    await running.ended
  })
  const [, api = ''] = await running.printed(/^ +interface +(\S+)\/$/m)
  return new URL(api).origin
}

t.test('administrators sign in over HTTP', async t => {
  const origin = await serve(t)
  const form = await fetch(`${origin}/console`)
  t.same([form.status, form.url], [200, `${origin}/console/sign-in`])
  const signIn = (given: Record<string, string>, from = origin) =>
    fetch(`${origin}/console/sign-in`, {
      method: 'POST',
      body: new URLSearchParams(given),
      headers: { origin: from },
      redirect: 'manual',
    })
  t.equal((await signIn({ login: 'admin', password: 'wrong' })).status, 403)
  t.equal((await signIn({ login: 'admin', password: PASSWORD }, 'http://evil.example')).status, 403)
  const body = new FormData()
  for (const [name, value] of Object.entries({ login: 'admin', password: PASSWORD })) body.append(name, value)
  const multipart = await fetch(`${origin}/console/sign-in`, { method: 'POST', body, redirect: 'manual' })
  t.same([multipart.status, multipart.headers.getSetCookie().length], [303, 1])
  const signedIn = await signIn({ login: 'ADMIN', password: PASSWORD })
  t.same([signedIn.status, signedIn.headers.get('location')], [303, './'])
  const cookie = signedIn.headers
    .getSetCookie()
    .map(line => line.split(';')[0])
    .join('; ')
  const page = await fetch(`${origin}/console/`, { headers: { cookie } })
  const html = await page.text()
  t.equal(page.status, 200)
  t.match(html, /<dt>Platen<\/dt><dd>\d+\.\d+\.\d+</)
  t.match(html, /<dt>Node<\/dt><dd>\d+\./)
  for (const name of ['themes', 'plugins', 'site-health'])
    t.equal((await fetch(`${origin}/console/${name}`, { headers: { cookie } })).status, 200, name)
  t.match(await (await fetch(`${origin}/`)).text(), /REST interface/, 'the front page stays')
  t.equal((await fetch(`${origin}/console/sign-in`, { method: 'POST', body: 'x'.repeat(100_000) })).status, 415)
})

t.test('the configuration moves the console, or leaves it out', async t => {
  const routes = async (origin: string) => (await fetch(`${origin}/cms-json/console/v1/site`)).status
  const moved = await serve(t, `{ console: { path: '/office', messages: { signIn: 'Anmelden' } } }`)
  t.equal((await fetch(`${moved}/console`)).status, 404)
  t.match(await (await fetch(`${moved}/office`)).text(), /<h1>Anmelden<\/h1>/)
  t.match(await (await fetch(`${moved}/`)).text(), '<a href="/office">')
  t.equal(await routes(moved), 200)
  const without = await serve(t, '{ console: false }')
  t.equal(await routes(without), 404)
  t.equal((await fetch(`${without}/console`)).status, 404)
  t.notMatch(await (await fetch(`${without}/`)).text(), 'console')
})
