import type { Page } from 'playwright-core'
import t, { type Test } from 'tap'
import { run, start } from '../cli/fake-terminal.js'
import { newFolder } from '../cli/new-site.js'
import { checkTabOrder } from './check-page.js'
import { press, tabTo, type } from './keyboard.js'
import { openBrowser, withoutBrowser } from './open-browser.js'
import { serveApplication } from './serve-application.js'
import { withPage } from './watched-page.js'

t.setTimeout(280_000)
const WITHOUT_SCRIPTS = { javaScriptEnabled: false }
const PASSWORD = 'correct horse battery staple'

/** Serves a site of the dialect `wp` by the command line; resolves with its URL. */
async function serve(t: Test): Promise<string> {
  const data = newFolder(t)
  await run(['init', '--data', data, '--dialect', 'wp', '--password', PASSWORD])
  const running = start([
    'serve',
    '--create',
    '--port',
    '0',
    '--host',
    'localhost',
    '--data',
    data,
    '--log-level',
    'silent',
  ])
  t.teardown(async () => {
    running.interrupt()
    await running.ended
  })
  const [, api = ''] = await running.printed(/^ +interface +(\S+)\/$/m)
  return new URL(api).origin
}

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

async function signIn(page: Page, password = PASSWORD): Promise<void> {
  await type(page, 'Username or email address', 'admin')
  await type(page, 'Password', password)
  await press(page, button(page, 'Sign in'))
}

t.test('clients of the dialect wp', { skip: withoutBrowser }, async t => {
  const application = await serveApplication(t)
  const browser = await openBrowser(t, application.flags)
  const site = await serve(t)
  application.use(`${site}/wp-json`, 'wp/v2')
  const connect = (parameters: Readonly<Record<string, string>>) =>
    `${application.origin}/connect?${new URLSearchParams(parameters)}`

  t.test('an application is approved with only the keyboard, and creates a post', t =>
    withPage(t, browser, WITHOUT_SCRIPTS, async page => {
      const asked: string[] = []
      page.on('request', request => asked.push(new URL(request.url()).pathname))
      await page.goto(connect({ success_url: `${application.origin}/done?state=7` }))
      t.ok(asked.includes('/wp-admin/authorize-application.php'), 'by the path that discovery shows')
      await signIn(page)
      t.match(await page.getByRole('main').textContent(), /Garden <app>/)
      await checkTabOrder(t, page)
      await press(page, button(page, 'Approve'))
      t.equal(await page.locator('p').textContent(), `201 for ${site}`)
    }),
  )

  t.test('an application is refused', t =>
    withPage(t, browser, WITHOUT_SCRIPTS, async page => {
      await page.goto(connect({ success_url: `${application.origin}/done` }))
      await signIn(page)
      await tabTo(page, button(page, 'Refuse'))
      await Promise.all([page.waitForURL(/success=false/), page.keyboard.press('Enter')])
      t.equal(page.url(), `${application.origin}/done?success=false`)
    }),
  )

  t.test('the login page redirects to the pages of the console', t =>
    withPage(t, browser, { expected: /status of 40[03]/ }, async page => {
      await page.goto(`${site}/wp-login.php`)
      t.equal(page.url(), `${site}/console/sign-in`)
      await signIn(page, 'wrong')
      t.match(await page.getByRole('alert').textContent(), /incorrect/)
      await checkTabOrder(t, page)
      await page.goto(`${site}/wp-login.php`)
      await signIn(page)
      t.equal(page.url(), `${site}/console/`)
      await page.goto(`${site}/wp-login.php?action=logout`)
      await press(page, button(page, 'Sign out'))
      t.same(await page.context().cookies(), [])
      await page.goto(`${site}/wp-admin/authorize-application.php?app_name=x&success_url=http://app.example/`)
      t.match(page.url(), `${site}/console/sign-in?`)
    }),
  )

  t.test('a page of the site posts its own form, and its script uses the nonce', t =>
    withPage(t, browser, { expected: /status of 404/ }, async page => {
      const form = `<!doctype html><title>Form</title><form method="post" action="/wp-login.php">
        <input name="log"><input name="pwd" type="password"><input type="hidden" name="redirect_to" value="/front?a=1">
        <button>Log In</button></form>`
      await page.route(`${site}/form`, route => route.fulfill({ contentType: 'text/html', body: form }))
      await page.goto(`${site}/form`)
      await page.locator('[name=pwd]').fill(PASSWORD)
      await page.locator('[name=log]').fill('admin')
      await Promise.all([page.waitForURL(`${site}/front?a=1`), button(page, 'Log In').press('Enter')])
      await page.goto(`${site}/form`)
      const status = await page.evaluate(async () => {
        const nonce = await (await fetch('/wp-admin/admin-ajax.php?action=rest-nonce')).text()
        const headers = { 'content-type': 'application/json', 'X-WP-Nonce': nonce }
        const body = JSON.stringify({ title: 'From the page' })
        return (await fetch('/wp-json/wp/v2/posts', { method: 'POST', headers, body })).status
      })
      t.equal(status, 201)
    }),
  )

  t.test('the form of another origin signs nobody in', t =>
    withPage(t, browser, { expected: /status of 403/ }, async page => {
      const form = `<!doctype html><title>Form</title><form method="post" action="${site}/wp-login.php">
        <input name="log" value="admin"><input name="pwd" value="${PASSWORD}"><button>Win</button></form>`
      await page.route('https://evil.example/', route => route.fulfill({ contentType: 'text/html', body: form }))
      await page.goto('https://evil.example/')
      await button(page, 'Win').click()
      await page.waitForURL(`${site}/wp-login.php`)
      t.match(await page.content(), /not accepted/)
      t.same(await page.context().cookies(), [])
    }),
  )
})
