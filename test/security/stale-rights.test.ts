import { pluginsIn, postsIn, type Site, usersIn } from '@platen/site'
import t from 'tap'
import { onEveryStore, twoProcesses } from '../site/every-store.js'
import { makeSite } from '../site/make-site.js'
import { routed, temporaryFolder, writePackages } from '../site/plugins/plugin-packages.js'

onEveryStore(t, 'two administrators cannot take away the rights of each other', async (t, make) => {
  const { site, store, users } = await make()
  const first = users.get('administrator')
  const { id } = await site.content.users.create(
    { login: 'second', email: 'second@example.com', roles: ['administrator'] },
    { as: site.system },
  )
  const second = await usersIn(store).get(id)
  const victim = users.get('author')
  if (first === undefined || second === undefined || victim === undefined) throw new Error('The site has no users.')
  // Both requests have been authenticated.
  const [by, byOther] = [{ as: site.principalOf(first) }, { as: site.principalOf(second) }]
  const results = await Promise.allSettled([
    site.content.users.update(second.id, { roles: ['subscriber'] }, by),
    site.content.users.update(first.id, { roles: ['subscriber'] }, byOther),
  ])
  t.same(results.map(({ status }) => status).sort(), ['fulfilled', 'rejected'])
  t.match(
    results.find(({ status }) => status === 'rejected'),
    {
      reason: { code: 'rest_cannot_edit_roles', status: 403 },
    },
  )
  const left = (await usersIn(store).find({})).records.filter(({ roles }) => roles.includes('administrator'))
  t.equal(left.length, 1)

  const demoted = left[0]?.id === first.id ? byOther : by
  const { users: content } = site.content
  await t.rejects(content.create({ login: 'eve', email: 'eve@example.com' }, demoted), { code: /^rest_cannot/ })
  await t.rejects(content.update(victim.id, { password: 'taken over' }, demoted), { code: 'rest_cannot_edit' })
  await t.rejects(content.update(victim.id, { roles: [] }, demoted), { code: 'rest_cannot_edit' })
  await t.rejects(content.delete(victim.id, demoted), { code: 'rest_user_cannot_delete', status: 403 })
  await t.rejects(content.update(demoted.as.id, { roles: ['administrator'] }, demoted), { code: /^rest_cannot/ })
  t.match(await content.update(demoted.as.id, { name: 'Own name' }, demoted), { displayName: 'Own name' })
})

t.test('a principal with fewer rights than its user gains none', async t => {
  const { site, users } = await makeSite()
  const author = users.get('author')
  const whole = site.principalOf(users.get('administrator'))
  const scoped = { as: { ...whole, can: (capability: string) => capability === 'read' } }
  await t.rejects(site.content.users.update(author?.id ?? 0, { name: 'x' }, scoped), { code: /^rest_cannot/ })
  await t.rejects(site.content.users.create({ login: 'eve', email: 'eve@example.com' }, scoped), {
    code: /^rest_cannot/,
  })
})

t.test('nor at two processes', async t => {
  const [one, two] = await twoProcesses(t)
  const first = one.users.get('administrator')
  const { id } = await one.site.content.users.create(
    { login: 'second', email: 'second@example.com', roles: ['administrator'] },
    { as: one.site.system },
  )
  const second = await usersIn(two.store).get(id)
  if (first === undefined || second === undefined) throw new Error('The site has no users.')
  const results = await Promise.allSettled([
    one.site.content.users.delete(second.id, { as: one.site.principalOf(first), reassignTo: first.id }),
    two.site.content.users.delete(first.id, { as: two.site.principalOf(second), reassignTo: second.id }),
  ])
  const left = (await usersIn(one.store).find({})).records.filter(({ roles }) => roles.includes('administrator'))
  t.equal(left.length, 1, JSON.stringify(results.map(({ status }) => status)))
})

/** How a user who writes is deleted. */
const DELETIONS = {
  'with their posts': undefined,
  'and their posts reassigned': 1,
  'and their posts orphaned': 0,
} as const

