import type { Page } from 'playwright-core'
import t from 'tap'
import { checkLooks, checkTabOrder } from './check-page.js'
import { fillGarden, gardenPlugins, gardenThemes } from './fill-garden.js'
import { openBrowser, withoutBrowser } from './open-browser.js'
import { serveConsole } from './serve-console.js'

t.setTimeout(280_000)

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
