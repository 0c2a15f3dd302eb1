import { createMemoryStore } from '@platen/memory'
import { createSite, installSite, usersIn, whereUsers } from '@platen/site'
import t from 'tap'

const passwords = [
  'lower case letters only',
  ' spaces at both ends ',
  'ünïcödé 密码 🔑🔑',
  '<b>"quotes" & /slashes/</b>',
  'a'.repeat(64),
  `${'long '.repeat(200)}end`,
]

t.test('passwords of any characters are hashed with Argon2id, and compared exactly', { timeout: 60_000 }, async t => {
  const store = createMemoryStore()
  const url = 'https://site.example'
  const administrator = { login: 'admin', email: 'admin@site.example', password: 'a password of the administrator' }
  await installSite(store, { url, administrator })
  let now = Date.now()
  const site = createSite({ store, url, services: { clock: () => now } })
  for (const [at, password] of passwords.entries()) {
    const login = `user${at}`
    await site.content.users.create({ login, email: `${login}@site.example`, password }, { as: site.system })
    const signIn = (given: string) => site.sessions.signIn({ login, password: given })
    for (const other of [password.trim(), password.slice(0, -1).toUpperCase()])
      if (other !== password) t.equal(await signIn(other), undefined, other.slice(0, 30))
    t.ok(await signIn(password), password.slice(0, 30))
    const user = await usersIn(store).first({ where: whereUsers.eq('login', login) })
    t.match(user?.passwordHash, /^\$argon2id\$v=19\$m=\d{5,},t=[2-9],p=\d+\$/)
  }
  now += 5 * 365 * 24 * 60 * 60 * 1000
  t.ok(await site.sessions.signIn({ login: 'admin', password: administrator.password }), 'passwords do not expire')
})
