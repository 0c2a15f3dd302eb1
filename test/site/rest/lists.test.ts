import { join } from 'node:path'
import { type HandlerRequest, RestError } from '@platen/core'
import { commentsIn, postsIn } from '@platen/site'
import { defineFeature, readonlyRoutes, refusal, siteResource } from '@platen/site/extend'
import { StoreError, type TextLimits } from '@platen/storage'
import t from 'tap'
import { loadModule } from '../load-module.js'
import { makeSite } from '../make-site.js'
import { sampleComment, samplePost } from '../sample-records.js'
import { openNewFile } from '../sqlite-file.js'

const { findList, findShown } =
  await loadModule<typeof import('../../../packages/site/src/kernel/rest/large-lists.js')>('kernel/rest/large-lists.js')

const [{ context }, other] = [(await makeSite()).site, (await makeSite()).site]

/** A request that is answered by hand. */
function aRequest(given: Partial<HandlerRequest> = {}) {
  const releases: (() => void)[] = []
  const memo = new Map<object, unknown>()
  const once = (key: object, compute: () => unknown) => {
    if (!memo.has(key)) memo.set(key, compute())
    return memo.get(key)
  }
  const request = { once, onceAnswered: (release: () => void) => releases.push(release), ...given } as HandlerRequest
  const answer = () => {
    for (const release of releases.splice(0)) release()
  }
  return { request, answer }
}

const turn = () => new Promise(resolve => setImmediate(resolve))

/** A list whose texts are longer than what is ordinary; notes when it is read as a large one. */
const largeList =
  (read: string[], name: string) =>
  async ({ maxLength = Number.POSITIVE_INFINITY }: TextLimits) => {
    if (maxLength < 2 ** 20) throw new StoreError('too_large', 'More.')
    read.push(name)
    return name
  }

t.test('large lists wait for each other, until the requests are answered', async t => {
  const read: string[] = []
  const requests = ['a', 'b', 'c', 'd', 'e'].map(name => ({ name, ...aRequest() }))
  const found = requests.map(({ name, request }) => findList(context, request, largeList(read, name)))
  await turn()
  t.strictSame(read, ['a', 'b'])
  t.equal(await findList(context, aRequest().request, async () => 'ordinary'), 'ordinary')
  t.equal(await findList(other.context, aRequest().request, largeList([], 'x')), 'x', 'nor do those of another site')
  requests[1]?.answer()
  await turn()
  t.strictSame(read, ['a', 'b', 'c'])
  const part = aRequest({ origin: requests[0]?.request })
  t.equal(
    await findList(context, part.request, largeList(read, 'embedded')),
    'embedded',
    'parts of its response do not wait',
  )
  t.equal(await findList(context, requests[0]?.request ?? part.request, largeList(read, 'further')), 'further')
  for (const { answer } of requests) {
    answer()
    await turn()
  }
  t.strictSame(await Promise.all(found), ['a', 'b', 'c', 'd', 'e'])
  for (const { answer } of requests) answer()
})

t.test('clients that disconnect do not wait', async t => {
  const read: string[] = []
  const first = [aRequest(), aRequest()]
  await Promise.all(first.map(({ request }, at) => findList(context, request, largeList(read, String(at)))))
  const abort = new AbortController()
  const gone = findList(context, aRequest({ signal: abort.signal }).request, largeList(read, 'gone'))
  const next = aRequest()
  const found = findList(context, next.request, largeList(read, 'next'))
  await turn()
  abort.abort()
  await t.rejects(gone, { code: 'unavailable' })
  for (const { answer } of first) answer()
  t.equal(await found, 'next')
  next.answer()
})

t.test('other errors are passed on, and a list that is too long is shortened', async t => {
  const { request, answer } = aRequest()
  const failing = async () => Promise.reject(new StoreError('failed', 'Broken.'))
  await t.rejects(findList(context, request, failing), { code: 'failed' })
  const tried: TextLimits[] = []
  const tooLong = async (limits: TextLimits) => {
    tried.push(limits)
    if (limits.maxTextBytes === undefined) throw new StoreError('too_large', 'More.')
    return { records: [], total: undefined, related: {} }
  }
  t.match(await findList(context, request, tooLong, 16), { records: [] })
  t.strictSame(tried, [{ maxLength: 2 ** 19 }, { maxLength: 2 ** 25 }, { maxTextBytes: 2 ** 21 }])
  answer()
  t.strictSame(await findShown({ find: tooLong }, {}), [])
  await t.rejects(findShown({ find: failing }, {}), { code: 'failed' })
})

