import type { CallResult } from '@platen/core'
import { createMemoryStore } from '@platen/memory'
import { createSite, installSite, type Site } from '@platen/site'
import { defineFeature, type Feature } from '@platen/site/extend'
import type { Comment, Deleted, MetaOf, Post, PostRevision, SearchResult, Settings, User } from '@platen/site/types'
import t from 'tap'
import { events } from './event-feature.js'

/** Whether two types are the same; its value is only `true` if they are. */
type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false
const isSame = <_A, _B>(_is: Same<_A, _B>): void => {}

const plain = defineFeature({ name: 'plain', routes() {} })
interface EventMeta {
  price: number
  tags: string[]
  level: 'easy' | 'hard' | null
}

const store = createMemoryStore()
const url = 'https://garden.example'
const administrator = { login: 'admin', email: 'admin@garden.example', password: 'correct horse battery staple' }
const admin = await installSite(store, { url, administrator })
const site = createSite({ store, url, features: [events, plain] })

type BodyOfResult<R> = R extends Promise<infer S> ? (S extends { ok: true; body: infer B } ? B : never) : never

t.test('responses of built-in routes have types', async () => {
  const bare: Site = site
  const id = 7
  const routes = {
    posts: () => bare.call('GET', '/cms/v2/posts'),
    post: () => bare.call('GET', '/cms/v2/posts/7'),
    template: () => bare.call('GET', `/cms/v2/posts/${id}`),
    created: () => bare.call('POST', '/cms/v2/posts', {}),
    deleted: () => bare.call('DELETE', '/cms/v2/posts/7'),
    inWp: () => bare.call('GET', '/wp/v2/comments'),
    revisions: () => bare.call('GET', '/cms/v2/posts/7/revisions'),
    me: () => bare.call('GET', '/cms/v2/users/me'),
    settings: () => bare.call('GET', '/cms/v2/settings'),
    search: () => bare.call('GET', '/cms/v2/search'),
    options: () => bare.call('OPTIONS', '/cms/v2/posts'),
    unknown: () => bare.call('GET', '/garden/v1/season'),
  }
  type Bodies = { [K in keyof typeof routes]: BodyOfResult<ReturnType<(typeof routes)[K]>> }
  isSame<Bodies['posts'], Post[]>(true)
  isSame<Bodies['post'], Post>(true)
  isSame<Bodies['template'], Post>(true)
  isSame<Bodies['created'], Post>(true)
  isSame<Bodies['deleted'], Post | Deleted<Post>>(true)
  isSame<Bodies['inWp'], Comment[]>(true)
  isSame<Bodies['revisions'], PostRevision[]>(true)
  isSame<Bodies['me'], User>(true)
  isSame<Bodies['settings'], Settings>(true)
  isSame<Bodies['search'], SearchResult[]>(true)
  isSame<Bodies['options'], unknown>(true)
  isSame<Bodies['unknown'], unknown>(true)
})

t.test('calls can name the type of the body', async () => {
  const named = () => site.call<{ id: number }>('GET', '/cms/v2/events/7')
  isSame<BodyOfResult<ReturnType<typeof named>>, { id: number }>(true)
  const expected = (path: string): Promise<CallResult<User>> => site.call('GET', path)
  isSame<BodyOfResult<ReturnType<typeof expected>>, User>(true)
})

t.test('declared types, taxonomies and meta have types', async () => {
  isSame<MetaOf<typeof events, 'event'>, EventMeta>(true)
  isSame<MetaOf<typeof events, 'post'>, { origin: string }>(true)
  isSame<MetaOf<typeof events, 'season'>, { color: string }>(true)
  isSame<MetaOf<typeof events, 'user'>, { phone: string }>(true)
  isSame<keyof MetaOf<typeof events, 'venue'>, never>(true)

  const routes = {
    events: () => site.call('GET', '/cms/v2/events'),
    event: () => site.call('GET', '/cms/v2/events/7'),
    venue: () => site.call('GET', '/cms/v2/venue/7'),
    season: () => site.call('GET', '/wp/v2/seasons/7'),
    post: () => site.call('GET', '/cms/v2/posts/7'),
    page: () => site.call('GET', '/cms/v2/pages/7'),
    talk: () => site.call('GET', '/wp/v2/talk/7'),
    user: () => site.call('GET', '/cms/v2/users/7'),
  }
  type Bodies = { [K in keyof typeof routes]: BodyOfResult<ReturnType<(typeof routes)[K]>> }
  isSame<Bodies['events'], Bodies['event'][]>(true)
  isSame<Bodies['event']['meta'], EventMeta>(true)
  isSame<Bodies['event']['seasons'], number[]>(true)
  isSame<Bodies['event']['title'], Post['title']>(true)
  isSame<'author' extends keyof Bodies['event'] ? true : false, false>(true)
  isSame<'meta' extends keyof Bodies['venue'] ? true : false, false>(true)
  isSame<Bodies['season']['meta'], { color: string }>(true)
  isSame<Bodies['season']['taxonomy'], 'season'>(true)
  isSame<Bodies['post']['meta'], { footnotes: string; origin: string }>(true)
  isSame<Bodies['user']['meta']['phone'], string>(true)
  isSame<Bodies['page']['topic'], number[]>(true)
  isSame<Bodies['page']['meta']['anything'], unknown>(true)
  isSame<'topic' extends keyof Bodies['post'] ? true : false, false>(true)
  isSame<
    Pick<Bodies['talk'], 'topic' | 'categories' | 'parent'>,
    { topic: number[]; categories: number[]; parent: number }
  >(true)
  isSame<Bodies['talk']['meta'], { fee: number | undefined }>(true)
  isSame<'tags' extends keyof Bodies['talk'] ? true : false, false>(true)
})

