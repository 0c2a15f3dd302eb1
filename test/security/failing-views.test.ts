import type { RestResponse } from '@platen/core'
import type { PostRecord } from '@platen/site'
import { postsIn, usersIn } from '@platen/site'
import { postTitle } from '@platen/site/extend'
import t from 'tap'
import { makeSite } from '../site/make-site.js'

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
