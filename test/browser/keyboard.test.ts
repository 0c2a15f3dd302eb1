import t from 'tap'
import { gardenPlugins, gardenThemes } from './fill-garden.js'
import { press, tabTo, type } from './keyboard.js'
import { openBrowser, withoutBrowser } from './open-browser.js'
import { PASSWORD, serveConsole } from './serve-console.js'

t.setTimeout(280_000)
const WITHOUT_SCRIPTS = { javaScriptEnabled: false }

t.test('the console works with only the keyboard, without scripts', { skip: withoutBrowser }, async t => {
  const browser = await openBrowser(t)
  const { store, url, visit } = await serveConsole(t, browser, { themes: gardenThemes, plugins: gardenPlugins(t) })

  t.test('signing in', t =>
    visit(t, { ...WITHOUT_SCRIPTS, expected: /status of 403/ }, async page => {
      const button = page.getByRole('button', { name: 'Sign in' })
      await page.goto(`${url}/console/themes`)
      t.equal(page.url(), `${url}/console/sign-in?redirect=themes`)
      await type(page, 'Username or email address', 'admin')
      await type(page, 'Password', 'wrong')
      await press(page, button)
      t.match(await page.getByRole('alert').textContent(), /incorrect/)
      t.equal(await page.getByLabel('Username or email address').inputValue(), 'admin', 'the login is still there')
      t.equal(await page.getByLabel('Password', { exact: true }).inputValue(), '')
      await type(page, 'Password', PASSWORD)
      await tabTo(page, page.getByLabel('Stay signed in on this device'))
      await page.keyboard.press('Space')
      await press(page, button, 'Space')
      t.equal(page.url(), `${url}/console/themes`)
      const [cookie] = await page.context().cookies()
      t.match(cookie, { httpOnly: true, sameSite: 'Lax' })
      t.ok((cookie?.expires ?? 0) > Date.now() / 1000 + 13 * 86_400, 'it stays signed in')
    }),
  )

  t.test('past the menu', t =>
    visit(t, { ...WITHOUT_SCRIPTS, as: 'admin' }, async page => {
      await page.goto(`${url}/console/themes`)
      await page.keyboard.press('Tab')
      await page.keyboard.press('Enter')
      await page.keyboard.press('Tab')
      const first = page.getByRole('main').getByRole('button').first()
      t.ok(await first.evaluate(element => element.matches(':focus')), 'the first button of the content')
    }),
  )

  t.test('another theme', t =>
    visit(t, { ...WITHOUT_SCRIPTS, as: 'admin' }, async page => {
      await page.goto(`${url}/console/`)
      await press(page, page.getByRole('link', { name: 'Themes' }))
      await press(page, page.getByRole('button', { name: 'Activate Moss' }), 'Space')
      t.match(await page.getByRole('status').textContent(), /is active/)
      t.equal(await store.options.get('stylesheet'), 'moss')
      t.equal(await page.getByRole('button', { name: 'Activate Moss' }).count(), 0)
    }),
  )

  t.test('plugins', t =>
    visit(t, { ...WITHOUT_SCRIPTS, as: 'admin', expected: /status of 409/ }, async page => {
      await page.goto(`${url}/console/plugins`)
      await press(page, page.getByRole('button', { name: 'Activate Hello' }))
      t.match(await page.getByRole('status').textContent(), /is active/)
      t.equal((await fetch(`${url}/cms-json/hello/v1/about`)).status, 200)
      await press(page, page.getByRole('button', { name: 'Deactivate Hello' }), 'Space')
      t.equal((await fetch(`${url}/cms-json/hello/v1/about`)).status, 404)
      await press(page, page.getByRole('button', { name: 'Activate Weather' }))
      t.match(await page.getByRole('alert').textContent(), /key of the weather service is missing/)
      await press(page, page.getByRole('link', { name: 'Delete Weather' }))
      await press(page, page.getByRole('link', { name: 'Cancel' }))
      t.equal(await page.getByRole('heading', { name: 'Weather' }).count(), 1)
      await press(page, page.getByRole('link', { name: 'Delete Weather' }))
      await press(page, page.getByRole('button', { name: 'Delete Weather' }))
      t.match(await page.getByRole('status').textContent(), /was deleted/)
      t.equal(await page.getByRole('heading', { name: 'Weather' }).count(), 0)
    }),
  )

  t.test('signing out, on all devices', t =>
    visit(t, { ...WITHOUT_SCRIPTS, as: 'editor' }, other =>
      visit(t, { ...WITHOUT_SCRIPTS, as: 'editor' }, async page => {
        await page.goto(`${url}/console/sign-out`)
        await press(page, page.getByRole('button', { name: 'Sign out on all devices' }))
        t.equal(page.url(), `${url}/console/sign-in`)
        t.same(await page.context().cookies(), [])
        await other.goto(`${url}/console/sign-out`)
        t.match(other.url(), `${url}/console/sign-in`)
      }),
    ),
  )
})
