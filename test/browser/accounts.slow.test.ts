import { usersIn } from '@platen/site'
import type { Locator, Page } from 'playwright-core'
import t from 'tap'
import { checkLooks, checkTabOrder } from './check-page.js'
import { fillGarden } from './fill-garden.js'
import { press, type } from './keyboard.js'
import { openBrowser, withoutBrowser } from './open-browser.js'
import { PASSWORD, serveConsole } from './serve-console.js'

t.setTimeout(560_000)

const WITHOUT_SCRIPTS = { javaScriptEnabled: false }

const accountsType = (page: Page, label: string, text: string) => page.getByLabel(label, { exact: true }).fill(text)

/** Activates a link or a button with the keyboard. */
async function accountsPress(page: Page, target: Locator, key: 'Enter' | 'Space' = 'Enter'): Promise<void> {
  await Promise.all([page.waitForEvent('load'), target.press(key)])
}

/** The text of the message at the top of a page. */
const notice = (page: Page, role: 'alert' | 'status' = 'status') => page.getByRole(role).textContent()

t.test('accounts and settings, without scripts', { skip: withoutBrowser }, async t => {
  const browser = await openBrowser(t)
  const { site, store, admin, url, visit } = await serveConsole(t, browser)
  await fillGarden(site, admin)

  t.test('settings are changed with the keyboard', t =>
    visit(t, { ...WITHOUT_SCRIPTS, as: 'admin', expected: /status of 4(?:00|09|12)/ }, async page => {
      await page.goto(`${url}/console/settings`)
      const other = await page.context().newPage()
      await other.goto(`${url}/console/settings`)
      const save = (where: Page) => where.getByRole('button', { name: 'Save General' })
      await accountsType(page, 'Title of the site', 'Herbs & <more>')
      await page.getByLabel('First day of the week').press('S')
      await accountsPress(page, save(page))
      t.match(await notice(page), /settings were saved/)
      t.equal(await page.getByLabel('Title of the site').inputValue(), 'Herbs & <more>')
      t.equal(await page.getByLabel('First day of the week').locator(':checked').textContent(), 'Saturday')
      t.equal(await store.options.get('start_of_week'), 6)

      await other.getByLabel('Title of the site').fill('From another tab')
      await save(other).click()
      t.match(await notice(other, 'alert'), /changed it in the meantime/)
      t.equal(await other.getByLabel('Title of the site').inputValue(), 'From another tab', 'what was typed stays')
      await page.goto(`${url}/console/`)
      t.match(await page.getByRole('main').textContent(), /Herbs & <more>/)

      await page.goto(`${url}/console/settings`)
      await page.getByLabel('Format of dates').fill('Y-m-d')
      await page.getByLabel('Email address of the administrator').fill('nobody@nowhere')
      await save(page).click()
      t.match(await notice(page, 'alert'), /not valid: .*Email address/)
      t.equal(await page.getByLabel('Format of dates').inputValue(), 'Y-m-d')
      t.not(await store.options.get('date_format'), 'Y-m-d', 'nothing is stored')
    }),
  )

  t.test('a user is created, changed and deleted', t =>
    visit(t, { ...WITHOUT_SCRIPTS, as: 'admin', expected: /status of 40\d/ }, async page => {
      await page.goto(`${url}/console/users`)
      await accountsPress(page, page.getByRole('link', { name: 'Add user' }))
      await accountsType(page, 'Username', 'fern')
      await accountsType(page, 'Email address', 'editor@example.com')
      await page.getByLabel('Role', { exact: true }).selectOption('Author')
      await accountsType(page, 'New password', 'a frond unrolls')
      await accountsType(page, 'New password again', 'a frond unrolls')
      await accountsPress(page, page.getByRole('button', { name: 'Add user' }))
      t.match(await notice(page, 'alert'), /Another user has this email address/)
      t.equal(await page.getByLabel('Username').inputValue(), 'fern')
      await accountsType(page, 'Email address', 'fern@example.com')
      await accountsType(page, 'New password', 'a frond unrolls')
      await accountsType(page, 'New password again', 'a frond unrolls')
      await accountsPress(page, page.getByRole('button', { name: 'Add user' }))
      t.match(await notice(page), /was created/)

      await page.getByLabel('Search users').fill('fern')
      await page.getByRole('button', { name: 'Search' }).click()
      await accountsPress(page, page.getByRole('link', { name: 'Edit fern' }))
      const edited = page.url()
      t.ok(await page.getByLabel('Author').isChecked())
      await page.getByLabel('Editor').press('Space')
      await accountsPress(page, page.getByRole('button', { name: 'Save' }))
      t.match(await notice(page), /was saved/)
      t.ok(await page.getByLabel('Editor').isChecked())

      await visit(t, WITHOUT_SCRIPTS, async own => {
        await own.goto(`${url}/console/profile`)
        await own.getByLabel('Username or email address').fill('fern')
        await own.getByLabel('Password', { exact: true }).fill('a frond unrolls')
        await own.getByRole('button', { name: 'Sign in' }).click()
        t.equal(own.url(), `${url}/console/profile`)
        await page.getByRole('button', { name: 'Sign the user out everywhere' }).click()
        t.match(await notice(page), /signed out everywhere/)
        await own.reload()
        t.match(own.url(), /sign-in/)
      })

      await page.goto(edited)
      await accountsPress(page, page.getByRole('link', { name: 'Delete user' }))
      await accountsType(page, 'Username of the other user', 'nobody')
      await accountsPress(page, page.getByRole('button', { name: 'Delete user' }))
      t.match(await notice(page, 'alert'), /no other user/)
      await accountsType(page, 'Username of the other user', 'editor')
      await accountsPress(page, page.getByRole('button', { name: 'Delete user' }))
      t.match(await notice(page), /was deleted/)
      t.equal(await page.getByRole('heading', { name: 'fern' }).count(), 0)
    }),
  )

  t.test('the password of an account', t =>
    visit(t, { ...WITHOUT_SCRIPTS, as: 'editor' }, other =>
      visit(t, { ...WITHOUT_SCRIPTS, as: 'editor', expected: /status of 40\d/ }, async page => {
        const changed = 'sage and thyme'
        await page.goto(`${url}/console/profile`)
        const send = async (current: string, password: string, again: string) => {
          await accountsType(page, 'Current password', current)
          await accountsType(page, 'New password', password)
          await accountsType(page, 'New password again', again)
          await accountsPress(page, page.getByRole('button', { name: 'Change password' }))
        }
        await send('wrong', changed, changed)
        t.match(await notice(page, 'alert'), /current password is incorrect/)
        await send(PASSWORD, changed, 'sage and dill')
        t.match(await notice(page, 'alert'), /not the same/)
        await send(PASSWORD, changed, changed)
        t.match(await notice(page), /was changed/)
        await page.reload()
        t.match(page.url(), /\/profile/, 'this device stays signed in')
        await other.goto(`${url}/console/profile`)
        t.match(other.url(), /sign-in/, 'others do not')
      }),
    ),
  )

  t.test('the account of somebody else, and what the activity page shows of it', t =>
    visit(t, { ...WITHOUT_SCRIPTS, as: 'admin', expected: /status of 40\d/ }, async page => {
      const { id } = await site.content.users.create(
        { login: 'moss', email: 'moss@example.com', password: PASSWORD, roles: ['author'] },
        { as: admin },
      )
      const signIn = (password: string) => site.sessions.signIn({ login: 'moss', password })
      await page.goto(`${url}/console/user?id=${id}`)
      await accountsType(page, 'New password', 'grows on the north')
      await accountsType(page, 'New password again', 'grows on the south')
      await accountsPress(page, page.getByRole('button', { name: 'Set password' }))
      t.match(await notice(page, 'alert'), /not the same/)
      await accountsType(page, 'New password', 'grows on the north')
      await accountsType(page, 'New password again', 'grows on the north')
      await accountsPress(page, page.getByRole('button', { name: 'Set password' }))
      t.match(await notice(page), /password was changed/)
      t.same([await signIn(PASSWORD), (await signIn('grows on the north'))?.user.id], [undefined, id])

      await accountsType(page, 'Name of the application', 'Camera')
      await accountsPress(page, page.getByRole('button', { name: 'Create application password' }))
      const secret = (await page.getByRole('status').locator('code').textContent()) ?? ''
      const headers = { authorization: `Basic ${btoa(`moss:${secret}`)}` }
      const me = async () => (await fetch(`${url}/cms-json/cms/v2/users/me`, { headers })).status
      t.equal(await me(), 200)
      await page.goto(`${url}/console/user?id=${id}`)
      await accountsPress(page, page.getByRole('button', { name: 'Revoke Camera' }), 'Space')
      t.equal(await me(), 401)

      await page.goto(`${url}/console/activity`)
      const kind = page.getByLabel('Kind', { exact: true })
      await kind.selectOption('Revoked application passwords')
      await accountsPress(page, page.getByRole('button', { name: 'Show' }))
      const shown = (await page.getByRole('main').getByRole('listitem').allTextContents()).join()
      t.match(shown, /moss/)
      t.match(shown, /Camera/)
      t.notMatch(shown, /signed in/)
    }),
  )

  t.test('the account of oneself', t =>
    visit(t, { ...WITHOUT_SCRIPTS, as: 'subscriber', expected: /status of 40\d/ }, async page => {
      await page.goto(`${url}/console/profile`)
      await accountsType(page, 'Display name', 'Sub & Scriber')
      await accountsType(page, 'Website', 'https://sub.example/')
      await accountsPress(page, page.getByRole('button', { name: 'Save' }))
      t.match(await notice(page), /was saved/)
      t.equal(await page.getByLabel('Display name', { exact: true }).inputValue(), 'Sub & Scriber')
      const stored = (await usersIn(store).find({})).records.find(({ login }) => login === 'subscriber')
      t.match(stored, { url: 'https://sub.example/', displayName: /^Sub/ })
    }),
  )

  t.test('application passwords', t =>
    visit(t, { ...WITHOUT_SCRIPTS, as: 'subscriber' }, async page => {
      const me = async (secret: string) => {
        const authorization = `Basic ${btoa(`subscriber:${secret}`)}`
        return (await fetch(`${url}/cms-json/cms/v2/users/me`, { headers: { authorization } })).status
      }
      const create = async (name: string) => {
        await accountsType(page, 'Name of the application', name)
        await accountsPress(page, page.getByRole('button', { name: 'Create application password' }))
        return (await page.getByRole('status').locator('code').textContent()) ?? ''
      }
      await page.goto(`${url}/console/profile`)
      const first = await create('Feed reader')
      t.match(first, /^(?:\w{4} ){5}\w{4}$/)
      t.equal(await me(first), 200)
      await page.goto(`${url}/console/profile`)
      t.notMatch(await page.content(), first, 'it is shown once')
      const second = await create('Notes')
      await accountsPress(page, page.getByRole('button', { name: 'Revoke Feed reader' }), 'Space')
      t.match(await notice(page), /was revoked/)
      t.same([await me(first), await me(second)], [401, 200])
      await accountsPress(page, page.getByRole('link', { name: 'Revoke all' }))
      await accountsPress(page, page.getByRole('button', { name: 'Revoke all' }))
      t.match(await notice(page), /were revoked/)
      t.equal(await me(second), 401)
      t.match(await page.getByRole('main').textContent(), /no application passwords/)
    }),
  )
})

