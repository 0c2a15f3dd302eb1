import { RestError, type RestResponse } from '@platen/core'
import {
  assignmentsIn,
  commentsIn,
  metaIn,
  postsIn,
  type Site,
  termsIn,
  usersIn,
  whereComments,
  whereMeta,
  wherePosts,
  whereTerms,
  whereUsers,
  wpDialect,
} from '@platen/site'
import { defineFeature, defineListArgument } from '@platen/site/extend'
import { defineCollection, integer } from '@platen/storage'
import t from 'tap'
import { onEveryStore } from '../every-store.js'
import { makeSite } from '../make-site.js'
import { sampleAssignment, sampleComment, sampleMeta, samplePost, sampleTerm } from '../sample-records.js'

const idsOf = ({ body }: RestResponse) => (body as { id: number }[]).map(({ id }) => id).sort((a, b) => a - b)
const totalOf = ({ headers }: RestResponse) => Number(headers['X-CMS-Total'] ?? headers['X-WP-Total'])

const heightSchema = {
  description: 'Only plants at least this high.',
  type: 'integer',
  minimum: 0,
  maximum: 1000,
} as const

/** Plants with a height, which is a meta value. */
function registerPlants(site: Pick<Site, 'registerPostType' | 'registerListArgument'>) {
  site.registerPostType('plant', { label: 'Plants', public: true })
  site.registerListArgument('plant', 'min_height', {
    schema: heightSchema,
    search: true,
    where: height =>
      wherePosts.exists(
        whereMeta,
        { foreign: 'object', local: 'id' },
        whereMeta.and(whereMeta.eq('kind', 'post'), whereMeta.eq('key', 'height'), whereMeta.in('value', [height])),
      ),
  })
}

onEveryStore(t, 'an argument restricts the list of a type', async (t, make) => {
  const { send, store } = await make({ register: registerPlants })
  for (const [title, height] of [
    ['Mint', 40],
    ['Sage', 60],
    ['Dill', 40],
  ] as const) {
    const { id } = await postsIn(store).insert(samplePost({ type: 'plant', title }))
    await metaIn(store).insert(sampleMeta({ object: id, key: 'height', value: height }))
  }
  await postsIn(store).insert(samplePost({ type: 'plant', title: 'Moss' }))
  const titles = async (query: string) => {
    const page = await send(`GET /plant?_fields=title&orderby=title&order=asc${query}`, { as: 'anonymous' })
    return [totalOf(page), ...(page.body as { title: { rendered: string } }[]).map(({ title }) => title.rendered)]
  }
  t.strictSame(await titles(''), [4, 'Dill', 'Mint', 'Moss', 'Sage'])
  t.strictSame(await titles('&min_height=40'), [2, 'Dill', 'Mint'])
  t.strictSame(await titles('&min_height=40&search=mint'), [1, 'Mint'], 'with other arguments')
  t.strictSame(await titles('&min_height=7'), [0])
  t.match(await send('GET /posts?min_height=40'), { status: 200 }, 'other lists have no such argument')
  t.match((await send('OPTIONS /plant')).body, { endpoints: [{ args: { min_height: heightSchema } }] })
  t.match((await send('GET //cms/v2')).body, {
    routes: { '/cms/v2/plant': { endpoints: [{ args: { min_height: heightSchema } }] } },
  })
  for (const value of ['x', '-1', '1001', '', '1.5'])
    t.match(
      await send(`GET /plant?min_height=${value}`),
      { status: 400, body: { code: 'rest_invalid_param', data: { params: { min_height: /./ } } } },
      value,
    )
})

