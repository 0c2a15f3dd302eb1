import type { Site } from '@platen/site'
import { settingChanged } from '@platen/site/extend'
import { updateSettings } from '@platen/site/operations'
import t from 'tap'
import { onEveryStore } from '../../every-store.js'
import { makeSite, type TestSite } from '../../make-site.js'

const by = ({ users, site }: TestSite, role: string) => ({ as: users.get(role) ?? site.principalOf(undefined) })

function eventsOf(site: Site): string[] {
  const events: string[] = []
  site.on(settingChanged, ({ key, value }) => void events.push(`${key} ${value}`))
  return events
}

onEveryStore(t, 'settings are read and changed in process', async (t, make) => {
  const made = await make()
  const events = eventsOf(made.site)
  const { settings } = made.site.content
  const admin = by(made, 'administrator')
  t.match(await settings.get(admin), { title: 'A site', posts_per_page: 10, show_on_front: 'posts' })
  const values = await settings.update({ title: '<b>Leeks</b> & co', posts_per_page: 5, show_on_front: 'page' }, admin)
  t.match(values, { posts_per_page: 5, show_on_front: 'page' })
  t.match((await made.send('GET /settings')).body, { title: values['title'], posts_per_page: 5 })
  t.notMatch(values['title'], /<b>/)
  const version = await settings.version(admin)
  t.match(await settings.update({ posts_per_page: null }, { ...admin, version }), { posts_per_page: 10 })
  t.not(await settings.version(admin), version)
  t.same(events, [`title ${values['title']}`, 'posts_per_page 5', 'show_on_front page', 'posts_per_page null'])
})

for (const role of ['editor', 'author', 'contributor', 'subscriber', 'anonymous']) {
  t.test(`${role} may neither see nor change them`, async t => {
    const made = await makeSite()
    const { settings } = made.site.content
    const refusal = { name: 'RestError', code: 'rest_forbidden', status: role === 'anonymous' ? 401 : 403 }
    await t.rejects(settings.get(by(made, role)), refusal)
    await t.rejects(settings.update({ title: 'x' }, by(made, role)), refusal)
    t.equal(await made.store.options.get('title'), 'A site')
  })
}

onEveryStore(t, 'all values are stored or none', async (t, make) => {
  const { site, store } = await make()
  const events = eventsOf(site)
  const as = site.system
  for (const values of [{ nothing: 1 }, { posts_per_page: 'many' }, { email: 'nothing' }])
    await t.rejects(site.content.settings.update({ title: 'x', ...values }, { as }), {
      name: 'RestError',
      code: 'rest_invalid_param',
      status: 400,
    })
  const version = await site.content.settings.version({ as })
  await t.rejects(site.content.settings.update({ title: 'x' }, { as, version: version + 1 }), {
    code: 'rest_precondition_failed',
    status: 412,
  })
  await t.rejects(site.content.settings.version({ as: site.principalOf(undefined) }), {
    code: 'rest_forbidden',
    status: 401,
  })
  const conflict = site.content.transaction(tx => updateSettings(tx, as, { values: { title: 'x' }, version: 1 }))
  await t.rejects(conflict, { code: 'rest_precondition_failed', status: 412 })
  const failing = site.content.transaction(async tx => {
    await updateSettings(tx, as, { values: { title: 'x' } })
    t.same(events, [])
    throw new Error('no')
  })
  await t.rejects(failing, /no/)
  t.equal(await store.options.get('title'), 'A site')
  t.same(events, [])
})
