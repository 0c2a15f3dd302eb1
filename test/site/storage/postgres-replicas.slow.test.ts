import { setTimeout } from 'node:timers/promises'
import { commentsIn, createSite, installSite, postsIn, type Site, wherePosts } from '@platen/site'
import { openPostgresStore } from '@platen/sql/postgres'
import t, { type Test } from 'tap'
import { plainHasher } from '../../bench/sample-site.js'
import { startSilentProxy } from '../../sql/postgres/silent-proxy.js'
import { NO_BINARIES, type Pair, startPair } from '../../sql/postgres/standby.js'
import { listSite, ORDERS, PAIRS } from './list-arguments.js'
import { contradictions } from './recount.js'

t.setTimeout(280_000)

const URL_OF_SITE = 'https://site.example'
const SNAPSHOT = 'isolation level repeatable read'
const WRITERS = 8
/** The time before and after a promotion, in milliseconds. */
const LOAD = 4000

function test(name: string, body: (t: Test, pair: Pair) => Promise<void>) {
  t.test(name, async t => {
    const pair = await startPair()
    if (pair === undefined) return t.pass(NO_BINARIES)
    await pair.synchronize()
    await pair.primary.run('create schema garden')
    await body(t, pair)
  })
}

/** A site in a store, without an installation. */
const siteOf = async (store: Awaited<ReturnType<typeof openPostgresStore>>): Promise<Site> => {
  const site = createSite({ store, url: URL_OF_SITE, services: { passwords: plainHasher } })
  await site.ready()
  return site
}

test('a site answers the same from a replica', async (t, { primary, standby }) => {
  const common = { url: primary.url, schema: 'garden', statementTimeout: 60_000 }
  const direct = await openPostgresStore(common)
  t.teardown(() => direct.close())
  await listSite(direct, 1000)
  const expected = await siteOf(direct)
  const proxy = await startSilentProxy(standby.url)
  const store = await openPostgresStore({ ...common, replicas: [proxy.url] })
  t.teardown(async () => {
    await store.close()
    proxy.close()
  })
  const site = await siteOf(store)
  const lists = PAIRS.map(({ query }, at) => `posts?${query}&orderby=${ORDERS[at % ORDERS.length]}`)
  const others = ['posts/1', 'posts/17', 'tags?per_page=100', 'tags?search=7', 'categories', 'search?search=paper', '']
  const requests = [...lists, ...others, 'posts?_embed=1', 'posts?context=edit', 'users', 'comments', 'posts/999999']
  let found = 0
  for (const request of requests) {
    const [path = '', query = ''] = request.split('?')
    const get = { method: 'GET' as const, path: `/cms/v2/${path}`, query }
    const [one, other] = [await expected.dispatch(get), await site.dispatch(get)]
    t.strictSame([other.status, other.body, other.headers], [one.status, one.body, one.headers], request)
    if (one.status === 200) found++
  }
  t.ok(found > requests.length / 2)
  t.ok(proxy.timesSent(SNAPSHOT) > requests.length, `${proxy.timesSent(SNAPSHOT)} reads`)
  const as = site.system
  const before = proxy.timesSent(SNAPSHOT)
  for (let n = 0; n < 20; n++) {
    const { id } = await site.content.posts.create({ title: `Written ${n}`, status: 'publish' }, { as })
    const { body } = await site.dispatch({ method: 'GET', path: `/cms/v2/posts/${id}` })
    t.match(body, { title: { rendered: `Written ${n}` } })
  }
  const reads = proxy.timesSent(SNAPSHOT) - before
  t.ok(reads > 40, `the replica has synchronous commits before they are acknowledged: ${reads} reads`)
})

test('a standby takes over while sites are written', async (t, { primary, standby }) => {
  const proxy = await startSilentProxy(primary.url)
  t.teardown(() => proxy.close())
  const open = () => openPostgresStore({ url: proxy.url, replicas: [standby.url], schema: 'garden' })
  const stores = [await open(), await open()]
  t.teardown(() => Promise.all(stores.map(store => store.close())))
  const administrator = { login: 'admin', email: 'admin@site.example', password: 'x' }
  const [first] = stores
  if (first === undefined) return
  await installSite(first, { url: URL_OF_SITE, administrator, services: { passwords: plainHasher } })
  const sites = await Promise.all(stores.map(siteOf))
  const [site] = sites
  if (site === undefined) return
  const by = { as: site.system }
  const terms = await Promise.all(
    ['one', 'two', 'three'].map(name => site.content.terms.create({ taxonomy: 'post_tag', name }, by)),
  )
  const tags = terms.map(({ id }) => id)
  const { id: post } = await site.content.posts.create({ title: 'Discussed', status: 'publish' }, by)

  const acknowledged = new Map<string, number>()
  const commented: number[] = []
  const failures: unknown[] = []
  let attempts = 0
  let isOver = false
  let lastBefore = 0
  let firstAfter = 0
  const write = async ({ content, system: as }: Site) => {
    const title = `Written ${++attempts}`
    const made = await content.posts.create({ title, status: 'publish', terms: { post_tag: tags } }, { as })
    acknowledged.set(title, made.id)
    const author = { authorName: 'Ann', authorEmail: 'ann@site.example' }
    commented.push((await content.comments.create({ post, content: title, ...author }, { as })).id)
    if (proxyMoved === 0) lastBefore = performance.now()
    else if (firstAfter === 0) firstAfter = performance.now()
  }
  let proxyMoved = 0
  const writers = Array.from({ length: WRITERS }, async (_, at) => {
    const own = sites[at % sites.length] ?? site
    while (!isOver) {
      await write(own).catch(async (error: unknown) => {
        if ((error as { code?: string }).code !== 'rest_store_unavailable') failures.push(error)
        await setTimeout(50)
      })
    }
  })
  await setTimeout(LOAD)
  const before = acknowledged.size
  primary.kill()
  await setTimeout(500)
  await standby.run('select pg_promote()')
  proxy.moveTo(standby.url)
  proxyMoved = performance.now()
  await setTimeout(LOAD)
  while (acknowledged.size === before) await setTimeout(50)
  isOver = true
  await Promise.all(writers)
  t.same(failures, [], 'writes are only refused as unavailable')
  const pause = Math.round(firstAfter - lastBefore)
  t.comment(`${acknowledged.size} acknowledged, ${before} of them before, ${attempts} tried; paused for ${pause} ms`)
  t.ok(before > 10 && acknowledged.size > before)
  t.ok(firstAfter - proxyMoved < 10_000, 'it serves again')

  const after = await openPostgresStore({ url: standby.url, schema: 'garden' })
  t.teardown(() => after.close())
  await siteOf(after)
  for (const store of [after, ...stores]) {
    const { records, related } = await postsIn(store).find({ where: wherePosts.eq('type', 'post'), with: ['terms'] })
    const titles = new Map(records.map(({ id, title }) => [id, title]))
    const lost = [...acknowledged].filter(([title, id]) => titles.get(id) !== title)
    t.same(lost, [], 'no acknowledged post is lost')
    const comments = new Set((await commentsIn(store).pick(['post'], {})).map(({ id }) => id))
    t.same(
      commented.filter(id => !comments.has(id)),
      [],
      'nor a comment',
    )
    const halves = records.filter(({ id, title }) => {
      const own = related.terms.get(id)?.filter(({ taxonomy }) => taxonomy === 'post_tag')
      return title.startsWith('Written') && own?.length !== tags.length
    })
    t.same(halves, [], 'nothing is half-written')
    t.same(await contradictions(store), [])
  }
})