for (const [how, reassignTo] of Object.entries(DELETIONS)) {
  onEveryStore(t, `users who are deleted ${how} leave no post, whatever they write meanwhile`, async (t, make) => {
    const { site, store } = await make()
    const bySystem = { as: site.system }
    for (let round = 0; round < 5; round++) {
      const login = `writer${round}`
      const input = { login, email: `${login}@example.com`, roles: ['author'] }
      const user = await site.content.users.create(input, bySystem)
      const draft = await site.content.posts.create({ title: 'Draft' }, { as: user })
      const authorization = await basicOf(site, login, user.id)
      const writes = Array.from({ length: 6 }, (_, at) =>
        at % 2 === 0
          ? site.content.posts.create({ title: `Post ${at}`, status: 'publish' }, { as: user })
          : site.dispatch({
              method: 'POST',
              path: `/cms/v2/posts/${at === 3 ? draft.id : ''}`,
              headers: { authorization },
              secure: true,
              body: { kind: 'json', value: { title: `Post ${at}`, status: 'publish' } },
            }),
      )
      await Promise.allSettled([
        ...writes.slice(0, 3),
        site.content.users.delete(user.id, { ...bySystem, reassignTo }),
        ...writes.slice(3),
      ])
      const left = (await postsIn(store).find({})).records.filter(({ author }) => author === user.id)
      t.same(
        [...new Set(left.map(({ status, type }) => `${type} ${status}`))].filter(each => each !== 'post trash'),
        [],
      )
      if (reassignTo !== undefined) t.same(left, [])
    }
  })
}

async function basicOf(site: Site, login: string, user: number): Promise<string> {
  const { secret } = await site.content.applicationPasswords.create({ user, name: 'Test' }, { as: site.system })
  return `Basic ${Buffer.from(`${login}:${secret}`).toString('base64')}`
}

onEveryStore(t, 'a session that ends before a write is stored writes nothing', async (t, make) => {
  const { site, users, store } = await make()
  const { login, id } = users.get('administrator') ?? {}
  if (login === undefined || id === undefined) throw new Error('The site has no administrator.')
  const signIn = async (password: string) => {
    const session = await site.sessions.signIn({ login, password })
    if (session === undefined) throw new Error('The password is not accepted.')
    return { as: session.principal }
  }
  const by = await signIn('secret')
  await site.content.posts.create({ title: 'a' }, by)
  await site.content.users.update(id, { name: 'Another name' }, by)
  await site.content.posts.create({ title: 'b' }, by)
  const [user] = (await usersIn(store).find({})).records.filter(each => each.id === id)
  if (user !== undefined) await site.sessions.signOutEverywhere(user)
  const refused = { code: 'rest_not_logged_in', status: 401 }
  await t.rejects(site.content.posts.create({ title: 'c' }, by), refused)
  const again = await signIn('secret')
  await site.content.users.update(id, { password: 'other words' }, again)
  await t.rejects(site.content.posts.create({ title: 'd' }, again), refused)
  await site.content.posts.create({ title: 'e' }, await signIn('other words'))
})

t.test('plugins are not changed by somebody who has been deleted', async t => {
  let meanwhile: (() => Promise<unknown>) | undefined
  const folder = writePackages(temporaryFolder(t), { hello: { entry: routed('hello', '1') } })
  const { site, store, send } = await makeSite({
    plugins: pluginsIn(folder),
    wrapStore: each => ({
      ...each,
      async transaction(work, options) {
        const run = meanwhile
        meanwhile = undefined
        await run?.()
        return each.transaction(work, options)
      },
    }),
  })
  const { plugins, users } = site.content
  const administrator = async (login: string) => {
    const input = { login, email: `${login}@example.com`, roles: ['administrator'] }
    return users.create(input, { as: site.system })
  }
  for (const [at, change] of (['activate', 'deactivate', 'delete'] as const).entries()) {
    const user = await administrator(`admin${at}`)
    if (change === 'deactivate') await plugins.activate('hello/index', { as: site.system })
    const before = (await send('GET /plugins?_fields=plugin,status')).body
    if (change === 'delete') await usersIn(store).remove(user.id)
    else meanwhile = () => usersIn(store).remove(user.id)
    const call = async () => void (await plugins[change]('hello/index', { as: user }))
    await t.rejects(call, { code: 'rest_not_logged_in', status: 401 }, change)
    t.same((await send('GET /plugins?_fields=plugin,status')).body, before, change)
    if (change === 'deactivate') await plugins.deactivate('hello/index', { as: site.system })
  }
})