onEveryStore(t, 'terms, comments, users and media have arguments, too', async (t, make) => {
  const named = { schema: { type: 'string', minLength: 1 } } as const
  const { send, store, users } = await make({
    register(site) {
      site.registerListArgument(['category', 'post_tag'], 'initial', {
        ...named,
        where: initial => whereTerms.startsWithText('name', initial),
      })
      site.registerListArgument('comment', 'by', {
        ...named,
        where: async name => {
          const { records } = await usersIn(store).find({ where: whereUsers.equalsText('login', name) })
          return whereComments.in(
            'author',
            records.map(({ id }) => id),
          )
        },
      })
      site.registerListArgument('user', 'login', { ...named, where: login => whereUsers.eq('login', login) })
      site.registerListArgument('attachment', 'kind', {
        ...named,
        where: kind => wherePosts.startsWithText('mimeType', kind),
      })
    },
  })
  const author = users.get('author')?.id ?? 0
  const { id: post } = await postsIn(store).insert(samplePost({ author }))
  const apple = await termsIn(store).insert(sampleTerm({ name: 'Apple', slug: 'apple' }))
  await termsIn(store).insert(sampleTerm({ name: 'Beech', slug: 'beech' }))
  const said = await commentsIn(store).insert(sampleComment({ post, author, status: 'approved' }))
  await commentsIn(store).insert(sampleComment({ post, status: 'approved' }))
  const file = { type: 'attachment', status: 'inherit' }
  const image = await postsIn(store).insert(samplePost({ ...file, mimeType: 'image/png' }))
  await postsIn(store).insert(samplePost({ ...file, mimeType: 'audio/mpeg' }))
  for (const [query, id] of [
    ['/categories?initial=A', apple.id],
    ['/comments?by=AUTHOR', said.id],
    ['/users?login=author', author],
    ['/media?kind=image', image.id],
  ] as const) {
    const found = await send(`GET ${query}`)
    t.strictSame([found.status, idsOf(found), totalOf(found)], [200, [id], 1], query)
  }
  t.strictSame(idsOf(await send('GET /comments?by=nobody')), [])
  t.match(await send('GET /users?login='), { status: 400 })
  t.match((await send('OPTIONS /tags')).body, { endpoints: [{ args: { initial: named.schema } }] })
})

t.test('every type and taxonomy with a list has arguments', async t => {
  const lists = {
    page: 'pages',
    attachment: 'media',
    nav_menu_item: 'menu-items',
    cms_block: 'blocks',
    cms_navigation: 'navigation',
    nav_menu: 'menus',
    cms_pattern_category: 'cms_pattern_category',
  }
  const { send } = await makeSite({
    register(site) {
      for (const list of Object.keys(lists))
        site.registerListArgument(list, 'none', { schema: { type: 'boolean' }, where: () => wherePosts.or() })
    },
  })
  for (const path of Object.values(lists)) {
    t.match((await send(`OPTIONS /${path}`)).body, { endpoints: [{ args: { none: { type: 'boolean' } } }] }, path)
    t.match(await send(`GET /${path}?none=true`), { status: 200, body: [] }, path)
  }
})

t.test('errors of where', async t => {
  const errors: unknown[] = []
  const { send } = await makeSite({
    onError: error => void errors.push(error),
    register(site) {
      site.registerListArgument('post', 'how', {
        schema: { type: 'string', enum: ['refused', 'failing', 'none'] },
        where(how) {
          if (how === 'refused') throw new RestError('garden_refused', 'Not so.', 422)
          if (how === 'failing') throw new Error('Secret details')
          return undefined
        },
      })
      site.registerListArgument('post', 'later', {
        schema: { type: 'boolean' },
        async where() {
          await new Promise(resolve => setTimeout(resolve, 5))
          throw new RestError('garden_later', 'Not so.', 422)
        },
      })
    },
  })
  t.match(await send('GET /posts?how=refused'), { status: 422, body: { code: 'garden_refused' } })
  t.strictSame(errors, [])
  const failed = await send('GET /posts?how=failing')
  t.equal(failed.status, 500)
  t.notMatch(failed.text(), /Secret/)
  t.match(errors, [{ message: 'Secret details' }])
  t.match(await send('GET /posts?how=none'), { status: 200 })
  const [both, later] = await Promise.all([send('GET /posts?later=1&how=refused'), send('GET /posts?later=1')])
  t.match([both.body, later.body], [{ code: 'garden_refused' }, { code: 'garden_later' }], 'no rejection is unhandled')
})

