import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import t, { type Test } from 'tap'
import { run, start } from '../cli/fake-terminal.js'
import { newFolder } from '../cli/new-site.js'
import { freePort } from '../examples/drive-recipe.js'
import { runExample } from '../examples/run-example.js'
import { checkLooks, checkTabOrder } from './check-page.js'
import { press, tabTo, type } from './keyboard.js'
import { openBrowser, withoutBrowser } from './open-browser.js'
import { serveApplication } from './serve-application.js'
import { withPage } from './watched-page.js'

t.setTimeout(840_000)

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

t.test('the page with comments', { skip: withoutBrowser }, async t => {
  const browser = await openBrowser(t)
  const { printed } = runExample(t, 'comments-page', { PORT: await freePort() })
  const [, url = '', credentials = ''] = await printed(/at (http:\S+)\/; .* is (admin:.+)\n/)

  /** Calls the interface as the moderator. */
  async function moderate(method: string, path: string, value?: object): Promise<readonly { readonly id: number }[]> {
    const headers = { 'content-type': 'application/json', authorization: `Basic ${btoa(credentials)}` }
    const body = value === undefined ? null : JSON.stringify(value)
    const response = await fetch(`${url}/cms-json/cms/v2/${path}`, { method, headers, body })
    if (!response.ok) throw new Error(await response.text())
    return [await response.json()].flat()
  }

  t.test('a visitor comments, is refused, is approved and replies', t =>
    withPage(t, browser, { expected: /status of 409/ }, async page => {
      const message = page.getByRole('status')
      const send = page.getByRole('button', { name: 'Send' })
      const items = page.getByRole('listitem')
      const said = async (text: RegExp) => message.filter({ hasText: text }).waitFor()
      await page.goto(url)
      await page.getByRole('heading', { name: 'Mint' }).waitFor()
      await items.filter({ hasText: 'How do you stop it?' }).waitFor()
      t.equal(await items.count(), 1)
      await checkTabOrder(t, page)

      await send.click()
      t.equal(await items.count(), 1, 'the browser asks for what is missing')
      await type(page, 'Name', 'Ann')
      await type(page, 'Email', 'ann@example.com')
      await type(page, 'Comment', 'In pots. <b>Always</b> <img src=x onerror=alert(1)>')
      await tabTo(page, send)
      await page.keyboard.press('Enter')
      await said(/when a moderator has approved it/)
      t.match(await items.first().textContent(), /Ann.*waits for a moderator.*In pots/)
      t.equal(await page.getByLabel('Comment', { exact: true }).inputValue(), '')
      await checkLooks(t, page, 'comments-waiting')

      await page.getByLabel('Comment', { exact: true }).fill('In pots. <b>Always</b> <img src=x onerror=alert(1)>')
      await send.click()
      await said(/duplicate|already/i)
      t.equal(await items.count(), 2, 'nothing was added')
      t.match(await page.getByLabel('Comment', { exact: true }).inputValue(), /In pots/, 'the text is still there')

      await page.reload()
      await items.filter({ hasText: 'How do you stop it?' }).waitFor()
      t.equal(await items.count(), 1, 'others do not see it')
      for (const { id } of await moderate('GET', 'comments?status=hold'))
        await moderate('POST', `comments/${id}`, { status: 'approved' })

      await page.reload()
      await items.filter({ hasText: 'In pots' }).waitFor()
      t.equal(await items.locator('img').count(), 0)
      await tabTo(page, page.getByRole('button', { name: 'Reply to admin' }))
      await page.keyboard.press('Enter')
      t.match(await page.locator('form').textContent(), /Reply to admin/)
      await page.keyboard.type('It worked.')
      await page.getByLabel('Name').fill('Ann')
      await page.getByLabel('Email').fill('ann@example.com')
      await send.click()
      await said(/^Thank you!$/)
      t.match(await items.filter({ hasText: 'How do you stop it?' }).locator('ol').textContent(), /It worked/)
      t.equal(await page.getByText('Reply to admin').isVisible(), false, 'the next one is not a reply')
    }),
  )

  t.test('threads', t =>
    withPage(t, browser, {}, async page => {
      const [question] = await moderate('GET', 'comments?search=stop')
      const [post] = await moderate('GET', 'posts')
      const [reply] = await moderate('POST', 'comments', {
        post: post?.id,
        parent: question?.id,
        content: 'Dig it up.',
      })
      await moderate('POST', 'comments', { post: post?.id, parent: reply?.id, content: 'All of it.' })
      for (let count = 0; count < 20; count++)
        await moderate('POST', 'comments', { post: post?.id, content: `Comment ${count}` })
      await page.goto(url)
      const more = page.getByRole('button', { name: 'Older comments' })
      await more.waitFor()
      t.equal(await page.getByText('All of it.').count(), 0, 'its thread is on another page')
      await tabTo(page, more)
      await page.keyboard.press('Space')
      await page.locator('li li li', { hasText: 'All of it.' }).waitFor()
      t.equal(await more.isVisible(), false)
      const thread = page.locator('#list > li', { hasText: 'How do you stop it?' })
      t.match(await thread.textContent(), /How do you stop it\?.*It worked.*Dig it up.*All of it/s, 'the oldest first')
      await checkLooks(t, page, 'comments-threads')
    }),
  )

  t.test('what the server refuses is shown', t =>
    withPage(t, browser, { expected: /status of 40\d/ }, async page => {
      await page.goto(url)
      const [post] = await moderate('GET', 'posts')
      await page.getByRole('listitem').first().waitFor()
      await moderate('POST', `posts/${post?.id}`, { comment_status: 'closed' })
      await page.getByLabel('Name').fill('Ann')
      await page.getByLabel('Email').fill('ann@example.com')
      await page.getByLabel('Comment', { exact: true }).fill('Too late.')
      await page.getByRole('button', { name: 'Send' }).click()
      await page
        .getByRole('status')
        .filter({ hasText: /takes no comments/ })
        .waitFor()
      t.equal(await page.getByRole('listitem').filter({ hasText: 'Too late.' }).count(), 0)
      t.equal(await page.getByLabel('Comment', { exact: true }).inputValue(), 'Too late.', 'the text is still there')
    }),
  )
})

const WITHOUT_SCRIPTS = { javaScriptEnabled: false }

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
