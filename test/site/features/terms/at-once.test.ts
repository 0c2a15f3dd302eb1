import type { TermRecord } from '@platen/site'
import { termSaved } from '@platen/site'
import t from 'tap'
import { onEveryStore } from '../../every-store.js'

onEveryStore(t, 'two who change a term at once', async (t, make) => {
  const { ask, site } = await make()
  const { id, parent } = (await ask('POST /categories', { body: { name: 'Old', slug: 'kept' } })).body as TermRecord
  t.equal(parent, 0)
  const told: (string | undefined)[] = []
  site.on(termSaved, ({ term, before }) => void told.push(`${before?.name}:${before?.slug} ${term.name}:${term.slug}`))
  const answers = await Promise.all([
    ask(`PUT /categories/${id}`, { body: { name: 'New' } }),
    ask(`PUT /categories/${id}`, { body: { slug: '' } }),
  ])
  t.match(answers, [{ status: 200 }, { status: 200, body: { name: 'New', slug: 'new' } }])
  t.match(
    (await ask(`GET /categories/${id}`)).body,
    { name: 'New', slug: 'new' },
    'the slug is made of the name that it has',
  )
  t.same(told, ['Old:kept New:kept', 'New:kept New:new'])
})
