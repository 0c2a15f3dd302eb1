import type { RestResponse } from '@platen/core'
import { createMemoryStore } from '@platen/memory'
import { type PostRecord, postsIn, type Site, usersIn } from '@platen/site'
import { postTitle } from '@platen/site/extend'
import t from 'tap'
import { openStorage, paintedImages } from '../site/features/media/media-site.js'
import { makeSite } from '../site/make-site.js'
import { type Fault, failAtEachCall, failingStore } from './failing-store.js'

t.setTimeout(360_000)

const register = (site: Site) => {
  site.registerField('post', 'mood', { schema: { type: 'string' }, load: async () => 1, get: () => 'x' })
}

const WRITES: readonly (readonly [request: string, body?: unknown])[] = [
  ['POST /posts', { title: 'a', content: 'b', status: 'publish', categories: [1], tags: [2], sticky: true }],
  ['POST /posts/1', { title: 'c', content: 'd', meta: { footnotes: '' }, template: '' }],
  ['DELETE /posts/1'],
  ['DELETE /posts/1?force=true'],
  ['POST /categories', { name: 'e' }],
  ['POST /tags/2', { name: 'f' }],
  ['DELETE /tags/2?force=true'],
  ['POST /users', { username: 'g', email: 'g@example.com', password: 'h' }],
  ['POST /users/2', { name: 'i' }],
  ['DELETE /users/2?force=true&reassign=1'],
  ['POST /settings', { title: 'j' }],
  ['POST /users/me/application-passwords', { name: 'k' }],
]

async function preparedSite() {
  const fault: Fault = { left: -1 }
  const store = createMemoryStore()
  const errors: unknown[] = []
  const { send } = await makeSite({
    store,
    wrapStore: each => failingStore(each, fault),
    register,
    onError: error => errors.push(error),
  })
  await send('POST /tags', { body: { name: 'tag' } })
  await send('POST /posts', { body: { title: 'first', content: 'x', status: 'publish', tags: [2] } })
  return { send, fault, store, errors }
}

for (const [request, given] of WRITES) {
  t.test(request, async t => {
    const { failures, survived } = await failAtEachCall(t, preparedSite, ({ send }) =>
      send(request, given === undefined ? {} : { body: given }),
    )
    t.ok(failures > 0 && survived > 0, `${failures} failures, ${survived} writes that could not be shown`)
  })
}

const text = (words: string) => `<!-- wp:paragraph --><p>${words}</p><!-- /wp:paragraph -->`

/** The records that the writes below change; `@name` is the id of one. */
const PREPARED: Readonly<Record<string, readonly [request: string, body: object]>> = {
  post: ['POST /posts', { title: 'first', content: text('x'), status: 'publish' }],
  draft: ['POST /posts', { title: 'draft', content: text('x'), status: 'draft' }],
  page: ['POST /pages', { title: 'page', content: text('x'), status: 'publish' }],
  comment: ['POST /comments', { post: '@post', content: 'one' }],
  answer: ['POST /comments', { post: '@post', content: 'two', parent: '@comment' }],
  trashed: ['POST /comments', { post: '@post', content: 'three', status: 'trash' }],
  block: ['POST /blocks', { title: 'block', content: text('x'), status: 'publish' }],
  navigation: ['POST /navigation', { title: 'navigation', content: text('x'), status: 'publish' }],
  menu: ['POST /menus', { name: 'menu' }],
  item: ['POST /menu-items', { title: 'item', url: 'https://a.example', menus: '@menu', status: 'publish' }],
  below: ['POST /menu-items', { title: 'below', url: 'https://a.example', menus: '@menu', parent: '@item' }],
  parent: ['POST /categories', { name: 'parent' }],
  child: ['POST /categories', { name: 'child', parent: '@parent' }],
  family: ['POST /font-families', { font_family_settings: JSON.stringify({ name: 'F', slug: 'f', fontFamily: 'F' }) }],
  template: ['POST /templates', { slug: 'own', title: 'Own', content: text('x') }],
  part: ['POST /template-parts', { slug: 'own', title: 'Own', content: text('x'), area: 'header' }],
  widget: ['POST /widgets', { id_base: 'block', sidebar: 'side', instance: { raw: { content: 'x' } } }],
  user: ['POST /users', { username: 'ada', email: 'ada@example.com', password: 'secret', roles: ['author'] }],
  password: ['POST /users/me/application-passwords', { name: 'phone' }],
  revised: ['POST /posts/@post', { content: text('y') }],
  revisedBlock: ['POST /blocks/@block', { content: text('y') }],
  revisedTemplate: ['POST /templates/@template', { content: text('y') }],
}