for (const where of ['memory', 'SQLite'] as const) {
  t.test(`posts with long texts in ${where}`, async t => {
    const made = await makeSite(
      where === 'memory' ? {} : { store: await openNewFile(join(t.testdir(), 'site.sqlite')) },
    )
    const { send, site, store } = made
    const content = 'lorem ipsum '.repeat(165_000)
    await postsIn(store).insertMany(
      Array.from({ length: 17 }, (_, at) => samplePost({ slug: `long-${at}`, title: `Long ${at}`, content })),
    )
    const get = (query: string) => site.dispatch({ method: 'GET', path: '/cms/v2/posts', query })
    for (const query of ['per_page=17', 'per_page=17&cursor=', 'per_page=17&search=lorem']) {
      for (let times = 0; times < 3; times++)
        t.match(
          await get(query),
          { status: 200, body: { length: 17, 0: { title: { rendered: /^Long/ }, _omitted: ['content', 'excerpt'] } } },
          query,
        )
    }
    t.match(await send('GET /search?per_page=17&search=Long'), { status: 200, body: { length: 17 } })
    const together = await Promise.all(Array.from({ length: 5 }, (_, at) => get(`per_page=2&offset=${at}&_fields=id`)))
    t.strictSame(
      together.map(({ status, body }) => [status, (body as unknown[]).length]),
      Array(5).fill([200, 2]),
    )
    const latest = '<!-- wp:latest-posts {"postsToShow":17} /--><p>After it</p>'
    const { body } = await send('POST /posts', { body: { content: latest, status: 'publish' } })
    t.match(body, { content: { rendered: /Long 16.*Long 1<.*After it/s } }, 'a block shows what is left')
  })
}

t.test('long comments that a list of posts embeds', async t => {
  const { site, store } = await makeSite()
  const posts = await postsIn(store).insertMany(
    Array.from({ length: 60 }, (_, at) =>
      samplePost({ slug: `post-${at}`, title: `Post ${at}`, commentStatus: 'open', commentCount: 10 }),
    ),
  )
  const comment = { ...sampleComment(), status: 'approved', content: 'Long. '.repeat(10_000) }
  await commentsIn(store).insertMany(posts.flatMap(({ id }) => Array(10).fill({ ...comment, post: id })))
  const list = (size: number) =>
    site.dispatch({
      method: 'GET',
      path: '/cms/v2/posts',
      query: `per_page=${size}&_embed=replies&_fields=id,_links,_embedded`,
    })
  const lists = await Promise.all([list(2), list(3), list(4), list(60)])
  const ids = new Set(posts.map(({ id }) => id))
  for (const { status, body } of lists) {
    t.equal(status, 200)
    const shown = (body as { id: number; _embedded?: { replies: unknown[][] } }[]).filter(({ id }) => ids.has(id))
    t.ok(shown.length > 0 && shown.every(({ _embedded }) => _embedded?.replies[0]?.length === 10))
  }
})

interface Paper {
  readonly name: string
  readonly weight: number
  readonly secret?: boolean
}

const PAPERS: readonly Paper[] = [
  { name: 'laid/cream', weight: 90 },
  { name: 'wove/white', weight: 120 },
  { name: 'wove/blue', weight: 120, secret: true },
]

