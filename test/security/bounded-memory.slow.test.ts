import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import type { RestRequest } from '@platen/core'
import { createMemoryStore } from '@platen/memory'
import { posts, postsIn, termsIn, wherePosts } from '@platen/site'
import t from 'tap'
import { loadModule } from '../rendering/load-module.js'
import { makeSite } from '../site/make-site.js'
import { samplePost, sampleTerm } from '../site/sample-records.js'
import { openNewFile } from '../site/sqlite-file.js'

t.setTimeout(120_000)

const { createHtmlSanitizer } =
  await loadModule<typeof import('../../packages/rendering/src/sanitize/sanitize-html.js')>('sanitize/sanitize-html.js')

setFlagsFromString('--expose-gc')
const collectGarbage: () => void = runInNewContext('gc')

const MEGABYTE = 1024 * 1024

/** Code behind the limits of a site must be safe without them: a site may change the limits. */
const NO_LIMITS = { maxTextLength: 1e9, maxItems: 1e9, maxDepth: 1e9, maxQueryLength: 1e9, maxPathLength: 1e9 }

/**
 * The memory of the process, in megabytes. `resident` includes that of drivers, and leaves out what the engine has
 * reserved for its heap, which differs by its version and the machine.
 */
async function memory() {
  // Statements that were dropped are released by the collector, some of them only in the turn after it.
  for (let turn = 0; turn < 3; turn++) {
    collectGarbage()
    await new Promise(resolve => setTimeout(resolve, 5))
  }
  const { heapUsed, heapTotal, external, rss } = process.memoryUsage()
  return { heap: (heapUsed + external) / MEGABYTE, resident: (rss - heapTotal) / MEGABYTE }
}

const numbers = (length: number, from = 1) => Array.from({ length }, (_, at) => from + at)
const letters = (at: number, length: number) => at.toString(36).padStart(length, 'abcdefghij')

const reading = (path: string, query: string): RestRequest => ({ method: 'GET', path: `/cms/v2${path}`, query })
const readingWith = (path: string, value: object): RestRequest => ({
  method: 'POST',
  path: `/cms/v2${path}`,
  query: '_method=GET',
  body: { kind: 'json', value },
})

const embedding = (at: number): RestRequest => {
  const url = `https://site.example/?p=${1 + (at % 30)}&${letters(at, 3000)}`
  return { method: 'GET', path: '/oembed/1.0/embed', query: `maxwidth=${at}&url=${encodeURIComponent(url)}` }
}