t.test('names that nothing declares do not compile', async () => {
  const wrong = {
    meta: () => site.content.events.create({ title: 'Fair', meta: { price: 3 } }, { as: admin }),
    // @ts-expect-error it is called price
    misspelt: () => site.content.events.create({ title: 'Fair', meta: { prise: 3 } }, { as: admin }),
    // @ts-expect-error a number
    type: () => site.content.events.create({ meta: { price: 'three' } }, { as: admin }),
    // @ts-expect-error neither easy nor hard
    value: () => site.content.events.update(7, { meta: { level: 'medium' } }, { as: admin }),
    removed: () => site.content.events.update(7, { meta: { level: null } }, { as: admin }),
    // @ts-expect-error not for requests
    hidden: () => site.content.events.create({ meta: { _stored: 'x' } }, { as: admin }),
    // @ts-expect-error a key of another type
    other: () => site.content.posts.create({ meta: { price: 3 } }, { as: admin }),
    ofType: () => site.content.posts.create({ type: 'event', meta: { price: 3 } }, { as: admin }),
    // @ts-expect-error it is called price
    misspeltOfType: () => site.content.posts.create({ type: 'event', meta: { prise: 3 } }, { as: admin }),
    // @ts-expect-error only its feature writes them
    managed: () => site.content.ticket,
    // @ts-expect-error no such type
    content: () => site.content.evnts,
    undeclared: () => site.content.venue.create({ title: 'Barn', meta: { anything: 1 } }, { as: admin }),
    // @ts-expect-error it is called color
    term: () => site.content.terms.create({ taxonomy: 'season', name: 'A', meta: { colour: '' } }, { as: admin }),
    category: () => site.content.terms.create({ taxonomy: 'category', name: 'Herbs', meta: { any: 1 } }, { as: admin }),
    // @ts-expect-error it is called phone
    user: () => site.content.users.update(1, { name: 'Ann', meta: { fone: '1' } }, { as: admin }),
    comment: () => site.content.comments.create({ post: 7, content: 'Nice.', meta: { any: 1 } }, { as: admin }),
    pages: () => site.content.pages.create({ title: 'About' }, { as: admin }),
    async response() {
      const { ok, body } = await site.call('GET', '/cms/v2/events/7')
      // @ts-expect-error it is called price
      return ok && body.meta.prise
    },
  }
  t.ok(wrong)
})

t.test('properties of objects have the paths of their schema', async () => {
  const places = defineFeature({
    name: 'places',
    types: { venue: { supports: ['title', 'custom-fields'] } },
    meta: [
      {
        object: 'post',
        subtype: 'venue',
        key: 'place',
        type: 'object',
        single: true,
        filterable: true,
        schema: { properties: { city: { type: 'string' }, lat: { type: 'number' } } },
      },
      { object: 'post', subtype: 'venue', key: 'seats', type: 'integer', single: true, filterable: true },
    ],
  })
  const { meta } = createSite({ store, url, features: [places] }).content.venue
  const north = () => meta['place.lat'].gt(49)
  isSame<keyof typeof meta, 'place' | 'place.city' | 'place.lat' | 'seats'>(true)
  // @ts-expect-error it is called lat
  const misspelt = () => meta['place.lta'].gt(49)
  // @ts-expect-error a number has no properties
  const none = () => meta['seats.x'].gt(49)
  t.ok([north, misspelt, none])
})

t.test('unknown options of declarations do not compile', async () => {
  // @ts-expect-error it is called restBase
  defineFeature({ name: 'a', types: { event: { restBse: 'events' } } })
  // @ts-expect-error it is called hierarchical
  defineFeature({ name: 'a', taxonomies: { season: { objectTypes: ['post'], hierarchal: true } } })
  // @ts-expect-error it is called single
  defineFeature({ name: 'a', meta: [{ object: 'post', key: 'a', type: 'string', singel: true }] })
  t.pass()
})

t.test('sites with declarations are sites', async () => {
  const named: Feature = events
  const someFeatures: Feature[] = [events]
  const sites: Site[] = [
    site,
    createSite({ store, url, features: someFeatures }),
    createSite({ store, url, features: [named] }),
  ]
  const take = (each: Site): string => each.basePath
  t.same(sites.map(take), ['/cms-json', '/cms-json', '/cms-json'])
})
