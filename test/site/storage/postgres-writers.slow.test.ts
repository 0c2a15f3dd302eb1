import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { commentsIn, createSite, installSite, postsIn, termsIn, wherePosts } from '@platen/site'
import { openPostgresStore } from '@platen/sql/postgres'
import t from 'tap'
import { newSchema, noServer } from '../../sql/postgres/new-schema.js'

const reason = await noServer()
const program = fileURLToPath(new URL('./writing-site.js', import.meta.url))
const PROCESSES = 3
const POSTS = 100

t.test('three processes write to a site', reason === undefined ? {} : { skip: reason }, async t => {
  const { url, schema, drop } = await newSchema()
  const store = await openPostgresStore({ url, schema })
  t.teardown(() => store.close().then(drop))
  const administrator = { login: 'admin', email: 'admin@garden.example', password: 'correct horse battery staple' }
  await installSite(store, { url: 'https://garden.example', administrator })
  const site = createSite({ store, url: 'https://garden.example' })
  await site.ready()
  const by = { as: site.system }
  const post = await site.content.posts.create({ title: 'Discussed', status: 'publish' }, by)
  const tag = await site.content.terms.create({ taxonomy: 'post_tag', name: 'Shared' }, by)
  const pages: number[] = []
  for (let at = 0; at < 6; at++)
    pages.push((await site.content.posts.create({ type: 'page', title: 'Page', status: 'publish' }, by)).id)

  const refused = await Promise.all(
    Array.from({ length: PROCESSES }, async (_, number) => {
      const ids = JSON.stringify([post.id, tag.id, ...pages])
      const [count] = await once(fork(program, [url, schema, String(number), ids]), 'message')
      return count
    }),
  )
  t.same(refused, [0, 0, 0], 'no write is refused')

  const { and, eq, ne } = wherePosts
  const published = and(eq('type', 'post'), eq('status', 'publish'))
  const { records } = await postsIn(store).find({ where: and(published, eq('title', 'Same')), with: ['terms'] })
  t.equal(records.length, PROCESSES * POSTS * 0.8)
  t.equal(new Set(records.map(({ slug }) => slug)).size, records.length, 'slugs are distinct')
  const { related } = await postsIn(store).find({ where: published, with: ['terms'] })
  const tagged = [...related.terms.values()].filter(terms => terms.some(({ id }) => id === tag.id)).length
  t.equal((await termsIn(store).get(tag.id))?.count, tagged, 'the term is counted')
  const comments = await commentsIn(store).count()
  t.equal(comments, PROCESSES * POSTS)
  t.equal((await postsIn(store).get(post.id))?.commentCount, PROCESSES * POSTS, 'comments are counted')
  const sticky = (await store.options.get('sticky_posts')) as readonly number[]
  // Every tenth is sticky, and every fifth in the trash.
  t.equal(sticky.length, 0, 'posts in the trash are not sticky')
  const all = await postsIn(store).pick(['type', 'status'], { where: ne('type', 'revision') })
  const { total } = await postsIn(store).find({ where: published, limit: 1, total: true })
  t.equal(total, all.filter(each => each.type === 'post' && each.status === 'publish').length, 'totals are exact')
  const parents = new Map(
    (await postsIn(store).pick(['parent'], { where: eq('type', 'page') })).map(each => [each.id, each.parent]),
  )
  for (const page of pages) {
    const passed = new Set<number>()
    for (let id = page; id !== 0 && !passed.has(id); id = parents.get(id) ?? 0) passed.add(id)
    t.equal(parents.get([...passed].at(-1) ?? 0), 0, 'pages have no loop')
  }
})
