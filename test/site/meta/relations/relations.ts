import type { RestResponse } from '@platen/core'
import { internals } from '../../internals.js'
import type { TestSite, TestSiteOptions } from '../../make-site.js'

/** Events at a venue, with speakers, topics, posters and a quoted comment; categories and users refer to venues, too. */
const declare: NonNullable<TestSiteOptions['register']> = site => {
  const type = { public: true, showInRest: true } as const
  site.registerPostType('venue', { ...type, label: 'Venues', restBase: 'venues', supports: ['title', 'author'] })
  site.registerPostType('hall', { ...type, label: 'Halls', restBase: 'halls', supports: ['title'] })
  site.registerPostType('event', {
    ...type,
    label: 'Events',
    restBase: 'events',
    supports: ['title', 'author', 'custom-fields'],
  })
  const of = { object: 'post', subtype: 'event' } as const
  const one = { ...of, type: 'integer', single: true } as const
  site.registerMeta({
    ...one,
    key: 'venue',
    refersTo: { object: 'post', subtypes: ['venue', 'hall'] },
    onDelete: 'refuse',
  })
  site.registerMeta({ ...of, type: 'integer', key: 'speakers', refersTo: { object: 'user' }, onDelete: 'clear' })
  site.registerMeta({
    ...of,
    type: 'array',
    single: true,
    schema: { items: { type: 'integer' } },
    key: 'topics',
    refersTo: { object: 'term', subtypes: ['category'] },
    onDelete: 'clear',
  })
  site.registerMeta({ ...one, key: 'poster', refersTo: { object: 'post', subtypes: ['attachment'] } })
  site.registerMeta({ ...one, key: 'quote', refersTo: { object: 'comment' }, onDelete: 'clear' })
  site.registerMeta({
    ...one,
    key: 'backup',
    refersTo: { object: 'post', subtypes: ['venue'] },
    authorizeRead: principal => principal.can('manage_options'),
  })
  site.registerMeta({
    ...one,
    key: 'hidden',
    refersTo: { object: 'post', subtypes: ['page'] },
    onDelete: 'refuse',
    authorizeRead: principal => principal.can('manage_options'),
  })
  const venue = { type: 'integer', single: true, refersTo: { object: 'post', subtypes: ['venue'] } } as const
  site.registerMeta({ ...venue, object: 'term', subtype: 'category', key: 'place', onDelete: 'clear' })
  site.registerMeta({ ...venue, object: 'user', key: 'home', onDelete: 'clear' })
  site.registerMeta({ ...venue, object: 'comment', key: 'about', onDelete: 'clear' })
}

export type Body = { readonly id: number; readonly meta: Readonly<Record<string, unknown>>; readonly _links: Links }
export type Links = Readonly<Record<string, readonly { readonly href: string }[]>>

export const bodyOf = ({ status, body }: RestResponse): Body => {
  if (status >= 300) throw new Error(JSON.stringify(body))
  return body as Body
}

/** Creates objects by their paths, and returns their ids. */
export const creating =
  ({ send }: TestSite) =>
  async (path: string, input: Readonly<Record<string, unknown>>, as = 'administrator'): Promise<number> =>
    bodyOf(await send(`POST /${path}`, { body: { status: 'publish', ...input }, as })).id

export const idsIn =
  ({ send }: TestSite) =>
  async (path: string, as = 'anonymous'): Promise<unknown> => {
    const { status, body } = await send(`GET /${path}`, { as })
    return status === 200 ? (body as Body[]).map(({ id }) => id).sort((a, b) => a - b) : status
  }

/** A site with these declarations. */
export const relations: TestSiteOptions = { register: declare }
/** How many rows of the index are about objects that others refer to. */
export const rowsIn = async ({ store }: TestSite) =>
  (await internals.indexedMetaIn(store).find({})).records.filter(({ key }) => key.startsWith('<')).length
