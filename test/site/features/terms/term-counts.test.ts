import { assignmentsIn, type PostRecord, postsIn, termsIn, wherePosts } from '@platen/site'
import t, { type Test } from 'tap'
import { onEveryStore } from '../../every-store.js'

onEveryStore(t, 'published objects of the taxonomy’s types count', async (t: Test, make) => {
  const { send, store } = await make({
    register(site) {
      site.registerTaxonomy('topic', { label: 'Topics', objectTypes: ['post', 'attachment'] })
      site.registerPostType('book', { label: 'Books', taxonomies: ['topic'] })
    },
  })
  const create = async (path: string, body: object) => {
    const answer = await send(`POST ${path}`, { body })
    t.equal(answer.status, 201, path)
    return (answer.body as { id: number }).id
  }
  const busy = await create('/topic', { name: 'Busy' })
  const live = await create('/posts', { title: 'Live', status: 'publish' })
  const draft = await create('/posts', { title: 'Draft', status: 'draft', topic: [busy] })
  const file = async (parent: number) => {
    const { records } = await postsIn(store).find({ where: wherePosts.eq('id', live) })
    const [{ id: _id, ...post }] = records as [PostRecord]
    return (await postsIn(store).insert({ ...post, type: 'attachment', status: 'inherit', parent })).id
  }
  const page = await create('/pages', { title: 'Page', status: 'publish' })
  for (const object of [page, await file(0), await file(live), await file(draft), 4711])
    await assignmentsIn(store).insert({ object, term: busy, position: 0 })
  const steps: readonly (readonly [request: string, body: object, count: number, why: string])[] = [
    [`PUT /posts/${live}`, { topic: [busy] }, 3, 'the post, its file and the loose file'],
    ['POST /posts', { title: 'x', status: 'private', topic: [busy] }, 3, 'not what is private'],
    ['POST /book', { title: 'Book', status: 'publish', topic: [busy] }, 4, 'a type that names the taxonomy'],
    [`PUT /posts/${draft}`, { status: 'publish' }, 6, 'a draft that is published, and its file'],
    [`PUT /posts/${live}`, { topic: [] }, 5, 'taken off'],
    [`DELETE /posts/${draft}`, {}, 3, 'moved to the trash'],
  ]
  for (const [request, body, count, why] of steps) {
    await send(request, { body })
    t.equal((await termsIn(store).get(busy))?.count, count, why)
  }
  const before = await termsIn(store).get(busy)
  await send(`PUT /posts/${live}`, { body: { topic: [] } })
  t.same(await termsIn(store).get(busy), before, 'a count that is right is left alone')
})
