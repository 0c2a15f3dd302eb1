/** A program whose types come from what features declare. */
export const declared = `
import { createSite, type Site } from '@platen/site'
import { defineFeature } from '@platen/site/extend'
import type { MetaOf, Post } from '@platen/site/types'
import { createMemoryStore } from '@platen/memory'

export const events = defineFeature({
  name: 'events',
  types: {
    event: { restBase: 'events', public: true, supports: ['title', 'editor', 'custom-fields'] },
  },
  taxonomies: { season: { objectTypes: ['event'], restBase: 'seasons' } },
  meta: [
    { object: 'post', subtype: 'event', key: 'price', type: 'number', single: true },
    { object: 'post', subtype: 'event', key: 'starts', type: 'string', single: true, schema: { format: 'date-time' } },
    { object: 'post', subtype: 'event', key: 'languages', type: 'string' },
  ],
})

const url = 'https://events.example'
const site = createSite({ store: createMemoryStore(), url, features: [events] })
const as = site.system

export const meta: MetaOf<typeof events, 'event'> = { price: 3, starts: null, languages: ['en'] }

export async function run(id: number): Promise<string[]> {
  const event = await site.content.events.create({ title: 'Fair', meta: { price: 3, languages: ['en'] } }, { as })
  await site.content.events.update(event.id, { meta: { price: null } }, { as })
  // @ts-expect-error it is called price
  await site.content.events.create({ title: 'Fair', meta: { prise: 3 } }, { as })
  // @ts-expect-error a number
  await site.content.events.create({ title: 'Fair', meta: { price: '3' } }, { as })
  // @ts-expect-error a list
  await site.content.events.update(id, { meta: { languages: 'en' } }, { as })
  // @ts-expect-error it is called events
  await site.content.event.create({ title: 'Fair' }, { as })

  const { ok, body } = await site.call('GET', '/cms/v2/events')
  if (!ok) return [body.message]
  const prices: number[] = body.map(({ meta }) => meta.price)
  const languages: string[] = body.flatMap(({ meta, seasons }) => [...meta.languages, ...seasons.map(String)])
  // @ts-expect-error it is called price
  prices.push(body[0]?.meta.prise)
  // @ts-expect-error the type does not support it
  languages.push(body[0]?.excerpt.rendered)

  const post = await site.call('GET', \`/cms/v2/posts/\${id}\`)
  const shown: Post | undefined = post.ok ? post.body : undefined
  // @ts-expect-error it is called rendered
  languages.push(shown?.title.renderd)
  const named = await site.call<{ own: string }>('GET', '/cms/v2/posts/7')
  if (named.ok) languages.push(named.body.own)
  return [...languages, ...prices.map(String)]
}

export const anySite: Site = site

/** Functions of features in place know the types of their parameters. */
export const inPlace: Site = createSite({
  store: createMemoryStore(),
  url,
  features: [{ name: 'own', meta: [{ object: 'user', key: 'a', type: 'string', filter: value => String(value) }], routes(site) { site.registry.routes() } }],
})
`

/** A configuration, and a test of its site. */
export const configured = `
import { createTestSite, defineConfig } from '@platen/cli'
import { defineFeature } from '@platen/site/extend'

const places = defineFeature({ name: 'places', types: { place: { supports: ['title', 'custom-fields'] } } })
const config = defineConfig({
  features: [places],
  types: { event: { restBase: 'events', supports: ['title', 'custom-fields'] } },
  meta: [{ object: 'post', subtype: 'event', key: 'price', type: 'integer', single: true, authorize: user => user.can('x') }],
  setup: site => void site.registerStatus('in-review', { label: 'In review' }),
})
export default config

// @ts-expect-error it is called taxonomies
defineConfig({ taxonmies: {} })
// @ts-expect-error it is called restBase
defineConfig({ types: { event: { restBse: 'events' } } })
// @ts-expect-error it is called path
defineConfig({ console: { pth: '/console' } })

const { site, admin } = await createTestSite(config)
await site.content.events.create({ meta: { price: 3 } }, { as: admin })
await site.content.place.create({ title: 'Barn' }, { as: admin })
// @ts-expect-error it is called types
await createTestSite({ typs: {} })
await createTestSite({ setup: other => void other.registerStatus('sold', { label: 'Sold' }) })
// @ts-expect-error it is called price
await site.content.events.create({ meta: { prise: 3 } }, { as: admin })
const { ok, body } = await site.call('GET', '/cms/v2/events/7')
export const price: number = ok ? body.meta.price : 0
`

/** A program whose types come from the file of \`platen types\`. */
export const registered = `
import { createSite, type Site } from '@platen/site'
import { createMemoryStore } from '@platen/memory'

const site: Site = createSite({ store: createMemoryStore(), url: 'https://events.example' })
const as = site.system
await site.content.events.create({ title: 'Fair', meta: { price: 3, place: { lat: 1, lon: 2 }, 'my-tags': ['a'] } }, { as })
// @ts-expect-error it is called price
await site.content.events.create({ title: 'Fair', meta: { prise: 3 } }, { as })
// @ts-expect-error a list
await site.content.posts.create({ type: 'event', meta: { 'my-tags': 'a' } }, { as })
const { ok, body } = await site.call('GET', '/wp/v2/events/7')
export const price: number = ok ? body.meta.price : 0
export const starts: string | null = ok ? body.meta.starts : null
export const seasons: number[] = ok ? body.seasons : []
const term = await site.call('GET', '/cms/v2/seasons')
export const taxonomy: 'season' | undefined = term.ok ? term.body[0]?.taxonomy : undefined
// @ts-expect-error it is called price
export const wrong = ok ? body.meta.prise : 0
`
