import t from 'tap'
import { attribute, openConsole, textOf } from '../open-console.js'

const PATH = '/console/activity'

t.test('what happened to accounts is listed, the latest first', async t => {
  const { browser, users, send } = await openConsole()
  const { visit, signIn, press, post } = browser()
  const author = users.get('author')
  t.match(await visit(PATH), { status: 303 })
  await signIn('admin')
  const events = async (path: string) => (await visit(path)).all('li').map(textOf)
  t.match((await events(PATH)).join(), 'admin signed in')
  await browser().post('/console/sign-in', { login: 'editor', password: 'wrong' })
  await browser().post('/console/sign-in', { login: 'editor', password: 'wrong' })
  await press(`/console/user?id=${author?.id}`, 'Save', { 'role-editor': 'yes', email: 'new@example.com' })
  await send('POST /users/me/application-passwords', { body: { name: 'Reader & <i>' } })
  const page = await visit(PATH)
  t.same(page.errors, [])
  const listed = page.all('li').map(textOf).join('\n')
  t.match(listed, /The roles of author were changed\n.*UTC · by admin · now: (?:Editor, Author|Author, Editor)/)
  t.match(listed, /The email address of author was changed/)
  t.match(listed, /Failed sign-in as editor\n.* · 2 times/)
  t.match(listed, /An application password of admin was created\n.* · Reader &/)
  t.ok(listed.indexOf('application password of admin') < listed.indexOf('admin signed in'))

  const [option] = page.all('option').filter(each => textOf(each) === 'Failed sign-ins')
  t.equal(attribute(option, 'value'), 'sign_in_failed')
  const failed = await visit(`${PATH}?kind=sign_in_failed`)
  t.match(failed.text, 'Failed sign-in as editor')
  t.notMatch(failed.text, 'admin signed in')
  t.match((await visit(`${PATH}?kind=user_deleted`)).text, 'Nothing has happened yet.')
  t.match((await visit(`${PATH}?kind=constructor`)).text, 'admin signed in')
  t.equal((await visit(`${PATH}?page=99999999`)).status, 200)
  t.match((await visit('/console/')).text, /Recent activity.*An application password of admin was created/)
  t.equal((await post(PATH, {})).status, 405)
})

t.test('many events have pages', async t => {
  const { browser, site, users } = await openConsole()
  const account = users.get('author')
  for (let number = 0; number < 60; number++) await site.audit.record({ kind: 'sign_in', actor: account, account })
  const { visit, signIn } = browser()
  await signIn('admin')
  const count = async (path: string) => (await visit(path)).text.split('author signed in').length - 1
  t.same([await count(PATH), await count(`${PATH}?page=2`)], [49, 11])
  t.equal(await count('/console/'), 9, 'the first page shows the latest')
})
