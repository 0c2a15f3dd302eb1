import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import t, { type Test } from 'tap'
import { gardenThemes } from './fill-garden.js'
import { openBrowser, withoutBrowser } from './open-browser.js'
import { PASSWORD, serveConsole } from './serve-console.js'

t.setTimeout(280_000)

/** Serves a page of another origin on the same host, to which browsers therefore send the cookies of the console. */
async function serveForm(t: Test, html: string): Promise<string> {
  const server = createServer((_, response) => response.setHeader('content-type', 'text/html').end(html))
  await new Promise<void>(resolve => server.listen(0, 'localhost', resolve))
  t.teardown(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://localhost:${(server.address() as AddressInfo).port}/`
}

t.test('forms that browsers send for others', { skip: withoutBrowser }, async t => {
  const browser = await openBrowser(t)
  const { store, url, visit } = await serveConsole(t, browser, { themes: gardenThemes })
  const active = () => store.options.get('stylesheet')

  t.test('a form of another origin, with a valid nonce, changes nothing', t =>
    visit(t, { as: 'admin', expected: /status of 403/ }, async page => {
      await page.goto(`${url}/console/themes`)
      const form = page.locator('form', { has: page.getByRole('button', { name: 'Activate Garden' }) })
      const nonce = await form.locator('[name=nonce]').inputValue()
      const before = await active()
      await page.goto(
        await serveForm(
          t,
          `<form method="post" action="${url}/console/themes"><input name="nonce" value="${nonce}">
          <input name="stylesheet" value="garden"><button>Win</button></form>`,
        ),
      )
      await page.getByRole('button').click()
      await page.getByRole('alert').waitFor()
      t.equal(page.url(), `${url}/console/themes`)
      t.match(await page.locator('header').textContent(), /admin/, 'the browser sends the cookie')
      t.equal(await active(), before)
    }),
  )

  t.test('a form of another origin signs nobody in', t =>
    visit(t, { expected: /status of 403/ }, async page => {
      const action = `${url}/console/sign-in`
      await page.goto(
        await serveForm(
          t,
          `<form method="post" action="${action}"><input name="login" value="admin">
          <input name="password" value="${PASSWORD}"><button>Win</button></form>`,
        ),
      )
      await page.getByRole('button').click()
      t.match(await page.getByRole('alert').textContent(), /another site/)
      t.same(await page.context().cookies(), [])
    }),
  )

  t.test('a form with the nonce of another session changes nothing', t =>
    visit(t, { as: 'admin' }, async other => {
      await other.goto(`${url}/console/themes`)
      const nonce = await other.locator('[name=nonce]').first().inputValue()
      await visit(t, { as: 'admin', expected: /status of 403/ }, async page => {
        await page.goto(`${url}/console/themes`)
        const button = page.getByRole('button', { name: 'Activate Garden' })
        const form = page.locator('form', { has: button })
        const before = await active()
        await form.locator('[name=nonce]').evaluate((input, value) => input.setAttribute('value', value), nonce)
        await button.click()
        t.match(await page.getByRole('alert').textContent(), /expired/)
        t.equal(await active(), before)
        await button.click()
        t.match(await page.getByRole('status').textContent(), /is active/, 'the form of the page itself works')
      })
    }),
  )

  t.test('no frame shows the console', t =>
    visit(t, { as: 'admin', expected: /frame-ancestors 'none'/ }, async page => {
      await page.goto(await serveForm(t, `<iframe src="${url}/console/themes"></iframe>`))
      await page.waitForLoadState('networkidle')
      const [, frame] = page.frames()
      t.notMatch(await frame?.content(), 'Themes')
    }),
  )

  t.test('scripts in the pages do not run', t =>
    visit(t, { as: 'admin', expected: /inline script/ }, async page => {
      await page.goto(`${url}/console/themes`)
      await page.evaluate(() => {
        const script = document.createElement('script')
        script.textContent = 'window.ran = true'
        document.body.append(script)
      })
      t.equal(await page.evaluate(() => 'ran' in window), false)
    }),
  )
})
