import { commentsIn, metaIn, type PostRecord, postsIn, usersIn, wherePosts } from '@platen/site'
import { postDeleted } from '@platen/site/extend'
import t from 'tap'
import { onEveryStore } from '../../every-store.js'
import type { TestSite } from '../../make-site.js'
import { sampleComment } from '../../sample-records.js'
import { countingSite, fill, recordOf } from './counting-site.js'

const LISTS: readonly (readonly [request: string, atMost: number])[] = [
  ['/posts?context=view', 6],
  ['/posts?context=edit', 6],
  ['/posts?context=embed', 6],
  ['/posts?_fields=id', 1],
  ['/posts?_fields=id,title', 1],
  ['/posts?_fields=title.rendered,content.rendered,excerpt.rendered', 1],
  ['/posts?_fields=id,categories', 2],
  ['/posts?_fields=id,meta', 2],
  ['/posts?_fields=id,_links', 5],
  ['/posts?search=post&orderby=relevance', 6],
  ['/posts?categories=1&tags_exclude=99', 6],
]

t.test('a list costs the same statements whatever its length', async t => {
  const made = await countingSite(t)
  await fill(made.store)
  for (const as of ['administrator', 'author', 'anonymous']) {
    for (const [request, atMost] of LISTS) {
      if (as === 'anonymous' && request.includes('edit')) continue
      const counted: number[] = []
      for (const length of [1, 10, 100]) counted.push(await made.statements(`GET ${request}&per_page=${length}`, as))
      const [one = 0] = counted
      t.same(counted, [one, one, one], `${as} ${request}: ${one}`)
      t.ok(one <= atMost, `${as} ${request}: ${one} statements`)
    }
  }
})

t.test('pages cost one statement more for each level above them', async t => {
  const { store, statements } = await countingSite(t)
  let parent = 0
  const costs: number[] = []
  for (let level = 0; level < 6; level++) {
    const page = (number: number) => recordOf(`level-${level}-${number}`, { type: 'page', parent, menuOrder: level })
    const { id } = await postsIn(store).insert(page(0))
    const one = await statements(`GET /pages?menu_order=${level}&_fields=link`)
    await store.transaction(async contents => {
      for (let number = 1; number < 50; number++) await postsIn(contents).insert(page(number))
    })
    t.equal(await statements(`GET /pages?menu_order=${level}&_fields=link&per_page=50`), one, `level ${level}`)
    costs.push(one)
    parent = id
  }
  t.same(costs, [1, 2, 3, 4, 5, 6])
  t.equal(await statements('GET /pages?_fields=id,title&per_page=100'), 1, 'what needs no address needs no ancestors')
})

t.test('cyclic parents do not hang the site', async t => {
  const { store, send } = await countingSite(t)
  const { id } = await postsIn(store).insert(recordOf('one', { type: 'page' }))
  const { id: other } = await postsIn(store).insert(recordOf('two', { type: 'page', parent: id }))
  const { id: own } = await postsIn(store).insert(recordOf('own', { type: 'page' }))
  await postsIn(store).update(id, { parent: other })
  await postsIn(store).update(own, { parent: own })
  const { status, body } = await send('GET /pages?_fields=id,link&orderby=id&order=asc')
  t.equal(status, 200)
  t.equal((body as readonly unknown[]).length, 3)
  for (const page of [id, other, own]) t.equal((await send(`GET /pages/${page}?context=edit`)).status, 200)
  t.equal((await send(`PUT /pages/${own}`, { body: { title: 'Own' } })).status, 200)
})

t.test('an embedded resource is requested once, however many items link to it', async t => {
  const { store, statements } = await countingSite(t)
  await fill(store)
  for (const relation of ['author', 'cms:featuredmedia']) {
    const request = (length: number) => `GET /posts?_embed=${relation}&_fields=_links,_embedded&per_page=${length}`
    const one = await statements(request(1))
    t.equal(await statements(request(100)), one, relation)
  }
  const one = await statements('GET /posts?_embed&per_page=1')
  const eleven = await statements('GET /posts?_embed&per_page=11')
  t.ok(eleven - one <= 10 * 7, `terms and replies are each post's own: ${one} and ${eleven}`)
})

t.test('addresses that name authors and categories cost some statements, whatever the length', async t => {
  const { store, statements } = await countingSite(t)
  await fill(store)
  await store.options.set('permalink_structure', '/%category%/%author%/%postname%/')
  const counted: number[] = []
  for (const length of [1, 10, 100]) counted.push(await statements(`GET /posts?_fields=link&per_page=${length}`))
  t.same(counted, [3, 3, 3])
})

t.test('creating and changing a post costs few statements', async t => {
  const { store, send, during } = await countingSite(t)
  await fill(store)
  const create = (title: string) => () => send('POST /posts', { body: { title, status: 'publish' } })
  await create('First')()
  const created = await during(create('Another'))
  t.ok(created.length <= 10, `creation: ${created.length}\n${created.join('\n')}`)
  t.equal((await during(create('Another'))).length, created.length + 2, 'the next slug is looked up, and then locked')
})

