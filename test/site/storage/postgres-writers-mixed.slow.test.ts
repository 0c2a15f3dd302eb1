import { commentsIn, postsIn, termsIn, usersIn, wherePosts } from '@platen/site'
import { openPostgresStore } from '@platen/sql/postgres'
import t from 'tap'
import { chooseSeed } from '../../robustness/random.js'
import { newSchema, noServer } from '../../sql/postgres/new-schema.js'
import { makeSite } from '../make-site.js'
import type { MixedOutcome } from './mixed-writes.js'
import { contradictions, looped } from './recount.js'
import type { TaskRequest } from './writer-process.js'
import { writerProcesses } from './writer-processes.js'

const reason = await noServer()
const PROCESSES = 3
const seed = chooseSeed()

t.test('three processes do everything at the same time', reason === undefined ? {} : { skip: reason }, async t => {
  const { url, schema, drop } = await newSchema()
  const store = await openPostgresStore({ url, schema })
  t.teardown(() => store.close().then(drop))
  const { site, send } = await makeSite({ store })
  const by = { as: site.system }
  const { posts, comments } = site.content
  const { perform, end } = await writerProcesses(PROCESSES, { url, schema })
  const requests = (of: (at: number) => readonly TaskRequest[]) =>
    perform<readonly number[]>(at => ({ kind: 'requests', requests: of(at) }))
  const others = (list: readonly TaskRequest[], at: number) => [...list.slice(at * 7), ...list.slice(0, at * 7)]

  await t.test(`random writes (PLATEN_SEED=${seed})`, async t => {
    const menu = await site.content.menus.create({ name: 'Menu', autoAdd: true }, by)
    for (const name of ['Page', 'Other page']) await posts.create({ type: 'page', title: name, status: 'publish' }, by)
    const outcomes = await perform<MixedOutcome>(at => ({ kind: 'mixed', seed: seed * 100 + at, count: 500 }))
    t.comment(JSON.stringify(outcomes.map(({ counts }) => counts)))
    t.same(
      outcomes.flatMap(({ failures }) => failures),
      [],
      'no request fails',
    )
    t.same(await contradictions(store), [])
    t.ok((await termsIn(store).get(menu.id))?.count, 'something was written')
  })

  await t.test('2,001 posts with the same title have different slugs', async t => {
    const equal = Array.from({ length: 667 }, () => ({
      request: 'POST /posts',
      body: { title: 'Equal', status: 'publish' },
    }))
    t.same([...new Set((await requests(() => equal)).flat())], [201])
    const slugs = await postsIn(store).distinct('slug', wherePosts.eq('title', 'Equal'))
    t.equal(await postsIn(store).count(wherePosts.eq('title', 'Equal')), 2001)
    t.equal(slugs.size, 2001)
  })

  await t.test('600 posts of five types with the same title', async t => {
    const body = { title: 'Alike', status: 'publish' }
    const each = ['posts', 'pages', 'blocks', 'navigation'].map(path => ({ request: `POST /${path}`, body }))
    const all = Array.from({ length: 40 }, () => [
      ...each,
      { request: 'POST /media?title=Alike', file: 'a.png' },
    ]).flat()
    t.same([...new Set((await requests(process => others(all, process))).flat())], [201])
    const made = await postsIn(store).pick(['slug', 'type'], { where: wherePosts.eq('title', 'Alike') })
    t.equal(made.length, 600)
    t.equal(new Set(made.map(({ type, slug }) => `${type} ${slug}`)).size, 600, 'slugs differ within each type')
    const shared = made.filter(({ type }) => ['page', 'attachment'].includes(type)).map(({ slug }) => slug)
    t.equal(new Set(shared).size, 240, 'pages and files share URLs')
  })

  await t.test('2,001 comments on one post are counted', async t => {
    const post = await posts.create({ title: 'Popular', status: 'publish' }, by)
    const statuses = await requests(process =>
      Array.from({ length: 667 }, (_, at) => ({
        request: 'POST /comments',
        body: { post: post.id, content: `${process} ${at}` },
      })),
    )
    t.same([...new Set(statuses.flat())], [201])
    t.equal((await postsIn(store).get(post.id))?.commentCount, 2001)
    t.equal((await send(`GET /comments?post=${post.id}&per_page=1`)).headers['X-CMS-Total'], '2001')
  })

  await t.test('pages that are moved below each other form no loop', async t => {
    const pages: number[] = []
    for (let at = 0; at < 8; at++)
      pages.push((await posts.create({ type: 'page', title: 'Moved', status: 'publish' }, by)).id)
    const statuses = await requests(process =>
      Array.from({ length: 100 }, (_, at) => ({
        request: `PUT /pages/${pages[(at + process) % 8]}`,
        body: { parent: pages[(at * 3 + process * 5) % 8] },
      })),
    )
    t.same([...new Set(statuses.flat())], [200])
    const parents = await postsIn(store).pick(['parent'], { where: wherePosts.in('id', pages) })
    t.ok(
      parents.some(({ parent }) => parent !== 0),
      'pages were moved',
    )
    t.same(looped(parents), [])
  })

  await t.test('one of three updates that are based on the same version wins', async t => {
    const post = await posts.create({ title: 'Discussed', status: 'publish' }, by)
    const targets: string[] = []
    for (let at = 0; at < 125; at++) {
      const made = await posts.create({ title: `Contested ${at}`, status: 'publish' }, by)
      const page = await posts.create({ type: 'page', title: `Contested ${at}`, status: 'publish' }, by)
      const author = { authorName: 'Ann', authorEmail: 'ann@site.example' }
      const comment = await comments.create({ post: post.id, content: `${at}`, ...author }, by)
      const tag = await site.content.terms.create({ taxonomy: 'post_tag', name: `Contested ${at}` }, by)
      targets.push(`posts/${made.id}`, `pages/${page.id}`, `comments/${comment.id}`, `tags/${tag.id}`)
    }
    const tags = await Promise.all(
      targets.map(async path => (await send(`GET /${path}?context=edit`)).headers.ETag ?? ''),
    )
    const statuses = await requests(process =>
      targets.map((path, at) => ({
        request: `PUT /${path}`,
        headers: { 'if-match': tags[at] ?? '' },
        body: { [path.startsWith('tags') ? 'description' : 'content']: `by ${process}` },
      })),
    )
    t.same(
      targets.filter(
        (_, at) =>
          statuses
            .map(each => each[at])
            .sort()
            .join() !== '200,412,412',
      ),
      [],
    )
  })

  await t.test('each scheduled post is published once', async t => {
    for (let at = 0; at < 20; at++)
      await posts.create({ title: 'Scheduled', status: 'publish', date: '2100-01-01T00:00:00' }, by)
    const published = await perform<number>(() => ({ kind: 'publish', clock: Date.parse('2100-01-02') }))
    t.equal(
      published.reduce((sum, each) => sum + each),
      20,
    )
    t.equal(await postsIn(store).count(wherePosts.eq('status', 'future')), 0)
  })

  await t.test('replies and pages move up when those between are deleted at the same time', async t => {
    const places = [
      await posts.create({ title: 'One', status: 'publish' }, by),
      await posts.create({ title: 'Two', status: 'publish' }, by),
    ]
    const thread: number[] = []
    const chain: number[] = []
    for (let at = 0; at < 40; at++) {
      const author = { authorName: 'Ann', authorEmail: 'ann@site.example' }
      const reply = { post: places[at % 2]?.id ?? 0, parent: thread.at(-1) ?? 0, content: `${at}`, ...author }
      thread.push((await comments.create(reply, by)).id)
      const page = { type: 'page', title: `Link ${at}`, parent: chain.at(-1) ?? 0, status: 'publish' }
      chain.push((await posts.create(page, by)).id)
    }
    const between = thread.slice(1, -1).map(id => ({ request: `DELETE /comments/${id}?force=true` }))
    const pages = chain.slice(1, -1).map(id => ({ request: `DELETE /pages/${id}?force=true` }))
    const all = between.flatMap((request, at) => [request, pages[at] ?? request])
    const statuses = await requests(process => all.filter((_, at) => at % PROCESSES === process))
    t.same([...new Set(statuses.flat())], [200])
    t.equal((await commentsIn(store).get(thread.at(-1) ?? 0))?.parent, thread[0])
    t.equal((await postsIn(store).get(chain.at(-1) ?? 0))?.parent, chain[0])
    for (const { id } of places) t.equal((await postsIn(store).get(id))?.commentCount, 1)
  })

  await t.test('drafts without a slug get different ones in the trash', async t => {
    const drafts: number[] = []
    for (let at = 0; at < 60; at++) drafts.push((await posts.create({ title: 'Draft' }, by)).id)
    const statuses = await requests(process =>
      drafts.filter((_, at) => at % PROCESSES === process).map(id => ({ request: `DELETE /posts/${id}` })),
    )
    t.same([...new Set(statuses.flat())], [200])
    const { records } = await postsIn(store).find({ where: wherePosts.in('id', drafts) })
    t.equal(new Set(records.map(({ slug }) => slug)).size, drafts.length)
  })

  await t.test('terms of the same name exist once', async t => {
    const names = Array.from({ length: 30 }, (_, at) => ({ request: 'POST /tags', body: { name: `Wanted ${at}` } }))
    const statuses = await requests(process => others(names, process))
    t.same([...new Set(statuses.flat())].sort(), [201, 400])
    t.equal(statuses.flat().filter(status => status === 201).length, names.length)
  })

  await t.test('sidebars and sticky posts keep what each has added', async t => {
    const made: number[] = []
    for (let at = 0; at < 30; at++) made.push((await posts.create({ title: 'Kept', status: 'publish' }, by)).id)
    const statuses = await requests(process => [
      ...made
        .filter((_, at) => at % 3 === process)
        .map(id => ({ request: `PUT /posts/${id}`, body: { sticky: true } })),
      ...Array.from({ length: 10 }, (_, at) => ({
        request: 'POST /widgets',
        body: { id_base: 'text', sidebar: INACTIVE, instance: { raw: { text: `${process} ${at}` } } },
      })),
    ])
    t.same([...new Set(statuses.flat())].sort(), [200, 201])
    const sticky = (await store.options.get('sticky_posts')) as readonly number[]
    t.same(
      made.filter(id => !sticky.includes(id)),
      [],
    )
    t.equal([...(await site.content.widgets.all(by)).values()].filter(({ sidebar }) => sidebar === INACTIVE).length, 30)
  })

  await t.test('of two administrators who demote or delete each other, one is left', async t => {
    const admin = (await usersIn(store).find({})).records.find(({ roles }) => roles.includes('administrator'))
    const editor = (await usersIn(store).find({})).records.find(({ roles }) => roles.includes('editor'))
    if (admin === undefined || editor === undefined) return t.fail('users are missing')
    const body = { roles: ['subscriber'] }
    for (let round = 0; round < 20; round++) {
      for (const { id } of [admin, editor]) await usersIn(store).update(id, { roles: ['administrator'] })
      const statuses = await requests(process => {
        if (process === 2) return []
        return [
          {
            request: `PUT /users/${[editor, admin][process]?.id}`,
            body,
            as: process === 0 ? 'administrator' : 'editor',
          },
        ]
      })
      t.equal(statuses.flat().filter(status => status === 200).length, 1)
      t.equal(statuses.flat().filter(status => status >= 500).length, 0)
      const roles = (await usersIn(store).find({})).records.flatMap(user => user.roles)
      t.equal(roles.filter(role => role === 'administrator').length, 1)
    }
    for (const { id } of [admin, editor]) await usersIn(store).update(id, { roles: ['administrator'] })
    const remove = (id: number) => `DELETE /users/${id}?force=true&reassign=0`
    const statuses = await requests(process => {
      if (process === 2) return []
      return [process === 0 ? { request: remove(editor.id) } : { request: remove(admin.id), as: 'editor' }]
    })
    t.equal(statuses.flat().filter(status => status === 200).length, 1)
    t.equal(statuses.flat().filter(status => status >= 500).length, 0)
  })

  t.same(await contradictions(store), [], 'all records agree at the end')
  await end()
})

const INACTIVE = 'wp_inactive_widgets'
