import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import t from 'tap'
import { run, start } from './fake-terminal.js'
import { newFolder } from './new-site.js'

function write(folder: string, files: Readonly<Record<string, string>>): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
}

const theme = (stylesheet: string, name: string) => ({
  [`themes/${stylesheet}/style.css`]: `/*\nTheme Name: ${name}\nVersion: 1.0\n*/`,
  [`themes/${stylesheet}/templates/index.html`]: 'index',
})

t.test('themes are listed and activated while a server runs', async t => {
  const folder = newFolder(t)
  write(folder, {
    ...theme('garden', 'Garden'),
    ...theme('bad', 'Bad'),
    'themes/bad/theme.json': '{',
    'themes/garden/patterns/a.php': '',
    'themes/garden/screenshot.png': 'picture',
    'platen.config.mjs': "export default { themes: 'themes' }",
  })
  const store = ['--config', join(folder, 'platen.config.mjs'), '--store', 'sqlite', join(folder, 'site.sqlite')]
  const serving = start(['serve', '--create', ...store, '--port', '0'])
  t.teardown(async () => {
    serving.interrupt()
    await serving.ended
  })
  const [, url = ''] = await serving.printed(/^ +interface +(\S+)\/$/m)
  const [, password = ''] = await serving.printed(/application password[^\n]*?((?:\w{4} ){5}\w{4})/i)
  const headers = { authorization: `Basic ${Buffer.from(`admin:${password}`).toString('base64')}` }
  const active = async () => {
    const response = await fetch(`${url}/cms/v2/themes?status=active`, { headers })
    return ((await response.json()) as { stylesheet: string }[])[0]?.stylesheet
  }
  t.equal(await active(), 'platen')

  const listed = await run(['theme', 'list', ...store])
  t.match(listed, { code: 0, out: /platen\s+active\s+Platen/ })
  t.match(listed.out, /garden\s+inactive\s+Garden\s+1\.0/)
  t.match(listed.out, /bad: theme\.json: not valid JSON/)
  t.match(listed.out, /garden: patterns\/a\.php: /)
  t.match(await run(['theme', 'activate', 'garden', ...store]), { code: 0, out: /Garden is active/ })
  const started = Date.now()
  while ((await active()) !== 'garden') if (Date.now() - started > 10_000) return t.fail('it is not active in seconds')
  const shown = (await (await fetch(`${url}/cms/v2/themes/garden`, { headers })).json()) as { screenshot: string }
  const screenshot = await fetch(shown.screenshot)
  t.equal(await screenshot.text(), 'picture', shown.screenshot)
  t.equal(screenshot.headers.get('content-type'), 'image/png')
  const json = JSON.parse((await run(['theme', 'list', '--json', ...store])).out) as { theme: string; status: string }[]
  t.same(
    json.map(({ theme, status }) => [theme, status]),
    [
      ['garden', 'active'],
      ['bad', 'broken'],
    ],
  )
  t.match(await run(['theme', 'activate', 'bad', ...store]), { code: 1, err: /has errors.*theme\.json/ })
  t.match(await run(['theme', 'activate', 'nothing', ...store]), { code: 1, err: /no theme "nothing"/ })

  const missing = ['--themes', join(folder, 'missing'), ...store]
  t.match(await run(['theme', 'list', ...missing]), { code: 1, err: /^[^\n]*no such folder\.$/ })

  write(folder, theme('garden', 'Yard'))
  write(folder, theme('moss', 'Moss'))
  t.match(await run(['theme', 'list', '--themes', join(folder, 'themes'), ...store]), { out: /moss\s+inactive/ })
})
