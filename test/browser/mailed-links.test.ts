import { usersIn } from '@platen/site'
import t from 'tap'
import { checkLooks, checkTabOrder } from './check-page.js'
import { press, type } from './keyboard.js'
import { openBrowser, withoutBrowser } from './open-browser.js'
import { PASSWORD, serveConsole } from './serve-console.js'

t.setTimeout(280_000)

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
