import type { RestRequest } from '@platen/core'
import type { PostRecord, RateLimitOptions, Site } from '@platen/site'
import t from 'tap'
import { makeSite, type TestSite } from '../../make-site.js'
import { openStorage } from '../media/media-site.js'

interface Shown {
  readonly id: number
  readonly class_list: readonly string[]
}

/** Taxonomies whose classes may have the names of others, and a type named like the own class of a post. */
function registerOddNames(site: Site): void {
  for (const name of ['tag', 'type', 'post', 'a', 'a-b'])
    site.registerTaxonomy(name, { objectTypes: ['post'], restBase: `in-${name}`, public: true })
  site.registerTaxonomy('hidden', { objectTypes: ['post'], restBase: 'in-hidden', public: false })
  site.registerPostType('post-30', { public: true, restBase: 'thirties', supports: ['title'] })
}

/** The classes of each item of a list, which writes them at once, and of the item alone. */
async function classesIn({ send }: TestSite, list: string): Promise<ReadonlyMap<number, readonly string[]>> {
  const found = new Map<number, readonly string[]>()
  const answer = await send(`GET /${list}?per_page=100`, { as: 'anonymous' })
  for (const { id, class_list } of JSON.parse(answer.text()) as Shown[]) {
    t.strictSame(class_list, ((await send(`GET /${list}/${id}`)).body as Shown).class_list, `${list} ${id}`)
    found.set(id, class_list)
  }
  return found
}

t.test('each class is listed once, in the order of the taxonomies', async t => {
  const site = await makeSite({ register: registerOddNames })
  const { send } = site
  const add = async (path: string, body: object) => ((await send(`POST /${path}`, { body })).body as Shown).id
  const term = (base: string, slug: string) => add(base, { name: slug, slug })
  const post = (body: object = {}) => add('posts', { title: 'x', status: 'publish', ...body })
  const [tag, second, type, hidden] = [
    await term('tags', 'ink'),
    await term('in-tag', 'ink'),
    await term('in-type', 'post'),
    await term('in-hidden', 'x'),
  ]
  const [joined, split, letters, number] = [
    await term('in-a', 'b-c'),
    await term('in-a-b', 'c'),
    await term('tags', '日本'),
    await term('in-post', '12'),
  ]
  const plain = await post({ categories: [1] })
  const odd = await post({
    tags: [tag, letters],
    'in-tag': [second],
    'in-type': [type],
    'in-a': [joined],
    'in-a-b': [split],
    'in-hidden': [hidden],
    categories: [1],
  })
  let last = odd
  while (last < number) last = await post({ 'in-post': [number] })
  await post({ password: 'secret' })
  const classes = await classesIn(site, 'posts')
  const shared = ['post', 'type-post', 'status-publish', 'format-standard']
  t.strictSame(classes.get(plain), [`post-${plain}`, ...shared, 'hentry', 'category-uncategorized'])
  t.strictSame(classes.get(odd), [
    `post-${odd}`,
    ...shared,
    'hentry',
    'category-uncategorized',
    'tag-ink',
    `tag-${letters}`,
    'a-b-c',
  ])
  t.strictSame(classes.get(number)?.filter(name => name === `post-${number}`).length, 1, 'a term named like the post')
  t.ok([...classes.values()].some(each => each.includes('post-password-required')))
})

t.test('a type named like a post', async t => {
  const site = await makeSite({ register: registerOddNames })
  let id = 0
  while (id < 30)
    id = ((await site.send('POST /thirties', { body: { title: 'x', status: 'publish' } })).body as Shown).id
  const classes = await classesIn(site, 'thirties')
  t.strictSame(classes.get(29), ['post-29', 'post-30', 'type-post-30', 'status-publish', 'hentry'])
  t.strictSame(classes.get(30), ['post-30', 'type-post-30', 'status-publish', 'hentry'])
})