/** Requests of ever new shapes, by the cache that they would fill if it were not bounded. */
const allShapes: readonly [name: string, count: number, request: (at: number) => RestRequest][] = [
  [
    'terms that must all be there',
    60,
    at => readingWith('/posts', { categories: { terms: numbers(3000 - at), operator: 'AND' } }),
  ],
  [
    'terms with those below them',
    30,
    at =>
      readingWith('/posts', {
        categories: { terms: numbers(1000 - at), operator: 'AND', include_children: true },
        tags: { terms: numbers(1000 + at), operator: 'AND' },
        tags_exclude: numbers(1000 + at),
        tax_relation: at % 2 ? 'OR' : 'AND',
      }),
  ],
  ['ids in their order', 60, at => readingWith('/posts', { include: numbers(2000 + at), orderby: 'include' })],
  [
    'slugs in their order',
    100,
    at => readingWith('/posts', { slug: numbers(1000 + at).map(n => `slug-${n}`), orderby: 'include_slugs' }),
  ],
  [
    'lists of every kind',
    100,
    at =>
      readingWith('/posts', {
        author: numbers(at),
        exclude: numbers(at * 3),
        status: Array(at).fill('publish'),
        search: 'word '.repeat(1 + (at % 12)),
        search_columns: Array(at).fill('post_title'),
      }),
  ],
  [
    'roles and capabilities',
    100,
    at => readingWith('/users', { capabilities: numbers(1000 + at).map(n => `capability_${n}`) }),
  ],
  ['selections of fields', 1200, at => reading('/posts', `_fields=id,${letters(at, 16)}.${letters(at, 400)}`)],
  [
    'long selections of fields',
    60,
    at => readingWith('/posts', { _fields: numbers(5000, at * 5000).map(n => `meta.field_${n}`) }),
  ],
  [
    'a selection in a long text',
    60,
    at => readingWith('/posts', { _fields: `meta.a_longer_name_${at}${','.repeat(MEGABYTE)}` }),
  ],
  ['URLs', 1000, at => reading('/types', `a${letters(at, 8)}${numbers(50).map(n => `&b[${n}][]`)}`)],
  ['URLs whose responses are cached', 800, at => reading('/posts', `page=1&x=${letters(at, 200)}`)],
  ['URLs that link to themselves', 400, at => reading('/posts', `per_page=1&${letters(at, 4000)}=1`)],
  [
    'comments by lists of every kind',
    80,
    at =>
      readingWith('/comments', {
        post: numbers(1 + (at % 30)),
        parent_exclude: numbers(at * 5),
        include: numbers(1000 + at),
        orderby: at % 2 ? 'include' : 'id',
        search: 'word '.repeat(1 + (at % 12)),
      }),
  ],
  [
    'menu items in their order',
    60,
    at => readingWith('/menu-items', { include: numbers(2000 + at), orderby: 'include' }),
  ],
  ['patterns by slugs', 80, at => readingWith('/blocks', { slug: numbers(1000 + at).map(n => `slug-${n}`) })],
  ['embeds of ever new sizes and URLs', 600, embedding],
  ['numbers that are counted', 500, at => reading('/posts', `exclude=${numbers(300, at)}&_fields=id`)],
]
const shapes = allShapes

// The expected maximum memory of all caches, with some room for memory that engines do not release immediately.
const LARGEST_HEAP = 25
const LARGEST_HEAP_OF_SHAPE = 5
const LARGEST_RESIDENT = 100

t.test('requests of ever new shapes do not fill the memory', async t => {
  const store = await openNewFile(`${t.testdir()}/site.sqlite`)
  t.teardown(() => store.close())
  const { site, users } = await makeSite({ store, limits: NO_LIMITS, cache: 4 * MEGABYTE })
  await store.transaction(async contents => {
    await postsIn(contents).insertMany(numbers(30).map(at => samplePost({ slug: `p${at}` })))
    await termsIn(contents).insertMany(
      numbers(50).map(at => sampleTerm({ slug: `t${at}`, parent: at > 1 ? at - 1 : 0 })),
    )
  })
  const principal = site.principalOf(users.get('administrator'))
  for (const [, , request] of shapes) await site.dispatch(request(1))
  const before = await memory()
  let from = before
  for (const [name, count, request] of shapes) {
    for (let at = 0; at < count; at++) {
      const asked = request(at)
      const { status } = await site.dispatch(/users|menu-items/.test(asked.path) ? { ...asked, principal } : asked)
      if (status !== 200) t.equal(status, 200, `${name} ${at}`)
    }
    const after = await memory()
    const grown = { heap: after.heap - from.heap, resident: after.resident - from.resident }
    t.comment(`${name}: heap ${grown.heap.toFixed(1)} MB, resident ${grown.resident.toFixed(1)} MB`)
    t.ok(grown.heap < LARGEST_HEAP_OF_SHAPE, `${name}: ${grown.heap} MB`)
    from = after
  }
  t.ok(from.heap - before.heap < LARGEST_HEAP, `the heap has grown by ${from.heap - before.heap} MB`)
  t.ok(from.resident - before.resident < LARGEST_RESIDENT, `resident: ${from.resident - before.resident} MB`)
})

