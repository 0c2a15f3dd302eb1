import { cmsDialect, usersIn, wpDialect } from '@platen/site'
import t from 'tap'
import { attribute, openConsole, PASSWORD, textOf } from '../open-console.js'

const EVIL = `"><script>alert(1)</script>`

t.test('users are listed, searched and paged', async t => {
  const { browser, store, users } = await openConsole()
  const subscriber = users.get('subscriber')
  if (subscriber === undefined) throw new Error('The site has no subscriber.')
  const { version: _version, id: _id, ...template } = subscriber
  for (let number = 10; number < 50; number++) {
    const name = `reader-${number}`
    const displayName = `Reader ${number} ${EVIL}`
    await usersIn(store).insert({ ...template, login: name, slug: name, email: `${name}@example.com`, displayName })
  }
  const { signIn, visit } = browser()
  await signIn('admin')
  const namesOn = async (path: string) => (await visit(path)).all('h2').map(textOf)
  const page = await visit('/console/users')
  t.same(page.errors, [])
  t.equal(page.all('script').length, 0)
  t.equal(page.all('h2').length, 20)
  t.match(page.text, /Users found: 45/)
  t.match(page.text, /Page 1 of 3/)
  t.match(page.text, /admin@example.com ?Roles ?Administrator/)
  const links = page.all('a').filter(each => textOf(each) === 'Next page')
  t.same(
    links.map(each => attribute(each, 'href')),
    ['?page=2'],
  )
  t.equal((await namesOn('/console/users?page=3')).length, 5)
  t.same(await namesOn('/console/users?search=reader-11'), [`Reader 11 ${EVIL}`])
  t.same(await namesOn('/console/users?role=editor'), ['editor'])
  t.equal((await namesOn('/console/users?role=constructor')).length, 20)
  t.match((await visit('/console/users?search=nobody')).text, /No users were found/)
  for (const wrong of ['0', '-1', 'x', '1e3', '99999999999999', ''])
    t.equal((await visit(`/console/users?page=${wrong}`)).status, 200, wrong)
  const evil = await visit(`/console/users?${new URLSearchParams({ search: EVIL, page: '1' })}`)
  t.same(evil.errors, [])
  t.equal(evil.all('script').length, 0)
  const next = await visit('/console/users?search=reader&role=subscriber')
  t.match(
    next.all('a').map(each => attribute(each, 'href')),
    new Set(['?search=reader&role=subscriber&page=2']),
  )
})

for (const dialect of [cmsDialect, wpDialect])
  t.test(`users are created, with the prefix ${dialect.prefix}`, async t => {
    const { browser, store, users } = await openConsole({ dialect })
    const { signIn, visit, press } = browser()
    await signIn('admin')
    const path = '/console/new-user'
    const page = await visit(path)
    t.same(page.errors, [])
    const password = 'long enough'
    const user = {
      login: 'robin',
      email: 'robin@example.com',
      role: 'author',
      name: 'Robin',
      password,
      repeat: password,
    }
    const before = (await usersIn(store).find({})).records.length
    for (const [changed, status, message] of [
      [{ login: 'admin' }, [400, 409], /Another user has this username/],
      [{ email: 'Admin@example.com' }, [400, 409], /Another user has this email/],
      [{ login: '<b>' }, [400], /characters that are not allowed/],
      [{ email: 'no address' }, [400], /email/],
      [{ repeat: 'another' }, [400], /not the same/],
      [{ role: 'nobody' }, [400], /role cannot be given/],
      [{ nonce: '' }, [403], /expired/],
    ] as const) {
      const refused = await press(path, 'Add user', { ...user, ...changed, last_name: EVIL })
      t.ok((status as readonly number[]).includes(refused.status), `${refused.status} ${JSON.stringify(changed)}`)
      t.match(refused.text, message)
      t.same(refused.errors, [])
      t.notMatch(refused.body, password)
      if (!('nonce' in changed))
        t.match(
          refused.all('input').map(each => attribute(each, 'value')),
          new Set([EVIL]),
        )
    }
    t.equal((await usersIn(store).find({})).records.length, before)
    t.match(await press(path, 'Add user', user), { status: 303, location: '/console/users?done=created' })
    t.match((await visit('/console/users?done=created')).text, 'The user was created.')
    const { records } = await usersIn(store).find({})
    t.match(
      records.find(({ login }) => login === 'robin'),
      { roles: ['author'], displayName: 'Robin' },
    )
    await press(path, 'Add user', { ...user, login: 'default', email: 'default@example.com', role: '' })
    const after = (await usersIn(store).find({})).records
    t.match(
      after.find(({ login }) => login === 'default'),
      { roles: users.get('subscriber')?.roles ?? [] },
    )
  })

for (const role of ['editor', 'subscriber']) {
  t.test(`the role ${role} manages no users`, async t => {
    const { browser, users, store } = await openConsole()
    const { signIn, visit, post } = browser()
    await signIn(role)
    const id = users.get('author')?.id
    for (const path of ['users', 'new-user', `user?id=${id}`, `delete-user?id=${id}`]) {
      t.match(await visit(`/console/${path}`), { status: 403, text: /not allowed/ }, path)
      if (path !== 'users')
        t.match(await post(`/console/${path}`, { action: 'password', password: 'x' }), { status: 403 })
    }
    t.match(await usersIn(store).get(id ?? 0), { passwordHash: `plain:${PASSWORD}` })
    t.notMatch((await visit('/console/profile')).all('nav').map(textOf).join(), 'Users')
  })
}