const FAMILY_WRITES: readonly (readonly [request: string, body?: unknown])[] = [
  ['POST /comments', { post: '@post', content: 'k' }],
  ['POST /comments/@comment', { content: 'l', status: 'hold', meta: {} }],
  ['DELETE /comments/@comment'],
  ['DELETE /comments/@comment?force=true'],
  ['POST /comments/@trashed', { status: 'approved' }],
  ['POST /pages/@page', { title: 'm', content: text('n'), parent: 0, template: '' }],
  ['POST /posts/@post/autosaves', { title: 'o', content: text('p') }],
  ['POST /posts/@draft/autosaves', { title: 'o', content: text('p') }],
  ['POST /blocks', { title: 'q', content: text('r') }],
  ['POST /blocks/@block', { title: 'q', content: text('r') }],
  ['DELETE /blocks/@block?force=true'],
  ['POST /navigation/@navigation', { content: text('s') }],
  ['DELETE /navigation/@navigation?force=true'],
  ['POST /menus', { name: 't', auto_add: true }],
  ['POST /menus/@menu', { name: 'u', locations: ['primary'], auto_add: true }],
  ['DELETE /menus/@menu?force=true'],
  ['POST /menu-items', { title: 'v', url: 'https://b.example', menus: '@menu' }],
  ['POST /menu-items/@item', { title: 'w', menu_order: 3 }],
  ['DELETE /menu-items/@item?force=true'],
  ['DELETE /categories/@parent?force=true'],
  ['POST /categories/@child', { parent: 0, name: 'x', slug: 'y' }],
  ['POST /font-families', { font_family_settings: JSON.stringify({ name: 'G', slug: 'g', fontFamily: 'G' }) }],
  ['DELETE /font-families/@family?force=true'],
  ['POST /templates', { slug: 'two', title: 'Two', content: text('x') }],
  ['POST /templates/@template', { content: text('z') }],
  ['DELETE /templates/@template?force=true'],
  ['POST /template-parts/@part', { content: text('z'), area: 'footer' }],
  ['DELETE /template-parts/@part'],
  ['POST /widgets', { id_base: 'block', sidebar: 'side', instance: { raw: { content: 'y' } } }],
  ['POST /widgets/@widget', { sidebar: 'other' }],
  ['DELETE /widgets/@widget?force=true'],
  ['POST /sidebars/other', { widgets: ['@widget'] }],
  ['POST /users/@user', { roles: ['editor'], password: 'other', email: 'other@example.com' }],
  ['DELETE /users/@user?force=true&reassign=1'],
  ['DELETE /users/me/application-passwords'],
  ['DELETE /users/me/application-passwords/@password'],
  ['POST /users/me/application-passwords/@password', { name: 'other' }],
  ['POST /settings', { title: 'a', description: 'b', timezone: 'Europe/Berlin', posts_per_page: 3 }],
]

/** The same value with ids in place of `@name`. */
function named(value: unknown, ids: ReadonlyMap<string, unknown>): unknown {
  if (typeof value === 'string') {
    const whole = /^@(\w+)$/.exec(value)
    return whole?.[1] !== undefined && ids.has(whole[1])
      ? ids.get(whole[1])
      : value.replaceAll(/@(\w+)/g, (name, key) => String(ids.get(key) ?? name))
  }
  if (Array.isArray(value)) return value.map(each => named(each, ids))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, named(each, ids)]))
}

async function siteWithFamilies() {
  const fault: Fault = { left: -1 }
  const store = createMemoryStore()
  const errors: unknown[] = []
  const files = new Map<string, Uint8Array>()
  const made = await makeSite({
    store,
    wrapStore: each => failingStore(each, fault),
    register(site) {
      site.registerMenuLocation('primary', { description: 'Primary' })
      for (const id of ['side', 'other']) site.registerSidebar(id, { name: id })
    },
    media: { storage: openStorage(files), images: paintedImages },
    onError: error => errors.push(error),
  })
  const ids = new Map<string, unknown>()
  for (const [name, [request, given]] of Object.entries(PREPARED)) {
    const { status, body } = await made.send(named(request, ids) as string, {
      ...(request.startsWith('GET') ? {} : { body: named(given, ids) }),
    })
    if (status >= 300) throw new Error(`${name}: ${JSON.stringify(body)}`)
    const { id, uuid } = body as { readonly id?: unknown; readonly uuid?: unknown }
    ids.set(name, id ?? uuid)
  }
  return { ...made, ids, fault, store, errors, files }
}

