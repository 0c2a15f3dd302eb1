import type { PostRecord } from '@platen/site'
import { commentsIn, metaIn, postsIn } from '@platen/site'
import { postDeleted } from '@platen/site/extend'
import t from 'tap'
import { onEveryStore } from '../../every-store.js'
import type { TestSite } from '../../make-site.js'
import { sampleComment } from '../../sample-records.js'

async function create({ send }: TestSite, body: Readonly<Record<string, unknown>> = {}): Promise<number> {
  const answer = await send('POST /posts', { body: { title: 'First', content: 'First', status: 'publish', ...body } })
  return (answer.body as PostRecord).id
}

const commentOn = (post: number, status: string) => sampleComment({ post, status })

const statusesOfComments = async ({ store }: TestSite) =>
  (await commentsIn(store).find({})).records.map(({ status }) => status).sort()

onEveryStore(t, 'two who put a post into the trash at once', async (t, make) => {
  const made = await make()
  const id = await create(made)
  for (const status of ['approved', 'hold']) await commentsIn(made.store).insert(commentOn(id, status))
  const answers = await Promise.all([1, 2].map(() => made.send(`DELETE /posts/${id}`)))
  t.same(answers.map(({ status }) => status).sort(), [200, 410])
  t.same(await statusesOfComments(made), ['post-trashed', 'post-trashed'])
  t.match(await made.send(`PUT /posts/${id}`, { body: { status: 'publish' } }), {
    status: 200,
    body: { slug: 'first' },
  })
  t.same(await statusesOfComments(made), ['approved', 'hold'], 'comments are what they were')
  t.equal(await metaIn(made.store).count(), 0)
})

onEveryStore(t, 'two who delete a post for good at once', async (t, make) => {
  const made = await make()
  const id = await create(made)
  let told = 0
  made.site.on(postDeleted, () => void told++)
  const answers = await Promise.all([1, 2, 3].map(() => made.send(`DELETE /posts/${id}?force=true`)))
  t.same(answers.map(({ status }) => status).sort(), [200, 404, 404])
  t.equal(told, 1)
})

onEveryStore(t, 'who changes a post while it goes to the trash', async (t, make) => {
  for (const order of [
    ['DELETE', 'PUT'],
    ['PUT', 'DELETE'],
  ]) {
    const made = await make()
    const id = await create(made)
    await commentsIn(made.store).insert(commentOn(id, 'approved'))
    const answers = await Promise.all(
      order.map(method => made.send(`${method} /posts/${id}`, { body: { title: 'New' } })),
    )
    t.same(
      answers.map(({ status }) => status),
      [200, 200],
      order.join(),
    )
    const { body } = await made.send(`GET /posts/${id}?context=edit`)
    t.match(body, { status: 'trash', slug: 'first__trashed', title: { raw: 'New' } }, order.join())
    t.same(await statusesOfComments(made), ['post-trashed'])
    t.match((await made.send(`PUT /posts/${id}`, { body: { status: 'publish' } })).body, { slug: 'first' })
    t.same(await statusesOfComments(made), ['approved'])
  }
})

onEveryStore(t, 'two who change different things at once', async (t, make) => {
  const made = await make()
  const id = await create(made, { status: 'draft' })
  const changes = [
    { title: 'New' },
    { status: 'publish' },
    { content: 'New' },
    { sticky: true },
    { comment_status: 'closed' },
  ]
  const answers = await Promise.all(changes.map(body => made.send(`PUT /posts/${id}`, { body })))
  t.same(
    answers.map(({ status }) => status),
    [200, 200, 200, 200, 200],
  )
  t.match((await made.send(`GET /posts/${id}?context=edit`)).body, {
    title: { raw: 'New' },
    content: { raw: 'New' },
    status: 'publish',
    sticky: true,
    comment_status: 'closed',
  })
  t.match(await made.send('GET /categories/1'), { body: { count: 1 } })
})

onEveryStore(t, 'who may edit a draft and finds it published', async (t, make) => {
  const made = await make()
  const { id } = (await made.send('POST /posts', { body: { title: 'Mine', content: 'Mine' }, as: 'contributor' }))
    .body as PostRecord
  const answers = await Promise.all([
    made.send(`PUT /posts/${id}`, { body: { status: 'publish' }, as: 'editor' }),
    made.send(`PUT /posts/${id}`, { body: { title: 'Changed' }, as: 'contributor' }),
  ])
  t.match(answers, [{ status: 200 }, { status: 403, body: { code: 'rest_cannot_edit' } }])
  t.match((await made.send(`GET /posts/${id}?context=edit`)).body, { title: { raw: 'Mine' }, status: 'publish' })
})

onEveryStore(t, 'parents that are set at once make no loop', async (t, make) => {
  const made = await make()
  const page = async (title: string) =>
    ((await made.send('POST /pages', { body: { title, status: 'publish' } })).body as PostRecord).id
  const [one, two, three] = [await page('one'), await page('two'), await page('three')]
  await Promise.all([
    made.send(`PUT /pages/${one}`, { body: { parent: two } }),
    made.send(`PUT /pages/${two}`, { body: { parent: three } }),
    made.send(`PUT /pages/${three}`, { body: { parent: one } }),
  ])
  const parents = new Map((await postsIn(made.store).find({})).records.map(({ id, parent }) => [id, parent]))
  for (const id of [one, two, three]) {
    let above: number | undefined = id
    for (let depth = 0; depth < 5; depth++) above = parents.get(above ?? 0)
    t.equal(above ?? 0, 0, `${[...parents]}`)
  }
})