t.test('links that are mailed', { skip: withoutBrowser }, async t => {
  const browser = await openBrowser(t)
  const { store, url, mails, visit } = await serveConsole(t, browser)
  const linkIn = (mail: (typeof mails)[number] | undefined) => /http:\S+token=\S+/.exec(mail?.text ?? '')?.[0] ?? ''

  t.test('a lost password', t =>
    visit(t, {}, async page => {
      const button = (name: string) => page.getByRole('button', { name })
      await page.goto(`${url}/console/sign-in`)
      await press(page, page.getByRole('link', { name: 'Lost your password?' }))
      await type(page, 'Username or email address', 'nobody')
      await press(page, button('Send the link'))
      const answer = await page.getByRole('main').textContent()
      t.equal(mails.length, 0)
      await page.goto(`${url}/console/lost-password`)
      await type(page, 'Username or email address', 'editor@example.com')
      await press(page, button('Send the link'))
      t.equal(await page.getByRole('main').textContent(), answer, 'the same as for a name that no account has')
      t.match(mails, [{ to: 'editor@example.com' }])

      await page.goto(linkIn(mails[0]))
      await checkLooks(t, page, 'console-set-password')
      await checkTabOrder(t, page)
      await type(page, 'New password', 'sage and thyme')
      await type(page, 'New password again', 'sage and thyme')
      await press(page, button('Set a new password'))
      t.match(await page.getByRole('status').textContent(), /was set/)
      await type(page, 'Username or email address', 'editor')
      await type(page, 'Password', 'sage and thyme')
      await press(page, button('Sign in'))
      t.equal(page.url(), `${url}/console/profile`)
      await page.goto(linkIn(mails[0]))
      t.match(await page.getByRole('main').textContent(), /link is not valid/, 'once')
    }),
  )

  t.test('a new email address', t =>
    visit(t, { as: 'subscriber' }, async page => {
      const emailOf = async () =>
        (await usersIn(store).find({})).records.find(({ login }) => login === 'subscriber')?.email
      await page.goto(`${url}/console/profile`)
      const form = page.locator('form', { has: page.getByLabel('New email address') })
      await form.getByLabel('New email address').fill('new@example.com')
      for (const field of await form.getByLabel('Current password').all()) await field.fill(PASSWORD)
      await press(page, form.getByRole('button', { name: 'Change email address' }))
      t.match(await page.getByRole('status').textContent(), /sent to the new address/)
      t.equal(await emailOf(), 'subscriber@example.com', 'not yet')
      const mail = mails.find(({ to }) => to === 'new@example.com')
      await page.goto(linkIn(mail))
      await checkLooks(t, page, 'console-confirm-email')
      await checkTabOrder(t, page)
      t.equal(await emailOf(), 'subscriber@example.com', 'a visit changes nothing')
      await page.getByRole('button', { name: 'Confirm' }).press('Enter')
      await page.getByRole('status').waitFor()
      t.equal(await emailOf(), 'new@example.com')
    }),
  )
})