const papers = defineFeature({
  name: 'papers',
  routes(site) {
    const resource = siteResource<Paper, undefined, never, never>(site, 'paper', {
      title: 'paper',
      fields: {
        name: { schema: { type: 'string' }, contexts: ['view', 'edit'], readonly: true, get: ({ name }) => name },
        weight: { schema: { type: 'integer' }, contexts: ['edit'], readonly: true, get: ({ weight }) => weight },
      },
      load: () => undefined,
      links: { of: ({ name }) => ({ self: [{ href: `${site.apiUrl}/${site.namespace}/papers/${name}` }] }) },
    })
    readonlyRoutes(site, '/papers', {
      resource,
      name: { arg: 'name', description: 'The name of a paper.', pattern: '[a-z]+/[a-z]+' },
      find: async name => PAPERS.find(paper => paper.name === name),
      notFound: () => new RestError('paper_invalid', 'The paper does not exist.', 404),
      list: {
        args: { weight: { description: 'Only papers of this weight.', type: 'integer' } },
        permission: ({ principal }) => principal.authenticated,
        records: ({ params }) => PAPERS.filter(({ weight }) => weight === (params['weight'] ?? weight)),
      },
      read: {
        permission: (paper, { principal }) => !paper?.secret || principal.can('edit_posts'),
        refuse: (_, request) =>
          request.params['context'] === 'edit' && !request.principal.can('manage_options')
            ? refusal(request, 'rest_forbidden_context', 'You are not allowed to edit papers.')
            : undefined,
      },
    })
  },
})

const { send } = await makeSite({ features: [papers] })

t.test('lists as an array without `keyOf`, with the arguments of the family', async t => {
  const { body } = await send('GET /papers?weight=120&_fields=name')
  t.same(body, [{ name: 'wove/white' }, { name: 'wove/blue' }])
  const all = await send('GET /papers')
  t.match((all.body as readonly object[])[0], { _links: { self: [{ href: /\/papers\/laid\/cream$/ }] } })
})

const reads: readonly (readonly [
  request: string,
  as: string,
  status: number,
  code: string | undefined,
  allow: boolean,
])[] = [
  ['GET /papers', 'anonymous', 401, 'rest_forbidden', false],
  ['GET /papers/wove/white', 'anonymous', 200, undefined, true],
  ['GET /papers/wove/blue', 'anonymous', 401, 'rest_forbidden', false],
  ['GET /papers/wove/blue', 'author', 200, undefined, true],
  ['GET /papers/wove/none', 'anonymous', 404, 'paper_invalid', true],
  ['GET /papers/wove/white?context=edit', 'author', 403, 'rest_forbidden_context', true],
  ['GET /papers/wove/white?context=edit', 'administrator', 200, undefined, true],
  ['GET /papers/white', 'administrator', 404, 'rest_no_route', false],
]

for (const [request, as, status, code, allow] of reads) {
  t.test(`${request} by ${as}: ${code ?? status}`, async t => {
    const response = await send(request, { as })
    t.equal(response.status, status)
    t.equal((response.body as { code?: string }).code, code)
    t.equal(response.headers['Allow'] !== undefined, allow)
  })
}

t.test('OPTIONS shows the arguments of both routes', async t => {
  const endpointsOf = async (path: string) =>
    ((await send(`OPTIONS ${path}`)).body as { endpoints: readonly { args: object }[] }).endpoints
  t.match(await endpointsOf('/papers'), [
    { args: { context: { enum: ['view', 'edit'] }, weight: { type: 'integer' } } },
  ])
  t.match(await endpointsOf('/papers/wove/white'), [{ args: { context: {}, name: { type: 'string' } } }])
})

const EMPTY = [null, false, 0, '', '0', [], {}]
const GIVEN = [1, -1, '1', 'x', true, [0], { a: 1 }]

t.test('a request that creates a record may contain an empty id, but no other', async t => {
  const { send } = await makeSite()
  const post = await send('POST /posts', { body: { title: 'x', status: 'publish' } })
  const { id } = post.body as { id: number }
  let count = 0
  for (const [path, code, body] of [
    ['/users', 'rest_user_exists', () => ({ username: `u${count}`, email: `u${count}@example.com`, password: 'x' })],
    ['/posts', 'rest_post_exists', () => ({ title: `Post ${count}` })],
    ['/comments', 'rest_comment_exists', () => ({ post: id, content: `Comment ${count}` })],
  ] as const) {
    for (const empty of EMPTY) {
      count += 1
      const { status } = await send(`POST ${path}`, { body: { ...body(), id: empty } })
      t.equal(status, 201, `${path} ${JSON.stringify(empty)}`)
    }
    for (const given of GIVEN) {
      count += 1
      const answer = await send(`POST ${path}`, { body: { ...body(), id: given } })
      t.equal(answer.status, 400, `${path} ${JSON.stringify(given)}`)
      t.match(answer.body, { code: new RegExp(`^(?:${code}|rest_invalid_param)$`) })
    }
  }
})
