import { createHash } from 'node:crypto'
import { type UserRecord, usersIn } from '@platen/site'
import { inTransaction } from '@platen/site/extend'
import { type ImportedUser, importUser } from '@platen/site/import'
import t from 'tap'
import { onEveryStore } from '../../every-store.js'
import { makeSite, type TestSite } from '../../make-site.js'

const PERSON = { username: 'ada', email: 'ada@example.com', password: 'secret' }

const NAMES: readonly (readonly [string, string])[] = [
  ['Ada  Lovelace ', 'Ada Lovelace'],
  ['<b>Ada</b> <!-- x -->L', 'Ada L'],
  ['Ada<script>alert(1)</script>', 'Ada'],
  ['Ada <SCRIPT src=x>\n</script >L', 'Ada L'],
  ['1 < 2 & 3', '1 &lt; 2 &amp; 3'],
  ['&lt; &#39; &amp; &foo;', '&lt; &#039; &amp; &amp;foo;'],
  ['5%20% o%2%300f\u0007f', '5% off'],
  ['Ada <unclosed', 'Ada &lt;unclosed'],
  ['Ada\n\tL', 'Ada L'],
  ['Ødegård 日本', 'Ødegård 日本'],
  ['a < b > c', 'a &lt;b&gt; c'],
]

t.test('names are one line without tags', async t => {
  const { send } = await makeSite()
  for (const [given, stored] of NAMES) {
    const body = { name: given, first_name: given, last_name: given, nickname: given }
    t.match(
      await send('POST /users/me', { body }),
      { status: 200, body: { name: stored, first_name: stored, last_name: stored, nickname: stored } },
      given,
    )
  }
})

t.test('a lone 0 says nothing, spaces of a description stay, addresses are written as HTML', async t => {
  const { send } = await makeSite()
  for (const [given, stored] of [
    [
      { name: '0', nickname: '0' },
      { name: 'admin', nickname: 'admin' },
    ],
    [
      { first_name: '0', last_name: '0', description: '0' },
      { first_name: '', last_name: '', description: '' },
    ],
    [{ description: '  x\n\u00a0 ' }, { description: '  x\n\u00a0 ' }],
    [{ url: 'http://x.example/?a=1&b=2' }, { url: 'http://x.example/?a=1&amp;b=2' }],
    [{ url: 'http://x.example/?a=1&amp;b=2' }, { url: 'http://x.example/?a=1&amp;b=2' }],
  ] as const)
    t.match(await send('POST /users/me', { body: given }), { status: 200, body: stored }, JSON.stringify(given))
})

t.test('a slug keeps its valid characters; without any, it derives from the login or is refused', async t => {
  for (const [slug, expected] of [
    ['', 'ada'],
    ['0', 'ada'],
    ['!!!', 'ada'],
    ['--', 'ada'],
    ['Given Slug', 'given-slug'],
    ['日本', undefined],
    ['%41', undefined],
  ] as const) {
    const { send } = await makeSite()
    const answer = await send('POST /users', { body: { ...PERSON, slug } })
    if (expected === undefined) t.match(answer, { status: 400, body: { code: 'empty_user_nicename' } }, slug)
    else t.match(answer, { status: 201, body: { slug: expected } }, slug)
  }
})

t.test('a lone 0 is neither login nor password', async t => {
  const { send } = await makeSite()
  for (const change of [{ username: '0' }, { password: '0' }])
    t.match(await send('POST /users', { body: { ...PERSON, ...change } }), {
      status: 400,
      body: { code: 'rest_invalid_param' },
    })
})

const SHOWN: readonly (readonly [object, string])[] = [
  [{}, 'ada'],
  [{ first_name: 'Ada', last_name: 'Byron' }, 'Ada Byron'],
  [{ last_name: 'Byron' }, 'Byron'],
  [{ name: ' ', first_name: 'Ada' }, 'Ada'],
  [{ name: 'Countess', first_name: 'Ada' }, 'Countess'],
]

