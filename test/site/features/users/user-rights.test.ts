import { type UserRecord, usersIn } from '@platen/site'
import { updateUser } from '@platen/site/operations'
import t from 'tap'
import { permitsIn, randomSite, shown } from '../../access/random-callers.js'
import { onEveryStore } from '../../every-store.js'
import { internals } from '../../internals.js'

const { conditionOf, holds, readAccounts, readUsers } = internals

onEveryStore(t, 'lists, routes, Allow and operations follow the rights to users', async (t, make) => {
  const { site, store, callers, choose } = await randomSite(make, 44, { callers: 16, posts: 40 })
  const everyone = (await usersIn(store).find({})).records
  const permits = permitsIn(site)
  const wrong: unknown[] = []
  const tally = { GET: [0, 0], POST: [0, 0], DELETE: [0, 0] }
  const idsOf = (users: readonly UserRecord[]) => users.map(({ id }) => id).sort((a, b) => a - b)
  for (const caller of callers) {
    const find = async (right: Parameters<typeof conditionOf<UserRecord>>[0]) =>
      (await usersIn(store).find({ where: conditionOf(right) })).records
    const accounts = readAccounts(caller)
    const inProcess = (await site.content.users.find({}, { as: caller })).records
    const expected = everyone.filter(user => holds(accounts, user))
    if (idsOf(await find(accounts)).join() !== idsOf(expected).join()) wrong.push(['accounts', shown(caller)])
    if (idsOf(inProcess).join() !== idsOf(expected).join()) wrong.push(['in process', shown(caller)])
    const visible = new Set(idsOf(await find(readUsers(site.context, caller))))
    for (let round = 0; round < 8; round++) {
      const user = choose.pick(everyone)
      const { id } = user
      const path = `/${site.context.namespace}/users/${id}`
      const { headers } = await site.dispatch({ method: 'OPTIONS', path, principal: caller })
      const { status } = await site.dispatch({ method: 'GET', path, principal: caller })
      const allowed = headers['Allow']?.split(', ') ?? []
      const methods = ['GET', 'POST', 'DELETE'] as const
      const may = {
        GET: visible.has(id),
        POST: caller.can('edit_user', user),
        DELETE: caller.can('delete_user', user),
      }
      for (const method of methods) tally[method][may[method] ? 1 : 0]++
      const found = {
        allow: methods.filter(method => allowed.includes(method)),
        answered: status === 200,
        record: (await site.content.users.get(id, { as: caller })) !== undefined,
        updates: await permits('rest_cannot_edit', tx => updateUser(tx, caller, { id, name: 'Changed' })),
      }
      const permitted = methods.filter(method => may[method])
      const wanted = { allow: permitted, answered: may.GET, record: holds(accounts, user), updates: may.POST }
      if (JSON.stringify(found) !== JSON.stringify(wanted))
        wrong.push([shown(caller), shown({ ...caller, user }), found, wanted])
    }
  }
  t.same(wrong, [])
  for (const [method, [no, yes]] of Object.entries(tally)) t.ok(no > 5 && yes > 5, `${method}: ${no} ${yes}`)
})
