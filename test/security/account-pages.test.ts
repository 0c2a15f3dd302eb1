import t from 'tap'
import { attribute, openConsole } from '../console/open-console.js'

t.test('signing out is a link of every page, and password managers know the fields of passwords', async t => {
  const { browser } = await openConsole()
  const { visit, signIn } = browser()
  const passwordFields = async (path: string) => {
    const page = await visit(path)
    t.equal(page.status, 200, path)
    const fields = page.all('input').filter(each => /password|current|repeat/.test(attribute(each, 'name') ?? ''))
    for (const field of fields) {
      t.equal(attribute(field, 'type'), 'password', path)
      t.match(attribute(field, 'autocomplete'), /^(?:current|new)-password$/, path)
    }
    t.same(page.all('script'), [])
    return { page, count: fields.length }
  }
  t.equal((await passwordFields('/console/sign-in')).count, 1)
  await signIn('admin')
  const pages = ['', 'users', 'new-user', 'profile', 'settings', 'themes', 'plugins', 'activity', 'site-health']
  for (const name of pages) {
    const { page } = await passwordFields(`/console/${name}`)
    const links = page.all('a').map(each => attribute(each, 'href'))
    t.ok(
      links.some(href => href?.endsWith('sign-out')),
      name,
    )
  }
  t.equal((await passwordFields('/console/profile')).count, 3)
})