t.test('who gives no name is shown by first and last name, or login', async t => {
  for (const [given, name] of SHOWN) {
    const { send } = await makeSite()
    t.match(
      await send('POST /users', { body: { ...PERSON, ...given } }),
      { status: 201, body: { name, nickname: 'ada' } },
      JSON.stringify(given),
    )
  }
})

const LOGINS = ['a/b', 'a+b', 'a&b', 'José', ' a', 'a ', 'a  b', 'a\tb', 'a\nb', "a'b", 'a:b', '']

t.test('logins contain letters, digits and some punctuation', async t => {
  const { send } = await makeSite()
  for (const username of LOGINS) {
    const refused = {
      status: 400,
      body: { data: { details: { username: { code: 'rest_user_invalid_username', data: { status: 400 } } } } },
    }
    t.match(await send('POST /users', { body: { ...PERSON, username } }), refused, JSON.stringify(username))
  }
  t.equal((await send('POST /users', { body: { ...PERSON, username: 'Ann Lee_1.x-y@z' } })).status, 201)
})

t.test('slugs are unique, whether they come from logins or are given', async t => {
  const { send } = await makeSite()
  const create = async (username: string, more: object = {}) => {
    const { body } = await send('POST /users', {
      body: {
        username,
        email: `${encodeURIComponent(username)}@example.com`.replaceAll('%', ''),
        password: 'x',
        ...more,
      },
    })
    return (body as { slug?: string; code?: string }).slug ?? (body as { code?: string }).code
  }
  t.equal(await create('Ann Lee'), 'ann-lee')
  t.equal(await create('ann_lee', { slug: 'Ann Lee' }), 'ann-lee-2')
  t.equal(await create('x'.repeat(60)), 'x'.repeat(50))
  t.equal(await create(`${'x'.repeat(59)}y`), `${'x'.repeat(48)}-2`)
  t.equal(await create('@@'), 'empty_user_nicename')
  t.equal(await create('@@', { slug: 'at' }), 'at')
})

t.test('a slug that is taken cannot be taken over', async t => {
  const { send } = await makeSite()
  for (const slug of ['editor', 'EDITOR', 'éditor']) {
    t.match(
      await send('POST /users/me', { as: 'author', body: { slug } }),
      { status: 400, body: { code: 'rest_user_invalid_slug' } },
      slug,
    )
  }
  t.match(
    await send('POST /users/me', { as: 'author', body: { slug: 'author' } }),
    { status: 200, body: { slug: 'author' } },
    'one’s own is free',
  )
  t.match(await send('POST /users/me', { as: 'author', body: { slug: '' } }), { status: 200, body: { slug: 'author' } })
})

t.test('an address that is taken cannot be taken over', async t => {
  const { send } = await makeSite()
  t.match(await send('POST /users/me', { as: 'author', body: { email: 'Editor@Example.com' } }), {
    status: 400,
    body: { code: 'rest_user_invalid_email' },
  })
  t.match(await send('POST /users/me', { as: 'author', body: { email: 'Author@Example.com' } }), {
    status: 200,
    body: { email: 'Author@Example.com' },
  })
})

t.test('avatars have a hash of the address in their URL, below a base URL of the site’s choice', async t => {
  const hash = createHash('sha256').update('editor@example.com').digest('hex')
  const { send, store, users } = await makeSite({ avatarUrl: 'https://images.example/' })
  await usersIn(store).update(users.get('editor')?.id ?? 0, { email: ' Editor@Example.com ' })
  const address = (size: number) => `https://images.example/${hash}?s=${size}&d=mm&r=g`
  t.same((await send('GET /users/me?_fields=avatar_urls', { as: 'editor' })).body, {
    avatar_urls: { 24: address(24), 48: address(48), 96: address(96) },
  })
  t.match(await (await makeSite()).send('GET /users/me'), {
    body: { avatar_urls: { 96: /^https:\/\/secure\.gravatar\.com\/avatar\/[0-9a-f]{64}\?s=96/ } },
  })
})

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