t.test('a default applies to every request, lists that are embedded included', async t => {
  const { send, store } = await makeSite({
    register(site) {
      const schema = { type: 'string', enum: ['all', 'odd'], default: 'odd' } as const
      site.registerListArgument('comment', 'shown', {
        schema,
        where: shown => (shown === 'all' ? undefined : whereComments.containsText('content', 'odd')),
      })
      site.registerListArgument('category', 'shown', {
        schema,
        where: shown => (shown === 'all' ? undefined : whereTerms.containsText('name', 'odd')),
      })
    },
  })
  for (let at = 0; at < 2; at++) {
    const { id: post } = await postsIn(store).insert(samplePost({ commentCount: 2 }))
    for (const content of ['odd', 'even']) {
      const { id: term } = await termsIn(store).insert(sampleTerm({ name: content, slug: `${content}-${at}` }))
      await assignmentsIn(store).insert(sampleAssignment({ object: post, term }))
      await commentsIn(store).insert(sampleComment({ post, content, status: 'approved' }))
    }
  }
  t.equal(totalOf(await send('GET /comments')), 2)
  t.equal(totalOf(await send('GET /comments?shown=all')), 4)
  const { body } = await send('GET /posts?_embed=replies,cms:term&_fields=_links,_embedded')
  for (const { _embedded } of body as { _embedded: Record<string, { name?: string; content?: unknown }[][]> }[]) {
    t.match(_embedded['replies'], [[{ content: { rendered: /odd/ } }]])
    t.equal(_embedded['replies']?.[0]?.length, 1)
    t.strictSame(
      _embedded['cms:term']?.flat().map(({ name }) => name),
      ['odd'],
    )
  }
})

t.test('a post that is sticky must match', async t => {
  const { send, store } = await makeSite({
    register: site =>
      site.registerListArgument('post', 'about', {
        schema: { type: 'string' },
        where: about => wherePosts.containsText('title', about),
      }),
  })
  for (const title of ['Tea', 'Milk']) await postsIn(store).insert(samplePost({ title }))
  const { body } = await send('POST /posts', { body: { title: 'Sticky', status: 'publish', sticky: true } })
  const { id } = body as { id: number }
  t.ok(idsOf(await send('GET /posts?ignore_sticky=false&per_page=1')).includes(id))
  t.notOk(idsOf(await send('GET /posts?ignore_sticky=false&about=tea')).includes(id))
})

t.test('search', async t => {
  const { send, store } = await makeSite({
    // The search of terms is one of this dialect.
    dialect: wpDialect,
    register(site) {
      registerPlants(site)
      site.registerPostType('tool', { label: 'Tools', public: true })
      site.registerListArgument('tool', 'unseen', { schema: { type: 'integer' }, where: () => wherePosts.or() })
      site.registerListArgument('category', 'initial', {
        schema: { type: 'string' },
        search: true,
        where: initial => whereTerms.startsWithText('name', initial),
      })
    },
  })
  const insert = async (type: string, title: string) => (await postsIn(store).insert(samplePost({ type, title }))).id
  const post = await insert('post', 'A garden')
  const low = await insert('plant', 'A garden herb')
  const high = await insert('plant', 'A garden tree')
  const tool = await insert('tool', 'A garden fork')
  await metaIn(store).insert(sampleMeta({ object: high, key: 'height', value: 900 }))
  const find = async (query: string) => {
    const found = await send(`GET /search?${query}`, { as: 'anonymous' })
    const ids = idsOf(found)
    t.equal(totalOf(found), ids.length, query)
    return ids
  }
  t.strictSame(await find('search=garden&subtype=any'), [post, low, high, tool])
  t.strictSame(
    await find('search=garden&subtype=any&min_height=900'),
    [post, high, tool],
    'other results are not restricted',
  )
  t.strictSame(await find('search=garden&subtype=plant&min_height=900'), [high])
  t.strictSame(await find('subtype[]=plant&subtype[]=post&min_height=900'), [post, high])
  t.strictSame(await find('search=garden&subtype=post&min_height=900'), [post])
  t.strictSame(await find('search=garden&subtype=tool&unseen=1'), [tool], 'without search: true')
  t.match(await send('GET /search?min_height=x'), { status: 400, body: { data: { params: { min_height: /./ } } } })
  t.match((await send('OPTIONS /search')).body, {
    endpoints: [{ args: { min_height: heightSchema, initial: { type: 'string' }, unseen: undefined } }],
  })
  const apple = await termsIn(store).insert(sampleTerm({ name: 'Apple', slug: 'apple' }))
  const tag = await termsIn(store).insert(sampleTerm({ name: 'Berry', slug: 'berry', taxonomy: 'post_tag' }))
  await termsIn(store).insert(sampleTerm({ name: 'Cherry', slug: 'cherry' }))
  t.strictSame(await find('type=term&initial=a'), [apple.id, tag.id])
})

