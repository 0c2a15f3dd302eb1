import { capabilitiesOf, defaultRoles, type UserRecord } from '@platen/site'
import t from 'tap'
import { makeSite } from '../make-site.js'

const withRoles = (user: UserRecord | undefined, changes: Partial<UserRecord>): UserRecord => ({
  ...(user as UserRecord),
  ...changes,
})

t.test('individual capabilities override those of roles', async t => {
  const { users } = await makeSite()
  const user = withRoles(users.get('author'), {
    capabilities: { publish_posts: false, manage_options: true, edit_posts: true },
  })
  const held = capabilitiesOf(user, defaultRoles)
  t.equal(held.get('publish_posts'), false)
  t.equal(held.get('manage_options'), true)
  t.equal(held.get('edit_posts'), true)
  t.equal(held.get('fly'), undefined)
})

t.test('a principal can do what its roles say, and nothing else', async t => {
  const { site, users } = await makeSite()
  const both = site.principalOf(withRoles(users.get('author'), { roles: ['author', 'no such role'] }))
  t.ok(both.can('publish_posts'))
  t.notOk(both.can('edit_others_posts'))
  for (const word of ['', 'constructor', '__proto__', 'toString']) t.notOk(both.can(word), word)
  const nobody = site.principalOf(undefined)
  t.match(nobody, { id: 0, authenticated: false, user: undefined, credential: undefined })
  for (const word of ['read', 'edit_posts', 'edit_user', 'assign_categories']) t.notOk(nobody.can(word), word)
})

t.test('aliases are checked as another capability', async t => {
  const { site, users } = await makeSite()
  const editor = site.principalOf(users.get('editor'))
  const contributor = site.principalOf(users.get('contributor'))
  for (const word of ['edit_categories', 'delete_post_tags', 'manage_post_tags']) {
    t.ok(editor.can(word), word)
    t.notOk(contributor.can(word), word)
  }
  for (const word of ['assign_categories', 'assign_post_tags']) t.ok(contributor.can(word), word)
})

t.test('a rule about an object needs the object', async t => {
  const { site, users } = await makeSite()
  const administrator = site.principalOf(users.get('administrator'))
  for (const rule of ['edit_post', 'edit_user', 'delete_term', 'edit_comment']) t.notOk(administrator.can(rule), rule)
  t.ok(administrator.can('edit_user', users.get('editor')))
})
