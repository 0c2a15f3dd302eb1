import t from 'tap'
import { onEveryStore, twoProcesses } from '../site/every-store.js'
import { makeSite } from '../site/make-site.js'

onEveryStore(t, 'two administrators cannot take away the rights of each other', async (t, make) => {
  const { site, store, users } = await make()
  const first = users.get('administrator')
  const { id } = await site.content.users.create(
    { login: 'second', email: 'second@example.com', roles: ['administrator'] },
    { as: site.system },
  )
  const second = await store.users.get(id)
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
  const left = (await store.users.find({})).records.filter(({ roles }) => roles.includes('administrator'))
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
  const second = await two.store.users.get(id)
  if (first === undefined || second === undefined) throw new Error('The site has no users.')
  const results = await Promise.allSettled([
    one.site.content.users.delete(second.id, { as: one.site.principalOf(first), reassignTo: first.id }),
    two.site.content.users.delete(first.id, { as: two.site.principalOf(second), reassignTo: second.id }),
  ])
  const left = (await one.store.users.find({})).records.filter(({ roles }) => roles.includes('administrator'))
  t.equal(left.length, 1, JSON.stringify(results.map(({ status }) => status)))
})
