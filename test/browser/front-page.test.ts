import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { run, start } from '../cli/fake-terminal.js'
import { newFolder } from '../cli/new-site.js'
import { checkLooks, checkTabOrder } from './check-page.js'
import { press, type } from './keyboard.js'
import { openBrowser, withoutBrowser } from './open-browser.js'
import { withPage } from './watched-page.js'

t.setTimeout(280_000)
const PASSWORD = 'correct horse battery staple'

t.test('a site of `platen serve` in a browser', { skip: withoutBrowser }, async t => {
  const browser = await openBrowser(t)
  const data = newFolder(t)
  await run(['init', '--data', data, '--password', PASSWORD])
  const file = join(data, 'platen.config.mjs')
  writeFileSync(file, 'export default {}')
  const running = start(['serve', '--create', '--port', '0', '--data', data, '--config', file, '--log-level', 'silent'])
  t.teardown(async () => {
    running.interrupt()
    await running.ended
  })
  const [, api = ''] = await running.printed(/^ +interface +(\S+)\/$/m)
  const { origin } = new URL(api)

  t.test('its front page links to the interface', t =>
    withPage(t, browser, {}, async page => {
      t.equal((await page.goto(origin))?.status(), 200)
      await checkLooks(t, page, 'front-page')
      await checkTabOrder(t, page)
      await page.getByRole('link', { name: '/posts' }).click()
      t.equal(page.url(), `${api}/cms/v2/posts`)
      t.same(JSON.parse((await page.locator('pre').textContent()) ?? ''), [])
    }),
  )

  t.test('its administrator signs in', t =>
    withPage(t, browser, {}, async page => {
      await page.goto(origin)
      await press(page, page.getByRole('link', { name: 'The console' }))
      await type(page, 'Username or email address', 'admin')
      await type(page, 'Password', PASSWORD)
      await press(page, page.getByRole('button', { name: 'Sign in' }))
      t.equal(page.url(), `${origin}/console/`)
      await page.getByRole('heading', { name: 'At a glance' }).waitFor()
      for (const name of await page.getByRole('navigation').getByRole('link').allTextContents()) {
        await page.getByRole('navigation').getByRole('link', { name }).click()
        await page.getByRole('heading', { name, level: 1 }).waitFor()
      }
    }),
  )
})