async function protectedSite(rateLimits?: RateLimitOptions) {
  const state = { now: Date.UTC(2024, 0, 1) }
  const made = await makeSite({ ...(rateLimits && { rateLimits }), cache: true, services: { clock: () => state.now } })
  const { send, site } = made
  const write = async (path: string, body: object) =>
    ((await send(`POST ${path}`, { body })).body as { readonly id: number }).id
  const post = await write('/posts', { title: 'A', content: 'hidden words', status: 'publish', password: 'sesame' })
  const other = await write('/posts', { title: 'B', content: 'hidden words', status: 'publish', password: 'sesame' })
  const comment = await write('/comments', { post, content: 'A comment' })
  const from = async (remoteAddress: string | undefined, path: string, request: Partial<RestRequest> = {}) => {
    const [name = '', query = ''] = path.split('?')
    const target = { method: 'GET', path: `/${site.context.namespace}${name}`, query, remoteAddress, ...request }
    return site.dispatch(target)
  }
  return { ...made, state, post, other, comment, from }
}

const CLIENT = '198.51.100.66'

for (const [name, pathOf] of Object.entries({
  'the post': ({ post }) => `/posts/${post}?`,
  'the list of its comments': ({ post }) => `/comments?post=${post}&`,
  'one of its comments': ({ comment }) => `/comments/${comment}?`,
} satisfies Record<string, (made: Awaited<ReturnType<typeof protectedSite>>) => string>))
  t.test(`passwords of a post are limited by network: ${name}`, async t => {
    const made = await protectedSite()
    const { from, state, post, other } = made
    const path = pathOf(made)
    const statuses: number[] = []
    for (let guess = 0; guess < 11; guess++) statuses.push((await from(CLIENT, `${path}password=guess${guess}`)).status)
    t.same(
      statuses.slice(0, 10).map(status => status < 405),
      Array(10).fill(true),
    )
    t.equal(statuses[10], 429)
    const refused = await from(CLIENT, `${path}password=sesame`)
    t.match(refused, { status: 429, body: { code: 'rest_too_many_attempts' }, headers: { 'Retry-After': '1' } })
    t.equal((await from(CLIENT, `/posts/${post}`)).status, 200, 'without a password')
    t.equal((await from(CLIENT, `/posts/${other}?password=sesame`)).status, 200, 'another post')
    t.equal((await from('203.0.113.7', `${path}password=sesame`)).status, 200, 'another network')
    t.equal((await from(CLIENT, `${path}password=sesame`)).status, 429, 'never from the cache')
    t.equal((await from(undefined, `${path}password=sesame`)).status, 200, 'in process')
    state.now += 1000
    t.equal((await from(CLIENT, `${path}password=sesame`)).status, 200)
    t.equal((await from(CLIENT, `${path}password=guess`)).status < 405, true, 'the right one resets the count')
  })

t.test('the right password is not counted, and OPTIONS is not a way around', async t => {
  const { from, post } = await protectedSite()
  for (let use = 0; use < 30; use++) t.equal((await from(CLIENT, `/posts/${post}?password=sesame`)).status, 200)
  const allowOf = async (password: string) =>
    (await from(CLIENT, `/posts/${post}?password=${password}`, { method: 'OPTIONS' })).headers['Allow']
  t.equal(await allowOf('sesame'), 'GET')
  for (let guess = 0; guess < 10; guess++) t.notOk(await allowOf(`guess${guess}`))
  t.notOk(await allowOf('sesame'))
})

t.test('new comments do not answer guesses either', async t => {
  const { from, post } = await protectedSite()
  const comment = async (password: string) => {
    const value = { post, password, content: `With ${password}`, author_name: 'Ann', author_email: 'ann@example.com' }
    const request = { method: 'POST', headers: { 'x-as': 'subscriber' }, body: { kind: 'json', value } } as const
    return (await from(CLIENT, '/comments', request)).status
  }
  for (let guess = 0; guess < 10; guess++) t.equal(await comment(`guess${guess}`), 403)
  t.equal(await comment('sesame'), 429)
})

