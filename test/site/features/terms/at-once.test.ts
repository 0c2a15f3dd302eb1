import type { TermRecord } from '@platen/site'
import { termSaved } from '@platen/site/extend'
import t from 'tap'
import { onEveryStore } from '../../every-store.js'

onEveryStore(t, 'two who change a term at once', async (t, make) => {
  const { send, site } = await make()
  const { id, parent } = (await send('POST /categories', { body: { name: 'Old', slug: 'kept' } })).body as TermRecord
  t.equal(parent, 0)
  const told: (string | undefined)[] = []
  site.on(termSaved, ({ term, before }) => void told.push(`${before?.name}:${before?.slug} ${term.name}:${term.slug}`))
  const answers = await Promise.all([
    send(`PUT /categories/${id}`, { body: { name: 'New' } }),
    send(`PUT /categories/${id}`, { body: { slug: '' } }),
  ])
  t.match(answers, [{ status: 200 }, { status: 200, body: { name: 'New', slug: 'new' } }])
  t.match(
    (await send(`GET /categories/${id}`)).body,
    { name: 'New', slug: 'new' },
    'the slug is made of the name that it has',
  )
  t.same(told, ['Old:kept New:kept', 'New:kept New:new'])
})
