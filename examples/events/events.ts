import { createSite, installSite } from '@platen/site'
import { defineFeature } from '@platen/site/extend'
import type { Store } from '@platen/storage'

const single = { object: 'post', subtype: 'event', single: true, filterable: true } as const

/** Events with a start, a price and a venue. */
export const events = defineFeature({
  name: 'events',
  types: {
    venue: { restBase: 'venues', public: true, supports: ['title', 'editor', 'custom-fields'] },
    event: { restBase: 'events', public: true, supports: ['title', 'editor', 'custom-fields'] },
  },
  meta: [
    { ...single, key: 'starts', type: 'string', schema: { format: 'date-time' }, sortable: true },
    { ...single, key: 'price', type: 'number', sortable: true },
    { ...single, key: 'kind', type: 'string', facet: true },
    { ...single, key: 'venue', type: 'integer', refersTo: { object: 'post', subtypes: ['venue'] }, onDelete: 'refuse' },
  ],
})

/** The site on a store: the next events by their start, for the home page of a club. */
export async function openClub(store: Store, url: string) {
  const administrator = { login: 'admin', email: 'admin@club.example', password: 'only an example' }
  const admin = await installSite(store, { url, title: 'A club', administrator })
  const site = createSite({ store, url, features: [events] })
  const { meta } = site.content.events
  /** The upcoming events, the next one first. */
  async function upcoming(now: Date, limit = 10) {
    const visitor = { as: site.principalOf(undefined) }
    const { records } = await site.content.events.find(
      { where: meta.starts.gte(now), order: [meta.starts.asc], limit },
      visitor,
    )
    return records
  }
  return { site, admin, upcoming }
}
