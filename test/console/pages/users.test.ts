import { cmsDialect, usersIn, wpDialect } from '@platen/site'
import t from 'tap'
import { attribute, fieldsOf, openConsole, PASSWORD, textOf } from '../open-console.js'

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

t.test('a user is edited, with roles', async t => {
  const { browser, store, users } = await openConsole()
  const { signIn, visit, press } = browser()
  await signIn('admin')
  const { id = 0 } = users.get('author') ?? {}
  const path = `/console/user?id=${id}`
  const page = await visit(path)
  t.same(page.errors, [])
  const boxes = page.all('input').filter(each => attribute(each, 'type') === 'checkbox')
  t.same(
    boxes.filter(each => attribute(each, 'checked') !== undefined).map(each => attribute(each, 'name')),
    ['role-author'],
  )
  t.match(await press(path, 'Save', { email: 'new@example.com', 'role-editor': 'yes', name: 'Ann' }), {
    status: 303,
    location: `${path}&done=saved`,
  })
  t.match((await visit(`${path}&done=saved`)).text, 'The user was saved.')
  t.match(await usersIn(store).get(id), { email: 'new@example.com', roles: ['editor', 'author'], displayName: 'Ann' })

  const { version = '' } = fieldsOf((await visit(path)).all('form')[0])
  await press(path, 'Save', { name: 'Bea' })
  t.match(await press(path, 'Save', { name: 'Late', version }), { status: 412, text: /Somebody else has changed it/ })
  t.match(await usersIn(store).get(id), { displayName: 'Bea' })
  t.match(await press(path, 'Save', { email: 'admin@example.com' }), {
    status: 400,
    text: /Another user has this email/,
  })
  const refused = await press(path, 'Save', { email: 'nothing', 'role-editor': '', 'role-subscriber': 'yes' })
  t.equal(refused.status, 400)
  t.match(fieldsOf(refused.all('form')[0]), { email: 'nothing', 'role-subscriber': 'yes', 'role-author': 'yes' })
  t.match(await usersIn(store).get(id), { roles: ['editor', 'author'] })
})

t.test('a new password and signing out end the sessions of the user', async t => {
  const { browser, users } = await openConsole()
  const admin = browser()
  const author = browser()
  await admin.signIn('admin')
  const path = `/console/user?id=${users.get('author')?.id}`
  await author.signIn('author')
  t.match(await admin.press(path, 'Sign the user out everywhere'), { status: 303, location: `${path}&done=signed-out` })
  t.match(await author.visit('/console/profile'), { status: 303 })
  await author.signIn('author')
  t.equal((await author.visit('/console/profile')).status, 200)
  const password = 'a longer one'
  t.match(await admin.press(path, 'Set password', { password: 'short', repeat: 'short' }), { status: 400 })
  t.match(await admin.press(path, 'Set password', { password, repeat: password }), { status: 303 })
  t.match(await author.visit('/console/profile'), { status: 303 })
  t.equal((await author.signIn('author')).status, 403)
  t.match(await author.post('/console/sign-in', { login: 'author', password }), { status: 303 })
  t.equal((await admin.visit(path)).status, 200)
})

t.test('application passwords of a user', async t => {
  const { browser, users, send } = await openConsole()
  const { signIn, visit, press } = browser()
  await signIn('admin')
  const path = `/console/user?id=${users.get('author')?.id}`
  const created = await press(path, 'Create application password', { application: 'Reader' })
  t.match(textOf(created.all('code')[0]), /^[\w ]{29}$/)
  t.match(await send('GET /users/me/application-passwords', { as: 'author' }), { body: [{ name: 'Reader' }] })
  t.match(await press(path, 'Revoke Reader'), { status: 303, location: `${path}&done=revoked` })
  await press(path, 'Create application password', { application: 'Reader' })
  t.match(
    (await visit(path)).all('a').map(each => attribute(each, 'href')),
    new Set([`${path.slice(9)}&revoke=all#application-passwords`]),
  )
  t.match(await press(`${path}&revoke=all`, 'Revoke all'), { status: 303, location: `${path}&done=all-revoked` })
  t.match(await send('GET /users/me/application-passwords', { as: 'author' }), { body: [] })
})

t.test('the user who gets the content is found among many with similar names', async t => {
  const { browser, users, store } = await openConsole()
  const { signIn, press } = browser()
  await signIn('admin')
  const editor = users.get('editor')
  if (editor === undefined) throw new Error('There is no editor.')
  const { id: _, version: __, ...input } = editor
  for (let number = 0; number < 250; number++) {
    const login = number === 200 ? 'ann' : `joanna-${number}`
    await usersIn(store).insert({ ...input, login, slug: login, displayName: login, email: `${login}@example.com` })
  }
  const path = `/console/delete-user?id=${users.get('author')?.id}`
  t.equal((await press(path, 'Delete user', { reassignee: 'joann' })).status, 400, 'a part of a name')
  t.equal((await press(path, 'Delete user', { reassignee: ' ANN ' })).status, 303)
})

t.test('users are deleted, and their content with them or not', async t => {
  const { browser, users, send, store } = await openConsole()
  const { signIn, visit, press } = browser()
  await signIn('admin')
  const { id = 0 } = users.get('author') ?? {}
  const { id: editor = 0 } = users.get('editor') ?? {}
  const { body } = await send('POST /posts', { body: { title: 'Kept', status: 'publish' }, as: 'author' })
  const post = (body as { readonly id: number }).id
  const path = `/console/delete-user?id=${id}`
  const question = await visit(path)
  t.same(question.errors, [])
  t.match(question.text, /Delete author\?/)
  const suggested = question.all('option').map(each => attribute(each, 'value'))
  t.ok(suggested.includes('editor') && !suggested.includes('author') && !suggested.includes('subscriber'))
  for (const [changed, status] of [
    [{ reassignee: '' }, 400],
    [{ reassignee: 'nobody' }, 400],
    [{ reassignee: 'author' }, 400],
    [{ content: 'x', reassignee: 'editor' }, 400],
    [{ nonce: 'x', reassignee: 'editor' }, 403],
  ] as const) {
    t.equal((await press(path, 'Delete user', changed)).status, status, JSON.stringify(changed))
    t.ok(await usersIn(store).get(id))
  }
  t.match(await press(path, 'Delete user', { reassignee: 'Editor' }), {
    status: 303,
    location: '/console/users?done=deleted',
  })
  t.equal(await usersIn(store).get(id), undefined)
  t.match(await send(`GET /posts/${post}`), { body: { author: editor } })
  t.match(await visit(path), { status: 404, text: /no such user/ })

  const other = `/console/delete-user?id=${editor}`
  t.match(await press(other, 'Delete user', { content: 'delete' }), { status: 303 })
  t.match(await send(`GET /posts/${post}?context=edit`), { body: { status: 'trash' } })
})

t.test('who is not there, and oneself', async t => {
  const { browser, users } = await openConsole()
  const { signIn, visit } = browser()
  await signIn('admin')
  for (const id of ['', '0', '-1', '1.5', 'x', '999999', '99999999999999999999'])
    t.equal((await visit(`/console/user?id=${id}`)).status, 404, id)
  const own = `id=${users.get('administrator')?.id}`
  t.match(await visit(`/console/user?${own}`), { status: 303, location: '/console/profile' })
  t.match(await visit(`/console/delete-user?${own}`), { status: 403 })
})
