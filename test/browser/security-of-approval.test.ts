import { applicationPasswordsIn, postsIn } from '@platen/site'
import type { Page } from 'playwright-core'
import t from 'tap'
import { press, tabTo, type } from './keyboard.js'
import { openBrowser, withoutBrowser } from './open-browser.js'
import { APP_ID, approvalUrl, serveApplication } from './serve-application.js'
import { PASSWORD, serveConsole } from './serve-console.js'

t.setTimeout(280_000)
const WITHOUT_SCRIPTS = { javaScriptEnabled: false }

t.test('an application requests a password', { skip: withoutBrowser }, async t => {
  const application = await serveApplication(t)
  const browser = await openBrowser(t, application.flags)
  const { store, url, visit } = await serveConsole(t, browser)
  const api = `${url}/cms-json`
  application.use(api)
  const DONE = `${application.origin}/done`
  const connect = (parameters: Readonly<Record<string, string>>) =>
    `${application.origin}/connect?${new URLSearchParams(parameters)}`
  const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
  const passwords = async () => (await applicationPasswordsIn(store).find({})).records

  t.test('the user signs in and approves it, with only the keyboard', t =>
    visit(t, WITHOUT_SCRIPTS, async page => {
      await page.goto(connect({ success_url: `${DONE}?state=7` }))
      t.match(page.url(), `${url}/console/sign-in?`)
      await type(page, 'Username or email address', 'editor')
      await type(page, 'Password', PASSWORD)
      await press(page, button(page, 'Sign in'))
      const text = (await page.getByRole('main').textContent()) ?? ''
      for (const part of ['Garden <app>', 'editor', application.origin]) t.ok(text.includes(part), part)
      t.same(await passwords(), [], 'nothing is created before')
      await press(page, button(page, 'Approve'))
      t.equal(await page.locator('p').textContent(), `201 for ${url}`)
      t.match(new URL(page.url()).searchParams.get('state'), '7')
      const [post] = (await postsIn(store).find({})).records
      t.equal(post?.title, 'From the application')
      t.match(await passwords(), [{ name: 'Garden', appId: APP_ID }])
      t.equal(
        application.requests.findLast(each => each.url.pathname === '/done')?.referrer,
        undefined,
        'the application does not see where it came from',
      )
      await page.goto(`${url}/console/profile`)
      t.match(await page.getByRole('main').textContent(), /Garden.*Last used(?!Never)/s)
    }),
  )

  t.test('refusals redirect to `reject_url`, `success_url` or the console', t =>
    visit(t, { ...WITHOUT_SCRIPTS, as: 'subscriber' }, async page => {
      const before = (await passwords()).length
      for (const [parameters, target] of [
        [
          { success_url: DONE, reject_url: `${application.origin}/refused?why=x` },
          `${application.origin}/refused?why=x`,
        ],
        [{ success_url: `${DONE}?state=7` }, `${DONE}?state=7&success=false`],
        [{ reject_url: `${application.origin}/refused` }, `${application.origin}/refused`],
        [{}, `${url}/console/profile`],
      ] as const) {
        await page.goto(connect(parameters))
        await tabTo(page, button(page, 'Refuse'))
        await Promise.all([page.waitForURL(target), page.keyboard.press('Enter')])
        t.equal(page.url(), target)
      }
      t.equal((await passwords()).length, before)
    }),
  )

  t.test('without `success_url`, the user sees the password once', t =>
    visit(t, { ...WITHOUT_SCRIPTS, as: 'editor' }, async page => {
      await page.goto(connect({}))
      await page.getByLabel('Name of the password').fill('On paper')
      await press(page, button(page, 'Approve'))
      const secret = (await page.getByRole('status').locator('code').textContent()) ?? ''
      const headers = { authorization: `Basic ${btoa(`editor:${secret}`)}` }
      t.equal((await fetch(`${api}/cms/v2/users/me`, { headers })).status, 200)
      await page.goBack()
      t.notMatch(await page.content(), secret)
    }),
  )

  t.test('a scheme of the application', t =>
    visit(t, { ...WITHOUT_SCRIPTS, as: 'editor', expected: /garden-app/ }, async page => {
      await page.goto(connect({ success_url: 'garden-app://done' }))
      t.match(await page.getByRole('main').textContent(), /garden-app:/)
      const [answer] = await Promise.all([
        page.waitForResponse(response => response.request().method() === 'POST'),
        button(page, 'Approve').press('Enter'),
      ])
      t.match(await answer.headerValue('location'), /^garden-app:\/\/done\?.*password=\w{24}$/)
    }),
  )

  t.test('URLs to which no password may go', t =>
    visit(t, { ...WITHOUT_SCRIPTS, as: 'editor', expected: /status of 400/ }, async page => {
      for (const success_url of ['http://app.example/done', 'javascript:alert(1)', 'app.example/done']) {
        for (const parameters of [{ success_url }, { success_url: DONE, reject_url: success_url }]) {
          const response = await page.goto(connect(parameters))
          t.equal(response?.status(), 400, success_url)
          t.match(await page.getByRole('main').textContent(), /The application sent an? .*URL/)
          t.equal(await page.locator('form').count(), 0)
        }
      }
    }),
  )

  t.test('forged approvals', t =>
    visit(t, { as: 'editor', expected: /status of 403/ }, async page => {
      const before = (await passwords()).length
      const evil = await approvalUrl(api, {
        app_name: 'Garden <app>',
        app_id: APP_ID,
        success_url: 'https://evil.example/',
      })
      await page.goto(connect({ success_url: DONE }))
      const form = await page.locator('form').first().innerHTML()

      await page
        .locator('form')
        .first()
        .evaluate((element, action) => element.setAttribute('action', action), evil)
      await button(page, 'Approve').click()
      t.match(await page.getByRole('alert').textContent(), /expired/, 'the form of another request')
      t.equal(new URL(page.url()).origin, url)

      await page.goto(`${application.origin}/refused`)
      await page.evaluate(
        ({ form, action }) => {
          document.body.innerHTML = `<form method="post" action="${action}">${form}</form>`
        },
        { form, action: evil },
      )
      await button(page, 'Approve').click()
      await page.waitForURL(each => each.origin === url)
      t.match(await page.getByRole('main').textContent(), /goes to.*evil\.example/, 'another site only opens the page')
      t.equal((await passwords()).length, before)
    }),
  )
})
