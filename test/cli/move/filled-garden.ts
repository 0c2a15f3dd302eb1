import { createSite, type Services, type Site, usersIn } from '@platen/site'
import { defineFeature } from '@platen/site/extend'
import { defineCollection, integer, json, type Store, text } from '@platen/storage'
import { builtInCollections } from '../../site/built-in-collections.js'
import { makeSite } from '../../site/make-site.js'

/** A collection of a feature. */
export const plants = defineCollection({
  name: 'plants',
  columns: { name: text({ folded: true }), notes: json<Readonly<Record<string, unknown>>>(), post: integer() },
  unique: { name: [{ folded: 'name' }] },
})

export const plantsFeature = defineFeature({ name: 'plants', collections: [plants] })

/** All collections of the sites of these tests. */
export const gardenCollections = [...builtInCollections, plants]

const services: Partial<Services> = { clock: () => Date.parse('2024-06-01T12:00:00Z') }

const TEXT = `ä 日本 😀 "'%_\\\n\t[1]{}\u{10FFFF}`

/** A site with records in its collections, changed and removed ones among them, on an empty store. */
export async function fillGarden(store: Store, posts = 16): Promise<Site> {
  const { site, send, users } = await makeSite({ store, features: [plantsFeature], services })
  const as = 'administrator'
  const created = async (request: string, body: object) => {
    const response = await send(`POST ${request}`, { as, body })
    if (response.status >= 300) throw new Error(`${request}: ${JSON.stringify(response.body)}`)
    return (response.body as { readonly id: number }).id
  }
  const category = await created('/categories', { name: `Trees ${TEXT}` })
  for (let at = 0; at < posts; at++) {
    const content = `${TEXT} ${at} `.repeat(at % 7)
    const body = { title: `Plant ${at}`, content, status: 'publish', categories: [category], excerpt: '' }
    const post = await created('/posts', body)
    if (at % 3 === 0) await created(`/posts/${post}`, { title: `Plant ${at} ${TEXT}`, sticky: at % 2 === 0 })
    if (at % 5 === 0) await created('/comments', { post, content: `Comment ${at}` })
    if (at % 11 === 5) await send(`DELETE /posts/${post}?force=true`, { as })
    await store.collection(plants).insert({ name: `P${at}`, notes: { z: at, a: [TEXT, null, 1.5, { b: true }] }, post })
  }
  await created('/pages', { title: 'Map', content: 'x'.repeat(200_000), status: 'publish' })
  await created(`/users/${users.get('editor')?.id}/application-passwords`, { name: 'phone' })
  await created('/settings', { title: `Garden ${TEXT}` })
  return site
}

/** Opens the site of a store again. */
export async function openGarden(store: Store): Promise<Site> {
  const site = createSite({ store, url: 'https://site.example', features: [plantsFeature], services })
  await site.ready()
  return site
}

const REQUESTS = [
  '/',
  '/cms/v2/posts?per_page=100&_embed',
  '/cms/v2/posts?context=edit&status=any&per_page=100&orderby=title',
  '/cms/v2/posts?search=日本&per_page=100',
  '/cms/v2/posts?sticky=true',
  '/cms/v2/pages?context=edit',
  '/cms/v2/categories?context=edit&hide_empty=true',
  '/cms/v2/comments?context=edit&per_page=100',
  '/cms/v2/users?context=edit&who=authors',
  '/cms/v2/users?context=edit&roles=editor',
  '/cms/v2/settings',
  '/cms/v2/search?search=plant&per_page=100',
  '/cms/v2/types?context=edit',
  '/cms/v2/statuses?context=edit',
  '/cms/v2/widgets',
  '/cms/v2/menu-locations',
  '/cms/v2/themes',
  '/cms/v2/posts/424242',
]

/** The responses of a site to many requests: status, headers (`ETag` has the versions), and texts. */
export async function responsesOf(site: Site): Promise<Readonly<Record<string, unknown>>> {
  const [administrator] = (await usersIn(site.context.store).find({ limit: 1 })).records
  const { records } = await site.context.store.collection(plants).find({ limit: 40 })
  const each = records.flatMap(({ post }) => [`/cms/v2/posts/${post}?context=edit`, `/cms/v2/posts/${post}/revisions`])
  const responses: Record<string, unknown> = {}
  for (const path of [...REQUESTS, ...each]) {
    const { status, headers, body } = await site.call('GET', path, undefined, { as: administrator })
    responses[path] = { status, headers, body }
  }
  return responses
}