t.test('conditions of ever new shapes do not fill the memory', async t => {
  const store = await openNewFile(`${t.testdir()}/site.sqlite`)
  t.teardown(() => store.close())
  await store.prepare([posts])
  const conditionOf = (at: number) =>
    wherePosts.and(
      ...numbers(12, 0).map(bit =>
        at & (1 << bit) ? wherePosts.ne('author', bit) : wherePosts.notIn('id', [bit, at]),
      ),
    )
  const send = async (from: number, to: number) => {
    for (let at = from; at < to; at++) await postsIn(store).find({ where: conditionOf(at), limit: 1, total: true })
  }
  await send(0, 600)
  const before = await memory()
  await send(600, 3000)
  const after = await memory()
  t.comment(`heap ${after.heap - before.heap} MB, resident ${after.resident - before.resident} MB`)
  // 0.7 MB; 5.4 MB if the statements are not bounded.
  t.ok(after.heap - before.heap < 3, `the heap has grown by ${after.heap - before.heap} MB`)
  t.ok(after.resident - before.resident < 50, `resident: ${after.resident - before.resident} MB`)
})

t.test('ever new tags in long texts do not fill the memory', async t => {
  const sanitize = createHtmlSanitizer({ elements: { p: ['class'] }, everywhere: [] })
  // A cached part of a text must not retain the whole text.
  const write = (at: number) => sanitize(`<p class="c${letters(at, 100)}">text</p>${'x '.repeat(50_000)}`)
  for (let at = 0; at < 5; at++) write(at)
  const before = await memory()
  for (let at = 5; at < 200; at++) write(at)
  const long = await memory()
  t.ok(long.heap - before.heap < 10, `the heap has grown by ${long.heap - before.heap} MB`)
  for (let at = 200; at < 15_000; at++) sanitize(`<p class="c${letters(at, 200)}">`)
  const short = await memory()
  t.ok(short.heap - long.heap < 4, `the heap has grown by ${short.heap - long.heap} MB`)
})

t.test('lists of more values than a call has arguments', async t => {
  const many = numbers(150_000)
  const requests: readonly [string, RestRequest][] = [
    ['all terms', readingWith('/posts', { categories: { terms: many, operator: 'AND' } })],
    ['some terms', readingWith('/posts', { tags: { terms: many, include_children: true } })],
    ['no terms', readingWith('/posts', { categories_exclude: many, tags_exclude: { terms: many, operator: 'AND' } })],
    ['ids', readingWith('/posts', { include: many, orderby: 'include' })],
    ['parents', readingWith('/pages', { parent: many, exclude: many })],
    ['columns', readingWith('/posts', { search: 'a word', search_columns: Array(150_000).fill('post_title') })],
    ['statuses', readingWith('/posts', { status: Array(150_000).fill('publish') })],
    ['fields', readingWith('/posts', { _fields: Array(150_000).fill('id') })],
    ['relations', readingWith('/posts', { _embed: Array(150_000).fill('author') })],
    ['kinds of files', readingWith('/media', { media_type: Array(150_000).fill('image') })],
    ['terms by id', readingWith('/tags', { include: many, orderby: 'include' })],
    ['posts of comments', readingWith('/comments', { post: many })],
    ['replies', readingWith('/comments', { parent: many, parent_exclude: many, author: many, author_exclude: many })],
    ['menus of items', readingWith('/menu-items', { menus: { terms: many, operator: 'AND' }, include: many })],
    ['slugs of patterns', readingWith('/blocks', { slug: many.map(String) })],
    ['capabilities', readingWith('/users', { capabilities: many.map(String) })],
    ['columns of users', readingWith('/users', { search: 'a', search_columns: Array(150_000).fill('name') })],
  ]
  const stores = { memory: createMemoryStore(), SQLite: await openNewFile(`${t.testdir()}/site.sqlite`) }
  t.teardown(() => stores.SQLite.close())
  for (const [kind, store] of Object.entries(stores)) {
    const { site, users } = await makeSite({ store, limits: NO_LIMITS })
    const principal = site.principalOf(users.get('administrator'))
    for (const [name, request] of requests) {
      const { status } = await site.dispatch({ ...request, principal })
      t.ok(status < 500, `${name} (${kind}): ${status}`)
    }
  }
})