t.test('slugs that posts have already are not looked up for editors', async t => {
  const { store, statements } = await countingSite(t)
  for (let number = 0; number < 20; number++) await postsIn(store).insert(recordOf(`named-${number}`, {}))
  const one = await statements('GET /posts?_fields=generated_slug&context=edit&per_page=20')
  t.equal(one, await statements('GET /posts?_fields=id&context=edit&per_page=20'))
})

t.test('free slugs cost editors the same statements, whatever the length of a list', async t => {
  const { store, send, during } = await countingSite(t)
  await store.transaction(async tx => {
    for (let number = 1; number <= 150; number++)
      for (const slug of ['same', 'other'])
        await postsIn(tx).insert(recordOf(slug, { slug: number === 1 ? slug : `${slug}-${number}` }))
    for (let number = 1; number <= 100; number++)
      await postsIn(tx).insert(recordOf('same', { slug: '', status: 'draft' }))
  })
  /** The statements of a list that follows a write. */
  async function statements(query: string): Promise<number> {
    const answer = () => send(`GET /posts?context=edit&orderby=id&${query}`)
    t.equal((await answer()).status, 200, query)
    await postsIn(store).updateWhere(wherePosts.eq('slug', 'same-2'), {})
    await send('GET /posts?_fields=id&context=edit')
    return (await during(answer)).length
  }
  for (const [query, more] of [
    ['order=desc', 1],
    ['order=asc', 1],
    ['status=draft', 4],
  ] as const) {
    const without = await statements(`${query}&_fields=id`)
    for (const length of [10, 100]) {
      const searched = await statements(`${query}&per_page=${length}&_fields=generated_slug`)
      t.equal(searched - without, more, `${query}, ${length} posts`)
    }
  }
})

t.test('free slugs for editors are not searched again until something is written', async t => {
  const { store, statements } = await countingSite(t)
  for (let number = 1; number <= 20; number++)
    await postsIn(store).insert(recordOf('same', { slug: `same-${number + 1}` }))
  const fields = (names: string) => `GET /posts?_fields=${names}&context=edit&per_page=20`
  t.equal(await statements(fields('generated_slug')), await statements(fields('id')))
})

t.test('what editors may do is computed once, whatever the length of a list', async t => {
  const { store, site } = await countingSite(t)
  for (let number = 0; number < 20; number++) await postsIn(store).insert(recordOf(`post-${number}`, {}))
  const [user] = (await usersIn(store).find({ order: [{ by: 'field', field: 'id', direction: 'asc' }] })).records
  const administrator = site.principalOf(user as NonNullable<typeof user>)
  const counts: number[] = []
  for (const length of [2, 20]) {
    let checks = 0
    const principal = {
      ...administrator,
      can(capability: string, ...objects: readonly unknown[]) {
        if (objects.length === 0) checks++
        return administrator.can(capability, ...objects)
      },
    }
    const query = `context=edit&per_page=${length}`
    const answer = await site.dispatch({ method: 'GET', path: '/cms/v2/posts', query, principal })
    const posts = answer.body as readonly { readonly _links: Readonly<Record<string, unknown>> }[]
    t.equal(posts.length, length)
    for (const { _links } of posts) t.ok('cms:action-publish' in _links)
    counts.push(checks)
  }
  t.ok((counts[0] ?? 0) > 5)
  t.equal(counts[1], counts[0])
})

t.test('an update writes what it changes', async t => {
  const { store, send, during } = await countingSite(t)
  const { id } = await postsIn(store).insert(recordOf('one', { content: 'Ink.', excerpt: 'Paper.' }))
  const same = { title: 'one', content: 'Ink.', status: 'publish', slug: 'one', comment_status: 'open' }
  const [, ...names] = Object.keys(same)
  const statements = await during(() =>
    send(`POST /posts/${id}`, { as: 'administrator', body: { ...same, title: 'Two' } }),
  )
  const [update = ''] = statements.filter(sql => sql.startsWith('update "posts"'))
  t.match(update, /"title" = \?/)
  for (const name of names) t.notMatch(update.split(' where ')[0] ?? '', new RegExp(`"${name}" = `), name)
  const texts = statements.filter(sql => sql.startsWith('update "post_texts"'))
  t.same(texts.length, 1)
  t.notMatch(texts[0] ?? '', /"content" = /)
  const again = await during(() => send(`POST /posts/${id}`, { as: 'administrator', body: { ...same, title: 'Two' } }))
  t.equal(again.filter(sql => sql.startsWith('update "post_texts"')).length, 0, 'no text is indexed anew')
  const { title, slug, content, excerpt, status } = (await postsIn(store).get(id)) ?? {}
  t.same(
    { title, slug, content, excerpt, status },
    { title: 'Two', slug: 'one', content: 'Ink.', excerpt: 'Paper.', status: 'publish' },
  )
})

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