for (const [request, given] of FAMILY_WRITES) {
  t.test(request, async t => {
    const { failures, survived } = await failAtEachCall(t, siteWithFamilies, made =>
      made.send(named(request, made.ids) as string, given === undefined ? {} : { body: named(given, made.ids) }),
    )
    t.ok(failures > 0, `${failures} failures, ${survived} writes that succeeded`)
  })
}

const deep = (): never => deep()
const fail = (): never => {
  throw new Error('broken')
}

/** Texts that are stored and cannot be rendered. */
const BROKEN: readonly (readonly [what: string, content: string])[] = [
  ['a shortcode that throws', 'Words. [broken]'],
  ['a shortcode that runs out of stack', '[deep]'],
  ['a block that throws', '<!-- wp:test/broken /-->'],
]

interface Shown {
  readonly id: number
  readonly title: { readonly rendered: string }
  readonly content: { readonly rendered: string }
  readonly excerpt: { readonly rendered: string }
  readonly _links: unknown
  readonly [extra: string]: unknown
}

async function brokenSite() {
  const errors: unknown[] = []
  const made = await makeSite({
    onError: error => errors.push(error),
    register(site) {
      site.registerShortcode('broken', fail)
      site.registerShortcode('deep', deep)
      site.registerBlockType({ name: 'test/broken', render: fail })
      const failsFor = (record: { readonly id: number; readonly slug?: string }) =>
        record.slug === 'broken' ? fail() : 'fine'
      for (const resource of ['post', 'category', 'user'])
        site.registerField(resource, 'mood', { schema: { type: 'string' }, get: failsFor })
      site.registerField('post', 'weather', { schema: { type: 'object' }, load: fail, get: () => ({ sun: true }) })
      site.registerField('post', 'digits', {
        schema: { type: 'integer' },
        get: (post: PostRecord) => (post.slug === 'broken' ? fail() : 1),
      })
      site.filter(postTitle, ({ value, post }) => (post.slug === 'broken' ? fail() : value))
    },
  })
  const messages = () => errors.splice(0).map(error => (error as Error).message)
  return { ...made, errors, messages }
}

const body = <B>(answer: RestResponse) => JSON.parse(answer.text()) as B

for (const [what, content] of BROKEN) {
  t.test(what, async t => {
    const { send, messages } = await brokenSite()
    const fine = body<Shown>(
      await send('POST /posts', { body: { title: 'Fine', content: 'Words', status: 'publish' } }),
    )
    messages()
    const written = await send('POST /posts', { body: { title: 'Bad', content, status: 'publish', excerpt: 'x' } })
    t.equal(written.status, 201, 'it is stored, and says so')
    const { id } = body<Shown>(written)
    t.ok(messages().some(message => message.startsWith(`content.rendered of post ${id} `)))
    for (const query of ['', '?context=edit', '?_fields=id,title,content.rendered,excerpt', '?_embed']) {
      const list = await send(`GET /posts${query}`)
      t.equal(list.status, 200, query)
      const shown = new Map(body<Shown[]>(list).map(post => [post.id, post]))
      t.equal(shown.get(id)?.content.rendered, '')
      t.equal(shown.get(id)?.title.rendered, 'Bad')
      t.equal(shown.get(id)?.excerpt.rendered, '<p>x</p>\n')
      t.equal(shown.get(fine.id)?.content.rendered, '<p>Words</p>\n')
      t.ok(messages().some(message => message.includes(`content.rendered of post ${id} `)))
    }
    t.equal((await send(`GET /posts/${id}`)).status, 200)
    t.equal((await send(`GET /search?search=Bad&_embed=true`)).status, 200)
  })
}

