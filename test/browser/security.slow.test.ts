import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { SAFE_SCHEMES } from '@platen/core'
import { filterEmbedHtml } from '@platen/rendering'
import { applicationPasswordsIn, postsIn } from '@platen/site'
import type { Page } from 'playwright-core'
import t, { type Test } from 'tap'
import { chooseSeed } from '../robustness/random.js'
import { hostileMarkup } from '../security/hostile-markup.js'
import { policies } from '../security/judge-markup.js'
import { mutatingMarkup } from '../security/mutating-markup.js'
import { type Place, places } from '../security/stored-script.js'
import { gardenThemes } from './fill-garden.js'
import { judgeShown, type SentPolicy, type ShownHtml, type ShownJudgement } from './judge-in-page.js'
import { press, tabTo, type } from './keyboard.js'
import { openBrowser, withoutBrowser } from './open-browser.js'
import { APP_ID, approvalUrl, serveApplication } from './serve-application.js'
import { PASSWORD, serveConsole } from './serve-console.js'

t.setTimeout(840_000)

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

const sent: Readonly<Record<string, SentPolicy>> = Object.fromEntries(
  Object.entries(policies).map(([name, { elements, everywhere }]) => [
    name,
    { elements: [...elements].map(([element, attributes]) => [element, [...attributes]]), everywhere: [...everywhere] },
  ]),
)

/** The policy of each place; the others have that of content. */
const OWN_POLICY: Partial<Record<string, string>> = {
  title: 'title',
  comment: 'comment',
  description: 'description',
  embed: 'embed',
}

const noFrames = { isAllowed: () => false, sandbox: '' }

/** Where texts are shown: also what is made of the HTML of other sites. */
const shownIn: Readonly<Record<Place | 'embed', (text: string) => string>> = {
  ...places,
  embed: text => filterEmbedHtml(text, noFrames),
}

/** The HTML of a text in all places. Only comments and embeds have to close all of their elements. */
const shownHtml = (text: string): readonly ShownHtml[] =>
  Object.entries(shownIn).map(([place, show]) => ({
    html: show(text),
    policy: OWN_POLICY[place] ?? 'content',
    isBalanced: place === 'comment' || place === 'embed',
  }))

/** What browsers must not show as it is. */
const HARMFUL = [
  '<img src=x onerror=alert("image")>',
  '<svg><a xlink:href="javascript:alert(1)"></a></svg>',
  '<a href="java&Tab;script:alert(\'link\')">x</a>',
  '<noscript><p title="</noscript><img src=x onerror=alert(1)>">',
  '<script>alert("script")</script>',
  '<body class="x">',
  '<a href="x">',
  '<b><!-- > </b> -->',
  '</div>',
  '<!--',
]

t.test('what people and other sites write runs no script in a browser', { skip: withoutBrowser }, async t => {
  const browser = await openBrowser(t, ['--host-resolver-rules=MAP * ~NOTFOUND'])
  const page = await browser.newPage()
  const loaded: string[] = []
  page.on('request', request => {
    if (!['image', 'media'].includes(request.resourceType())) loaded.push(request.url())
  })
  const judge = (cases: readonly ShownHtml[]) => judgeIn(page, cases)

  const harmful = await judge(HARMFUL.map(html => ({ html, policy: 'comment', isBalanced: true })))
  for (const [index, complaint] of harmful.complaints.entries()) t.ok(complaint, `${HARMFUL[index]} is seen`)
  for (const name of ['image', 'link', 'script']) t.ok(harmful.ran.includes(name), `the script of the ${name} has run`)
  const harmless = await judge([{ html: '<p>a <a href="/x">b</a></p>', policy: 'comment', isBalanced: true }])
  t.same(harmless, { complaints: [null], ran: [] })
  loaded.length = 0

  const seed = chooseSeed()
  t.comment(`seed ${seed}`)
  const mutating = mutatingMarkup(seed)
  const hostile = hostileMarkup(seed)
  const wrong: string[] = []
  const count = 1_600
  for (let done = 0; done < count && wrong.length < 5; done += 20) {
    const texts = Array.from({ length: 20 }, (_, index) => (index % 4 === 0 ? hostile.text() : mutating()))
    const cases = texts.flatMap(text => shownHtml(text).map(each => ({ ...each, text })))
    const { complaints, ran } = await judge(cases)
    for (const [index, complaint] of complaints.entries())
      if (complaint !== undefined) wrong.push(`${complaint}\nof ${JSON.stringify(cases[index])}`)
    if (ran.length > 0) wrong.push(`a script ran in one of ${JSON.stringify(texts)}`)
  }
  t.same(wrong.slice(0, 5), [])
  t.same(loaded, [], 'nothing but images and recordings is loaded')
})

async function judgeIn(page: Page, cases: readonly ShownHtml[]) {
  // With another page for each batch, none has to hold all listeners.
  await page.goto('about:blank')
  const source = `(${judgeShown})(${[cases, sent, SAFE_SCHEMES].map(value => JSON.stringify(value)).join(', ')})`
  return (await page.evaluate(source)) as ShownJudgement
}
