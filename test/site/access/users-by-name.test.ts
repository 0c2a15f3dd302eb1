import { principalByName, type Site, usersIn } from '@platen/site'
import t from 'tap'
import { makeSite } from '../make-site.js'

const slugOf = async (site: Site, name: string) => (await principalByName(site.context, name))?.user?.slug

t.test('calls in process run as a user', async t => {
  const { site } = await makeSite()
  const principal = await principalByName(site.context, 'editor')
  t.match(principal, { authenticated: true, credential: undefined })
  t.ok(principal?.can('edit_others_posts'))
  t.notOk(principal?.can('manage_options'))
})

t.test('users are found by login or email, ignoring case', async t => {
  const { site } = await makeSite()
  for (const name of ['author', 'AUTHOR', ' author ', 'author@example.com', 'Author@Example.com']) {
    t.equal(await slugOf(site, name), 'author', name)
  }
  for (const name of ['', '  ', 'nobody', 'auth', '%']) t.equal(await slugOf(site, name), undefined, name)
})

t.test('a login takes precedence over an email address', async t => {
  const { site, store, users } = await makeSite()
  await usersIn(store).update(users.get('editor')?.id ?? 0, { login: 'author@example.com' })
  t.equal(await slugOf(site, 'author@example.com'), 'editor')
})