t.test('fields of users that throw for one record', async t => {
  const { send, messages, store, users } = await brokenSite()
  await send('POST /posts', { body: { title: 'a', slug: 'fine', status: 'publish' } })
  await send('POST /posts', { body: { title: 'b', slug: 'broken', status: 'publish' } })
  await send('POST /categories', { body: { name: 'c', slug: 'broken' } })
  await usersIn(store).update(users.get('editor')?.id ?? 0, { slug: 'broken' })
  messages()
  for (const path of ['/posts', '/categories', '/users']) {
    const answer = await send(`GET ${path}`)
    t.equal(answer.status, 200, path)
    const moods = body<Shown[]>(answer).map(each => [each['slug'], each['mood']])
    t.ok(moods.some(([slug, mood]) => slug === 'broken' && mood === ''))
    t.ok(moods.every(([slug, mood]) => slug === 'broken' || mood === 'fine'))
    t.ok(messages().some(message => message.startsWith('mood of ')))
    const value = await send(`GET ${path}?_fields=slug,mood`)
    t.strictSame(
      body<Shown[]>(value).map(each => [each['slug'], each['mood']]),
      moods,
    )
  }
  const [broken, fine] = body<Shown[]>(await send('GET /posts?orderby=id'))
  t.equal(fine?.['digits'], 1)
  t.notOk('digits' in (broken ?? {}), 'what has no empty value is left out')
  t.notOk('weather' in (fine ?? {}), 'and so is what cannot be loaded')
  t.equal(broken?.title.rendered, '')
  t.ok(broken?._links)
})

const cycle: { self?: unknown } = {}
cycle.self = cycle

const UNWRITABLE: readonly (readonly [what: string, value: unknown])[] = [
  ['a bigint', 7n],
  ['a bigint inside', { list: [{ n: 7n }] }],
  ['a cycle', cycle],
  ['a cycle of many', Array.from({ length: 300 }, () => cycle)],
  ['a toJSON that throws', { toJSON: fail }],
  ['a getter that throws', Object.defineProperty({}, 'x', { enumerable: true, get: fail })],
  ['a depth without end', Array.from({ length: 50_000 }).reduce(inner => [inner], 1)],
]

for (const [what, value] of UNWRITABLE) {
  t.test(`a field with ${what} is omitted, wherever it is shown`, async t => {
    const errors: unknown[] = []
    const { send, users, store } = await makeSite({
      onError: error => errors.push(error),
      register(site) {
        const resources = ['post', 'category', 'user', 'type', 'status', 'taxonomy', 'settings', 'search-result']
        site.registerField(resources, 'odd', { schema: { type: 'object' }, get: () => value })
        site.registerField(resources, 'even', { schema: { type: 'object' }, get: () => ({ a: [1, null, 'x'] }) })
        site.registerField(['type', 'status', 'taxonomy'], 'broken', { schema: { type: 'integer' }, get: fail })
        site.registerField(['type', 'status', 'taxonomy'], 'unloaded', {
          schema: { type: 'integer' },
          load: fail,
          get: () => 1,
        })
      },
    })
    const { id } = body<Shown>(await send('POST /posts', { body: { title: 'Sought', status: 'publish' } }))
    const term = body<Shown>(await send('POST /categories', { body: { name: 'c' } }))
    for (const path of [
      ...['/posts', `/posts/${id}`, '/categories', `/categories/${term.id}`, '/users', '/users/me', '/settings'],
      ...[`/users/${users.get('editor')?.id}`, '/types', '/types/post', '/statuses', '/statuses/publish'],
      ...['/taxonomies', '/taxonomies/category', '/search?search=Sought', `/posts/${id}?context=edit`],
    ]) {
      const join = path.includes('?') ? '&' : '?'
      for (const query of ['', `${join}_fields=odd,even`, `${join}_embed`, `${join}_envelope`]) {
        errors.length = 0
        const answer = await send(`GET ${path}${query}`)
        t.equal(answer.status, 200, `${path}${query}`)
        const text = answer.text()
        t.notMatch(text, '"odd"', path)
        t.match(text, '"even":{"a":[1,null,"x"]}', path)
        t.notMatch(text, /"broken"|"unloaded"/)
        t.ok(
          errors.some(error => /^odd of [\w-]+/.test((error as Error).message)),
          `${path}${query} is reported`,
        )
      }
    }
    t.equal((await send(`PUT /posts/${id}`, { body: { title: 'Changed' } })).status, 200)
    t.equal((await postsIn(store).get(id))?.title, 'Changed')
  })
}