t.test('all posts together, and other limits or none', async t => {
  const rule = { burst: 3, seconds: 60 }
  const byNetwork = await protectedSite({ postPasswords: { network: rule } })
  for (const id of [byNetwork.post, byNetwork.other, byNetwork.post])
    t.equal((await byNetwork.from(CLIENT, `/posts/${id}?password=x`)).status, 403)
  t.equal((await byNetwork.from(CLIENT, `/posts/${byNetwork.other}?password=x`)).status, 429)
  const byPost = await protectedSite({ postPasswords: { post: rule } })
  for (let guess = 0; guess < 3; guess++) await byPost.from(CLIENT, `/posts/${byPost.post}?password=x`)
  t.equal((await byPost.from(CLIENT, `/posts/${byPost.post}?password=x`)).status, 429)
  const without = await protectedSite({ postPasswords: false })
  for (let guess = 0; guess < 30; guess++)
    t.equal((await without.from(CLIENT, `/posts/${without.post}?password=x`)).status, 403)
})

const WORDS = Array.from({ length: 60 }, (_, at) => `w${at + 1}`)
const firstWords = (count: number) =>
  count >= WORDS.length ? `<p>${WORDS.join(' ')}</p>\n` : `<p>${WORDS.slice(0, count).join(' ')} [&hellip;]</p>\n`

interface ShownExcerpt extends Omit<PostRecord, 'excerpt'> {
  readonly excerpt: { readonly rendered: string }
}

t.test('the length of a generated excerpt counts wherever posts are answered', async t => {
  const { send } = await makeSite()
  const created = await send('POST /posts?excerpt_length=4', {
    body: { title: 'x', content: WORDS.join(' '), status: 'publish' },
  })
  const { id, excerpt } = created.body as unknown as ShownExcerpt
  t.equal(excerpt.rendered, firstWords(4), 'creation')
  for (const [given, count] of [
    ['', 0],
    ['0', 0],
    ['5', 5],
    ['5.5', 5],
    ['1e1', 10],
    ['abc', 0],
    ['100', 100],
  ] as const) {
    const query = `excerpt_length=${given}`
    const listed = await send(`GET /posts?include=${id}&${query}`)
    t.match(listed.body, [{ excerpt: { rendered: firstWords(count) } }], `list ${given}`)
    const changed = await send(`PUT /posts/${id}?${query}`, { body: { title: 'y' } })
    t.match(changed.body, { excerpt: { rendered: firstWords(count) } }, `change ${given}`)
  }
  t.match((await send(`PUT /posts/${id}`, { body: { excerpt_length: 3 } })).body, {
    excerpt: { rendered: firstWords(3) },
  })
  t.equal((await send(`GET /posts/${id}?excerpt_length=abc`)).status, 400, 'one post has a schema for it')
  t.match((await send(`DELETE /posts/${id}?excerpt_length=2`)).body, { excerpt: { rendered: firstWords(2) } })
})

t.test('authors embed PDF files of the site, and no others', async t => {
  const storage = { ...openStorage(new Map()), url: (path: string) => `https://files.example/${path}` }
  const { send } = await makeSite({ media: { storage } })
  const embed = (data: string) => `<object data="${data}" type="application/pdf">x</object>`
  for (const [data, isKept] of [
    ['https://files.example/2026/a.pdf', true],
    ['https://site.example/files/a.pdf', true],
    ['http://site.example/a.pdf', true],
    ['https://site.example/a.pdf?x', false],
    ['https://site.example/a.pdf#x.pdf', false],
    ['https://site.example/?x=.pdf', false],
    ['https://site.example/a.html', false],
    ['https://a@site.example/a.pdf', false],
    ['https://site.example:81/a.pdf', false],
    ['https://site.example.evil.example/a.pdf', false],
    ['https://evil.example/a.pdf', false],
    ['//site.example/a.pdf', false],
    ['/a.pdf', false],
    ['ftp://site.example/a.pdf', false],
    ['javascript:a.pdf', false],
  ] as const) {
    const expected = isKept ? embed(data) : '<object>x</object>'
    const { body } = await send('POST /posts', { as: 'author', body: { content: embed(data), excerpt: embed(data) } })
    t.match(body, { content: { raw: expected }, excerpt: { raw: expected } }, data)
    const autosaved = await send(`POST /posts/${(body as { id: number }).id}/autosaves`, {
      as: 'author',
      body: { title: 'y', content: embed(data) },
    })
    t.match(autosaved.body, { content: { raw: expected } }, `${data} in an autosave`)
  }
})
