import { createMemoryStore } from '@platen/memory'
import t from 'tap'
import { openClub } from '../../examples/events/events.js'

t.test('the example lists upcoming events by their start', async t => {
  const { site, admin, upcoming } = await openClub(createMemoryStore(), 'https://club.example')
  const as = { as: admin }
  const hall = await site.content.venues.create({ title: 'Hall', status: 'publish' }, as)
  const starts = { Past: '2026-05-01T20:00:00Z', Later: '2026-07-01T20:00:00Z', Next: '2026-06-01T22:00:00+02:00' }
  for (const [title, moment] of Object.entries(starts)) {
    const meta = { starts: moment, price: 10, kind: 'Music', venue: hall.id }
    await site.content.events.create({ title, status: 'publish', meta }, as)
  }
  const next = await upcoming(new Date('2026-06-01T00:00:00Z'))
  t.same(
    next.map(({ title }) => title),
    ['Next', 'Later'],
  )
  const query = `meta[venue]=${hall.id}&meta[starts][gte]=2026-06-01T00:00:00Z&orderby=meta.starts&order=asc&_embed`
  const listed = await site.call('GET', '/cms/v2/events', undefined, { as: site.principalOf(undefined), query })
  t.match(listed, { status: 200, body: [{ title: { rendered: 'Next' } }, { title: { rendered: 'Later' } }] })
  t.match(JSON.stringify(listed.body), /"_embedded":.*"Hall"/)
  const facets = await site.call('GET', '/cms/v2/events/facets', undefined, { ...as, query: 'facets=meta.kind' })
  t.match(facets.body, { facets: { 'meta.kind': [{ value: 'Music', count: 3 }] } })
  t.match(await site.call('DELETE', `/cms/v2/venues/${hall.id}`, undefined, { ...as, query: 'force=true' }), {
    status: 409,
  })
})