onEveryStore(t, 'cached responses depend on what conditions read', async (t, make) => {
  const visits = defineCollection({ name: 'visits', columns: { post: integer() } })
  let calls = 0
  const { send, store } = await make({
    cache: true,
    features: [
      defineFeature({
        name: 'visits',
        collections: [visits],
        listArguments: [
          defineListArgument('post', 'visited', {
            schema: { type: 'boolean' },
            where(visited) {
              calls++
              const isVisited = wherePosts.exists(visits.where, { foreign: 'post', local: 'id' })
              return visited ? isVisited : wherePosts.not(isVisited)
            },
          }),
          defineListArgument('post', 'most_visited', {
            schema: { type: 'boolean' },
            async where() {
              calls++
              const { records } = await store.collection(visits).find({ limit: 1 })
              return wherePosts.in(
                'id',
                records.map(({ post }) => post),
              )
            },
          }),
        ],
      }),
    ],
  })
  await store.prepare([visits])
  const { id: first } = await postsIn(store).insert(samplePost())
  const { id: second } = await postsIn(store).insert(samplePost())
  for (const [query, before, after] of [
    ['visited=true', [], [first]],
    ['visited=false', [first, second], [second]],
    ['most_visited=true', [], [first]],
  ] as const) {
    const list = async () => {
      const page = await send(`GET /posts?${query}`, { as: 'anonymous' })
      const ids = idsOf(page)
      t.equal(totalOf(page), ids.length)
      return ids
    }
    calls = 0
    t.strictSame(await list(), before, query)
    t.strictSame(await list(), before, query)
    t.equal(calls, 1, 'the second response is cached')
    const visit = await store.collection(visits).insert({ post: first })
    t.strictSame(await list(), after, query)
    await store.collection(visits).remove(visit.id)
    t.strictSame(await list(), before, query)
  }
})

t.test('values and conditions are typed', async t => {
  const declare = ({ registerListArgument }: Pick<Site, 'registerListArgument'>) => {
    registerListArgument('post', 'a', {
      schema: { type: 'array', items: { type: 'integer' } },
      where: ids => wherePosts.in('id', ids),
    })
    registerListArgument('post', 'b', {
      schema: { type: 'string', enum: ['x', 'y'] },
      // @ts-expect-error: not a value of the schema.
      where: value => (value === 'z' ? wherePosts.eq('id', 1) : undefined),
    })
    registerListArgument('comment', 'c', {
      schema: { type: 'string' },
      // @ts-expect-error: a condition on other records.
      where: value => wherePosts.eq('title', value),
    })
    registerListArgument('post', 'd', {
      schema: { type: 'string', default: null },
      // @ts-expect-error: null by default.
      where: value => wherePosts.containsText('title', value),
    })
    registerListArgument('plant', 'e', {
      schema: { type: 'string' },
      // @ts-expect-error: a condition on other records than posts or terms.
      where: value => whereUsers.eq('login', value),
    })
    registerListArgument(['post', 'category'], 'f', {
      schema: { type: 'string' },
      // @ts-expect-error: terms have no title.
      where: value => wherePosts.eq('title', value),
    })
    // @ts-expect-error: not an option.
    registerListArgument('post', 'g', { schema: {}, where: () => undefined, serch: true })
  }
  t.type(declare, 'function')
})
