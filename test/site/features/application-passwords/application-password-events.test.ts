import { applicationPasswordRevoked, applicationPasswordSaved } from '@platen/site/extend'
import t from 'tap'
import { makeSite } from '../../make-site.js'

t.test('events say what becomes of application passwords', async t => {
  const events: string[] = []
  const { send } = await makeSite({
    register(site) {
      site.on(applicationPasswordSaved, async ({ password, before }) => {
        events.push(`${before === undefined ? 'created' : `${before.name} is now`} ${password.name}`)
      })
      site.on(applicationPasswordRevoked, async ({ password }) => void events.push(`revoked ${password.name}`))
    },
  })
  const list = '/users/me/application-passwords'
  const { body } = await send(`POST ${list}`, { body: { name: 'One' } })
  const { uuid } = body as { uuid: string }
  await send(`PUT ${list}/${uuid}`, { body: { name: 'Two' } })
  await send(`DELETE ${list}/${uuid}`)
  for (const name of ['Three', 'Four']) await send(`POST ${list}`, { body: { name } })
  await send(`DELETE ${list}`)
  t.same(events, [
    'created One',
    'One is now Two',
    'revoked Two',
    'created Three',
    'created Four',
    'revoked Three',
    'revoked Four',
  ])
})
