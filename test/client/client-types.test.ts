import { type BatchResult, type Client, createClient, type List, type Resources } from '@platen/client'
import { createMemoryStore } from '@platen/memory'
import { createSite } from '@platen/site'
import type { Attachment, Comment, Deleted, Post, PostType, Settings, User } from '@platen/site/types'
import t from 'tap'
import { events } from '../site/types/event-feature.js'

/** Whether two types are the same; its value is only `true` if they are. */
type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false
const isSame = <_A, _B>(_is: Same<_A, _B>): void => {}
type Bodies<R> = { [K in keyof R]: R[K] extends () => Promise<infer B> ? B : never }

const site = createSite({ store: createMemoryStore(), url: 'https://garden.example', features: [events] })
interface ShopTypes {
  product: {
    path: '/shop/v1/products'
    body: { id: number; price: number; details: unknown; sizes: { width: number }[] | null; meta: { stock: number } }
    meta: { stock: number }
  }
}

const url = 'https://garden.example/cms-json'
const client = createClient({ url })
const ofSite = createClient<typeof site>({ url })
const ofFeature = createClient<typeof events>({ url })
const ofShop = createClient<ShopTypes>({ url })

t.test('responses have the types of their routes', async () => {
  const id = 7
  const calls = {
    posts: () => client.get('/cms/v2/posts'),
    post: () => client.get(`/cms/v2/posts/${id}`),
    inWp: () => client.get('/wp/v2/comments/7'),
    types: () => client.get('/cms/v2/types'),
    settings: () => client.get('/cms/v2/settings'),
    created: () => client.post('/cms/v2/posts', { title: 'x' }),
    changed: () => client.update('/cms/v2/posts/7', '"v1"', { title: 'x' }),
    trashed: () => client.delete('/cms/v2/posts/7'),
    deleted: () => client.delete('/cms/v2/posts/7', { query: { force: true } }),
    uploaded: () => client.upload('/cms/v2/media', new Blob([])),
    unknown: () => client.get('/garden/v1/beds'),
    deletedUnknown: () => client.delete('/garden/v1/beds', { query: { force: true } }),
    named: () => client.request<{ bed: number }>('GET', '/garden/v1/beds'),
  }
  type All = Bodies<typeof calls>
  isSame<All['posts'], Post[]>(true)
  isSame<All['post'], Post>(true)
  isSame<All['inWp'], Comment>(true)
  isSame<All['types']['post'], PostType>(true)
  isSame<All['settings'], Settings>(true)
  isSame<All['created'], Post>(true)
  isSame<All['changed'], Post>(true)
  isSame<All['trashed'], Post>(true)
  isSame<All['deleted'], Deleted<Post>>(true)
  isSame<All['uploaded'], Attachment>(true)
  isSame<All['unknown'], unknown>(true)
  isSame<All['deletedUnknown'], unknown>(true)
  isSame<All['named'], { bed: number }>(true)
})

t.test('declared types have types, of a site, a feature, or a file', async () => {
  const calls = {
    site: () => ofSite.get('/cms/v2/events/7'),
    feature: () => ofFeature.get('/wp/v2/events'),
    builtIn: () => ofSite.get('/cms/v2/users/7'),
    shop: () => ofShop.get('/shop/v1/products'),
    shopPosts: () => ofShop.get('/cms/v2/posts'),
  }
  type All = Bodies<typeof calls>
  isSame<All['site']['meta']['price'], number>(true)
  isSame<All['feature'][number]['meta']['level'], 'easy' | 'hard' | null>(true)
  isSame<All['builtIn']['meta']['phone'], string>(true)
  isSame<All['shop'], ShopTypes['product']['body'][]>(true)
  isSame<All['shopPosts'], Post[]>(true)
  const clients: Client<Resources<never>>[] = [client]
  t.ok(clients)
})

