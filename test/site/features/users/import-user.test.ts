import { type UserRecord, usersIn } from '@platen/site'
import { inTransaction } from '@platen/site/extend'
import { type ImportedUser, importUser } from '@platen/site/import'
import t from 'tap'
import { onEveryStore } from '../../every-store.js'
import { makeSite, type TestSite } from '../../make-site.js'

const importOne = (made: TestSite, given: ImportedUser) =>
  inTransaction(made.site.context, tx => importUser(tx, made.site.system, { roles: ['author'], ...given }))

const users: Record<string, { given: ImportedUser; stored: Partial<UserRecord> }> = {
  'all of them': {
    given: { login: 'ada', email: 'ada@example.com', name: 'Ada <b>L</b>', firstName: 'Ada', description: 'x<script>' },
    stored: { login: 'ada', email: 'ada@example.com', displayName: 'Ada L', firstName: 'Ada', description: 'x' },
  },
  'the login alone': {
    given: { login: 'Old Tom' },
    stored: {
      login: 'Old Tom',
      slug: 'old-tom',
      displayName: 'Old Tom',
      email: 'old-tom@import.invalid',
      passwordHash: '',
    },
  },
  'a login that nobody can have': {
    given: { login: 'Jürgen' },
    stored: { login: 'J-fcrgen', slug: 'jurgen', nickname: 'Jürgen', displayName: 'Jürgen' },
  },
  'a login in another script': {
    given: { login: 'Ив' },
    stored: { login: '-418-432', displayName: 'Ив' },
  },
  'a login that is too long': { given: { login: 'x'.repeat(80) }, stored: { login: 'x'.repeat(60) } },
  'a login that names no one': { given: { login: '0' }, stored: { login: 'author-0' } },
  'an invalid address': { given: { login: 'bo', email: 'bo at home' }, stored: { email: 'bo@import.invalid' } },
  'an address that is too long': {
    given: { login: 'bo', email: `${'b'.repeat(60)}@${'c'.repeat(60)}.example` },
    stored: { email: 'bo@import.invalid' },
  },
  'a name that is too long': { given: { login: 'bo', name: 'x'.repeat(300) }, stored: { displayName: 'bo' } },
}
for (const [name, { given, stored }] of Object.entries(users)) {
  t.test(`a user of whom the other site says ${name}`, async t => {
    const made = await makeSite()
    const { user, isNew } = await importOne(made, given)
    t.ok(isNew)
    t.match(await usersIn(made.store).get(user.id), { ...stored, roles: ['author'] })
    t.match(await importOne(made, given), { isNew: false, user: { id: user.id } }, 'once')
  })
}

onEveryStore(t, 'users who are there', async (t, make) => {
  const made = await make()
  const { user } = await importOne(made, { login: 'ada', email: 'ada@example.com' })
  t.equal((await importOne(made, { login: 'ADA' })).user.id, user.id)
  t.equal((await importOne(made, { login: 'lin', email: 'Ada@Example.com' })).user.id, user.id)
})

t.test('placeholders of addresses differ', async t => {
  const made = await makeSite()
  const { user } = await importOne(made, { login: 'bo' })
  await usersIn(made.store).update(user.id, { slug: 'other' })
  const second = await importOne(made, { login: 'BO!' })
  t.match(second.user, { slug: 'bo', email: 'bo-2@import.invalid' })
})

t.test('users that cannot be imported are refused', async t => {
  const made = await makeSite()
  await t.rejects(importOne(made, { login: 'bo', roles: ['king'] }), { code: 'rest_user_invalid_role' })
  const editor = made.site.principalOf(made.users.get('editor'))
  const work = inTransaction(made.site.context, tx => importUser(tx, editor, { login: 'bo' }))
  await t.rejects(work, { code: 'rest_cannot_import' })
})
