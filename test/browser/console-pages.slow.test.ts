import { type ConsoleMessages, englishMessages } from '@platen/console'
import type { Page } from 'playwright-core'
import t from 'tap'
import { checkLooks, checkTabOrder, screenshots, takeScreenshot } from './check-page.js'
import { type ConsolePage, consolePages } from './console-pages.js'
import { fillGarden, gardenPlugins, gardenThemes } from './fill-garden.js'
import { linkTargets, overflowing } from './in-page.js'
import { press, tabTo, type } from './keyboard.js'
import { openBrowser, withoutBrowser } from './open-browser.js'
import { PASSWORD, serveConsole } from './serve-console.js'
import { PHONE } from './watched-page.js'

t.setTimeout(840_000)

t.test('every page of the console', { skip: withoutBrowser }, async t => {
  t.comment(`Screenshots: ${screenshots}`)
  const browser = await openBrowser(t)
  const { site, admin, url, visit } = await serveConsole(t, browser, {
    themes: gardenThemes,
    plugins: gardenPlugins(t),
  })
  await fillGarden(site, admin)
  const root = `${url}/console/`
  const linked = new Set<string>()
  for (const [as, pages] of byUser(consolePages)) {
    // A page for each user, not for each test: to open one takes longer than to test it.
    t.test(as ?? 'nobody', t =>
      visit(t, { ...(as && { as }), expected: /status of 40[034]/ }, async page => {
        for (const { name, path, status = 200 } of pages)
          await t.test(name, async t => {
            const response = await page.goto(root + path)
            t.equal(response?.status(), status)
            await checkLooks(t, page, `console-${name}`)
            await checkTabOrder(t, page)
            for (const link of await page.evaluate(linkTargets))
              if (link.startsWith(root)) linked.add(link.slice(root.length).replace(/[?#].*/, ''))
          })
      }),
    )
  }

  t.test('long texts, from right to left, on a phone', async t => {
    const options = { themes: gardenThemes, plugins: gardenPlugins(t), console: { messages: longMessages() } }
    const { url, visit } = await serveConsole(t, browser, options)
    await visit(t, { as: 'admin', expected: /status of 40[034]/ }, async page => {
      await page.setViewportSize(PHONE)
      for (const { name, path, as } of consolePages) {
        if (as !== undefined) continue
        await page.goto(`${url}/console/${path}`)
        t.same(await page.evaluate(overflowing), [], `${name}: nothing is wider than the window`)
        if (name === 'overview' || name === 'users') await takeScreenshot(page, `console-${name}-long`)
      }
    })
  })

  t.test('the table has every page to which pages link', async t => {
    const known = consolePages.map(({ path }) => path.replace(/\?.*/, ''))
    t.ok(linked.size > 4)
    t.same(
      [...linked].filter(path => !known.includes(path)),
      [],
    )
  })
})

/** Texts with words as long as in some languages, for a direction in which nothing may be fixed to the left. */
function longMessages(): ConsoleMessages {
  const texts = Object.entries(englishMessages).map(([key, text]) => [key, `${text} ${text.replaceAll(/[ .,]/g, '')}`])
  return { ...Object.fromEntries(texts), language: 'en', direction: 'rtl' }
}

function byUser(pages: readonly ConsolePage[]): ReadonlyMap<string | undefined, readonly ConsolePage[]> {
  const found = new Map<string | undefined, ConsolePage[]>()
  for (const page of pages) {
    const as = page.as === undefined ? 'admin' : page.as || undefined
    found.set(as, [...(found.get(as) ?? []), page])
  }
  return found
}

/** A form of a page that is sent, and how its answer looks. */
interface SentForm {
  /** The name of its screenshots. */
  readonly name: string
  readonly path: string
  /** Who is signed in: the administrator unless given, `false` for nobody. */
  readonly as?: false
  /** Values of fields by label. */
  readonly fields?: Readonly<Record<string, string>>
  readonly button: string
  readonly role: 'alert' | 'status'
  /** Changes the document before the form is sent, as an old tab or a browser without checks would. */
  readonly prepare?: (page: Page) => Promise<void>
}

const withoutChecks = (page: Page) =>
  page.evaluate(() => {
    for (const form of document.forms) form.noValidate = true
  })

const SENT: readonly SentForm[] = [
  {
    name: 'sign-in-wrong',
    path: 'sign-in',
    as: false,
    fields: { 'Username or email address': 'admin', Password: 'wrong' },
    button: 'Sign in',
    role: 'alert',
  },
  { name: 'approved', path: 'authorize-application?app_name=Phone', button: 'Approve', role: 'status' },
  {
    name: 'profile-password-shown',
    path: 'profile',
    fields: { 'Name of the application': 'Phone' },
    button: 'Create application password',
    role: 'status',
  },
  {
    name: 'profile-invalid',
    path: 'profile',
    fields: { 'New password': 'x', 'New password again': 'y' },
    button: 'Change password',
    role: 'alert',
    prepare: withoutChecks,
  },
  { name: 'new-user-invalid', path: 'new-user', button: 'Add user', role: 'alert', prepare: withoutChecks },
  {
    name: 'delete-user-invalid',
    path: 'delete-user?id=2',
    button: 'Delete user',
    role: 'alert',
    prepare: withoutChecks,
  },
  {
    name: 'settings-invalid',
    path: 'settings',
    fields: { 'Email address of the administrator': 'nobody' },
    button: 'Save General',
    role: 'alert',
    prepare: withoutChecks,
  },
  { name: 'settings-saved', path: 'settings', button: 'Save General', role: 'status' },
  { name: 'plugin-failed', path: 'plugins', button: 'Activate Weather', role: 'alert' },
  {
    name: 'form-expired',
    path: 'themes',
    button: 'Activate Moss',
    role: 'alert',
    async prepare(page) {
      for (const nonce of await page.locator('[name=nonce]').all())
        await nonce.evaluate(input => input.setAttribute('value', 'x'))
    },
  },
]

t.test('every kind of answer to a form', { skip: withoutBrowser }, async t => {
  const browser = await openBrowser(t)
  const options = { themes: gardenThemes, plugins: gardenPlugins(t) }
  const { site, admin, url, visit } = await serveConsole(t, browser, options)
  await fillGarden(site, admin)
  for (const { name, path, as = 'admin', fields = {}, button, role, prepare } of SENT) {
    t.test(name, t =>
      visit(t, { ...(as && { as }), expected: /status of 4(?:0[0-9]|1[02])/ }, async page => {
        await page.goto(`${url}/console/${path}`)
        for (const [label, text] of Object.entries(fields)) await page.getByLabel(label, { exact: true }).fill(text)
        await prepare?.(page)
        await Promise.all([
          page.waitForEvent('load'),
          page.getByRole('button', { name: button, exact: true }).press('Enter'),
        ])
        t.equal(await page.getByRole(role).count(), 1)
        await checkLooks(t, page, `console-${name}`)
        await checkTabOrder(t, page)
      }),
    )
  }
})

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