t.test('fields, contexts and embedded resources narrow the type', async () => {
  const calls = {
    fields: () => client.get('/cms/v2/posts', { query: { _fields: ['id', 'title.rendered', 'meta'] } }),
    deep: () => ofSite.get('/cms/v2/events/7', { query: { _fields: ['meta.price', 'seasons'] } }),
    map: () => client.get('/cms/v2/types', { query: { _fields: ['slug'] } }),
    edit: () => client.get('/cms/v2/posts/7', { query: { context: 'edit' } }),
    view: () => client.get('/cms/v2/posts/7', { query: { context: 'view' } }),
    embed: () => client.get('/cms/v2/users/7', { query: { context: 'embed' } }),
    editFields: () => client.get('/cms/v2/posts', { query: { context: 'edit', _fields: ['title.raw'] } }),
    all: () => client.get('/cms/v2/posts/7', { query: { _embed: true } }),
    some: () => client.get('/cms/v2/posts', { query: { _embed: ['author'] } }),
    someFields: () => client.get('/cms/v2/posts/7', { query: { _embed: ['author'], _fields: ['id', '_embedded'] } }),
    inWp: () => client.get('/wp/v2/posts/7', { query: { _embed: ['wp:term', 'wp:featuredmedia'] } }),
    created: () => client.post('/cms/v2/posts', {}, { query: { _fields: ['id'] } }),
    trashed: () => client.delete('/cms/v2/posts/7', { query: { _fields: ['id'] } }),
    deleted: () => client.delete('/cms/v2/posts/7', { query: { force: true, _fields: ['previous.id'] } }),
    perhaps: (force: boolean) => client.delete('/cms/v2/posts/7', { query: { force } }),
  }
  type All = Bodies<typeof calls>
  isSame<All['fields'][number]['title'], { rendered: string }>(true)
  isSame<keyof All['fields'][number], 'id' | 'title' | 'meta'>(true)
  isSame<All['deep'], { meta: { price: number }; seasons: number[] }>(true)
  isSame<All['map'], { [name: string]: { slug: string } }>(true)
  isSame<All['edit']['title']['raw'], string>(true)
  isSame<All['edit']['generated_slug'], string>(true)
  isSame<All['edit']['date'], string | null>(true)
  isSame<All['view']['title']['raw'], string | undefined>(true)
  isSame<All['embed']['name'], string>(true)
  isSame<All['embed']['description'], string | undefined>(true)
  isSame<All['editFields'], { title: { raw: string } }[]>(true)
  type Embedded = NonNullable<All['all']['_embedded']>
  isSame<keyof Embedded, 'author' | 'replies' | 'cms:featuredmedia' | 'cms:term' | `cms:meta-${string}`>(true)
  const nameOf = (embedded: Embedded) => embedded.author?.[0]?.name
  isSame<ReturnType<typeof nameOf>, string | undefined>(true)
  const sourceOf = (embedded: Embedded) => embedded['cms:featuredmedia']?.[0]?.source_url
  isSame<ReturnType<typeof sourceOf>, string | undefined>(true)
  isSame<keyof NonNullable<All['some'][number]['_embedded']>, 'author'>(true)
  isSame<keyof All['someFields'], 'id' | '_embedded'>(true)
  isSame<keyof NonNullable<All['inWp']['_embedded']>, 'wp:term' | 'wp:featuredmedia'>(true)
  isSame<All['created'], { id: number }>(true)
  isSame<All['trashed'], { id: number }>(true)
  isSame<All['deleted'], { previous: { id: number } }>(true)
  isSame<Awaited<ReturnType<(typeof calls)['perhaps']>>, Post | Deleted<Post>>(true)
})

t.test('lists and batches have types', async () => {
  const users = () => client.list('/cms/v2/users')
  isSame<ReturnType<typeof users>, List<User>>(true)
  const names = () => client.list('/cms/v2/users', { query: { _fields: ['name'] } })
  isSame<ReturnType<typeof names>, List<{ name: string }>>(true)
  const types = () => client.list('/cms/v2/types')
  isSame<ReturnType<typeof types>, List<never>>(true)
  const unknown = () => client.list('/garden/v1/beds')
  isSame<ReturnType<typeof unknown>, List<unknown>>(true)
  const batch = () =>
    client.batch([
      { path: '/cms/v2/posts', body: {} },
      { method: 'DELETE', path: '/cms/v2/users/7' },
      { method: 'PUT', path: '/garden/v1/beds' },
    ])
  isSame<
    Awaited<ReturnType<typeof batch>>,
    [BatchResult<Post>, BatchResult<User | Deleted<User>>, BatchResult<unknown>]
  >(true)
})

t.test('wrong calls do not compile', async () => {
  const wrong = {
    // @ts-expect-error it is called title
    field: () => client.get('/cms/v2/posts', { query: { _fields: ['titel'] } }),
    // @ts-expect-error it is called price
    metaField: () => ofSite.get('/cms/v2/events', { query: { _fields: ['meta.prise'] } }),
    // @ts-expect-error it is called rendered
    part: () => client.list('/cms/v2/posts', { query: { _fields: ['title.rendred'] } }),
    // @ts-expect-error a number has no members
    noPart: () => client.get('/cms/v2/posts', { query: { _fields: ['id.x'] } }),
    // @ts-expect-error it is called previous
    deleted: () => client.delete('/cms/v2/posts/7', { query: { force: true, _fields: ['previuos'] } }),
    unknownPart: () =>
      ofShop.get('/shop/v1/products', { query: { _fields: ['details.x', 'sizes.width', 'meta.stock'] } }),
    // @ts-expect-error it is called width
    listedPart: () => ofShop.get('/shop/v1/products', { query: { _fields: ['sizes.widht'] } }),
    openMeta: () => client.get('/cms/v2/posts', { query: { _fields: ['meta.any'] } }),
    openPart: () => client.get('/cms/v2/media/7', { query: { _fields: ['media_details.sizes.full', '_links.self'] } }),
    // @ts-expect-error no such context
    context: () => client.get('/cms/v2/posts', { query: { context: 'edti' } }),
    // @ts-expect-error it is called author
    relation: () => client.get('/cms/v2/posts', { query: { _embed: ['auhtor'] } }),
    // @ts-expect-error a relation of the other dialect
    dialect: () => client.get('/wp/v2/posts', { query: { _embed: ['cms:term'] } }),
    // @ts-expect-error not a value of a query
    value: () => client.get('/cms/v2/posts', { query: { after: () => '2026' } }),
    // @ts-expect-error it is called signal
    option: () => client.get('/cms/v2/posts', { signl: undefined }),
    // @ts-expect-error it is called title
    input: () => client.post('/cms/v2/posts', { titel: 'x' }),
    // @ts-expect-error a text
    type: () => client.patch('/cms/v2/posts/7', { slug: 7 }),
    // @ts-expect-error neither open nor closed
    enum: () => client.put('/cms/v2/posts/7', { comment_status: 'ajar' }),
    // @ts-expect-error it is called price
    meta: () => ofSite.post('/cms/v2/events', { meta: { prise: 3 } }),
    // @ts-expect-error a number
    metaType: () => ofSite.update('/cms/v2/events/7', '"v1"', { meta: { price: 'three' } }),
    removed: () => ofSite.patch('/cms/v2/events/7', { meta: { price: null } }),
    text: () => client.post('/cms/v2/posts', { title: 'x', content: { raw: 'y' }, meta: { any: 1 } }),
    password: () => client.post('/cms/v2/users', { username: 'ann', email: 'a@b.example', password: 'x' }),
    setting: () => client.post('/cms/v2/settings', { title: 'x', own_setting: 1 }),
    unknownRoute: () => client.post('/garden/v1/beds', { any: 1 }),
    // @ts-expect-error a base is needed
    base: () => client.update('/cms/v2/posts/7', undefined, { title: 'x' }),
    // @ts-expect-error batches do not read
    batch: () => client.batch([{ method: 'GET', path: '/cms/v2/posts' }]),
    // @ts-expect-error a Blob
    upload: () => client.upload('/cms/v2/media', 'text'),
    // @ts-expect-error an application password has a login
    auth: () => createClient({ url, auth: { password: 'x' } }),
    // @ts-expect-error a client needs a URL
    url: () => createClient({}),
    async narrowed() {
      const [post] = await client.get('/cms/v2/posts', { query: { _fields: ['id'] } })
      // @ts-expect-error it is not among the fields
      return post?.title
    },
    async unknown() {
      const bed = await client.get('/garden/v1/beds/7')
      // @ts-expect-error the type is not known
      return bed.id
    },
    async embedded() {
      const post = await client.get('/cms/v2/posts/7', { query: { _embed: ['author'] } })
      // @ts-expect-error it is not embedded
      return post._embedded?.replies
    },
    async listed() {
      // @ts-expect-error it is called name
      for await (const user of client.list('/cms/v2/users')) return user.nmae
    },
  }
  t.ok(wrong)
})
