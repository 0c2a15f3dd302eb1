import type { Link } from '@platen/core'
import { assignmentsIn, commentsIn, metaIn, postsIn, termsIn } from '@platen/site'
import type { Store } from '@platen/storage'
import t from 'tap'
import { countingReads } from './access/counting-reads.js'
import { onEveryStore } from './every-store.js'
import { makeSite, type TestSite } from './make-site.js'

interface Item {
  readonly id: number
  readonly _links: Readonly<Record<string, readonly Link[]>>
  readonly _embedded?: Readonly<Record<string, readonly unknown[]>>
}

const ROLES = ['anonymous', 'contributor', 'author', 'editor']
const LISTS = ['/posts', '/pages', '/media', '/categories', '/comments', '//cms/v2/search']
const STATUSES = ['publish', 'publish', 'draft', 'private']

const record = (type: string, i: number, more: object) => ({
  type,
  status: 'publish',
  author: 1,
  date: `2024-01-01T00:00:${String(i).padStart(2, '0')}`,
  dateGmt: `2024-01-01T00:00:${String(i).padStart(2, '0')}`,
  modified: '2024-01-01T00:00:00',
  modifiedGmt: '2024-01-01T00:00:00',
  slug: `${type}-${i}`,
  title: `A ${type} ${i}`,
  content: `<p>Text of ${i}</p>`,
  excerpt: '',
  password: i % 5 === 4 ? 'secret' : '',
  parent: 0,
  menuOrder: 0,
  commentStatus: 'open',
  pingStatus: 'open',
  guid: `http://site.example/?p=${i}`,
  mimeType: '',
  commentCount: 0,
  ...more,
})

const comment = (post: number, i: number, more: object) => ({
  post,
  parent: 0,
  author: 0,
  authorName: 'Ann',
  authorEmail: 'ann@example.com',
  authorUrl: '',
  authorIp: '',
  authorAgent: '',
  date: `2024-02-01T00:00:${String(i).padStart(2, '0')}`,
  dateGmt: `2024-02-01T00:00:${String(i).padStart(2, '0')}`,
  status: 'approved',
  type: 'comment',
  content: `Said about ${i}`,
  ...more,
})

/** Fills a site with so many posts, pages, attachments and categories, each linked to others of its own. */
async function fill({ store, users }: Pick<TestSite, 'store' | 'users'>, count: number): Promise<void> {
  const authors = ['author', 'editor', 'administrator', 'contributor'].map(role => users.get(role)?.id ?? 0)
  for (let i = 0; i < count; i++) await fillOne(store, authors[i % 4] ?? 1, i)
}

async function fillOne(store: Store, author: number, i: number): Promise<void> {
  const term = (taxonomy: string, name: string, parent = 0) =>
    termsIn(store).insert({ taxonomy, name, slug: name, description: '', parent, group: 0, count: 1 })
  const above = await term('category', `above-${i}`)
  const terms = [await term('category', `below-${i}`, above.id), await term('post_tag', `Tag ${99 - i}`)]
  const hidden = await postsIn(store).insert(record('page', i, { status: STATUSES[i % 4], author, slug: `top-${i}` }))
  const isDiscussed = i < 2 || i % 2 === 1
  const page = await postsIn(store).insert(
    record('page', i, { parent: hidden.id, author, commentCount: isDiscussed ? 1 : 0 }),
  )
  const file = { status: 'inherit', mimeType: 'image/png', author }
  const own = await postsIn(store).insert(record('attachment', i, { ...file, parent: i % 2 === 0 ? hidden.id : 0 }))
  const post = await postsIn(store).insert(record('post', i, { author, commentCount: isDiscussed ? 3 : 0 }))
  await metaIn(store).insert({ kind: 'post', object: post.id, key: '_thumbnail_id', value: own.id })
  await metaIn(store).insert({ kind: 'post', object: page.id, key: '_thumbnail_id', value: own.id })
  for (const [position, { id }] of terms.entries())
    await assignmentsIn(store).insert({ object: post.id, term: id, position })
  if (isDiscussed) await discuss(store, { post: post.id, page: page.id, author }, i)
  // A shared term, which each list shows in the place that its name has.
  const [shared] = (await termsIn(store).find({ where: undefined, limit: 1 })).records
  if (shared !== undefined && i % 2 === 1)
    await assignmentsIn(store).insert({ object: post.id, term: shared.id, position: 9 })
}

/** Adds comments that count, three to a post and one to a page, and one that is held. */
async function discuss(store: Store, { post, page, author }: Readonly<Record<string, number>>, i: number) {
  const said = (more: object) => commentsIn(store).insert(comment(post ?? 0, i, more))
  const thread = await said({})
  for (let reply = 0; reply < 3; reply++)
    await said({ parent: thread.id, author, status: reply === 1 ? 'hold' : 'approved' })
  await commentsIn(store).insert(comment(page ?? 0, i, { parent: thread.id }))
}

const embeddable = ({ _links }: Item): [relation: string, links: readonly Link[]][] =>
  Object.entries(_links).map(([relation, links]) => [relation, links.filter(link => link.embeddable === true)])

onEveryStore(t, 'embedded resources equal the responses of their URLs', async (t, make) => {
  const made = await make()
  await fill(made, 5)
  const relations = new Set<string>()
  for (const as of ROLES) {
    for (const list of LISTS) {
      const url = `GET ${list}?_embed&per_page=20`
      const { status, body } = await made.send(url, { as })
      t.equal(status, 200)
      const written = await made.send(url, { as })
      t.equal(written.text(), JSON.stringify(body), `${list} as ${as}, written without its values`)
      for (const item of body as Item[]) {
        for (const [relation, links] of embeddable(item)) {
          const alone: unknown[] = []
          for (const { href } of links) {
            const url = new URL(href)
            const query = url.search === '' ? '?context=embed' : `${url.search}&context=embed`
            const answer = await made.send(`GET /${url.pathname.replace('/cms-json', '')}${query}`, { as })
            if ((answer.body as { code?: string }).code !== 'rest_no_route') alone.push(answer.body)
          }
          const expected = alone.every(each => Array.isArray(each) && each.length === 0) ? undefined : alone
          t.strictSame(item._embedded?.[relation], expected, `${relation} of ${list} ${item.id} as ${as}`)
          if (expected !== undefined) relations.add(relation)
        }
      }
    }
  }
  for (const relation of [
    'author',
    'up',
    'cms:featuredmedia',
    'cms:term',
    'cms:attached-to',
    'self',
    'replies',
    'in-reply-to',
    'children',
  ])
    t.ok(relations.has(relation), `${relation} is among them`)
})

t.test('the number of reads does not depend on the length of the list', async t => {
  const reads = async (count: number) => {
    const counter = countingReads()
    const made = await makeSite({ wrapStore: counter.wrap })
    await fill(made, count)
    const taken: Record<string, number> = {}
    for (const as of ['anonymous', 'contributor', 'administrator']) {
      for (const list of LISTS) {
        const { body } = await made.send(`GET ${list}?per_page=100`, { as })
        counter.taken()
        await made.send(`GET ${list}?per_page=100`, { as })
        const plain = counter.taken().length
        const linked = (body as Item[]).flatMap(item => embeddable(item).filter(([, links]) => links.length > 0))
        for (const relation of new Set(linked.map(([name]) => name))) {
          await made.send(`GET ${list}?per_page=100&_embed=${relation}`, { as })
          taken[`${relation} of ${list} as ${as}`] = counter.taken().length - plain
        }
      }
    }
    return taken
  }
  const few = await reads(4)
  t.same(await reads(16), few)
  for (const [name, count] of Object.entries(few)) t.ok(count <= 12, `${name}: ${count}`)
})

interface EmbedFamiliesItem {
  readonly id?: number
  readonly _links: Readonly<Record<string, readonly Link[]>>
  readonly _embedded?: Readonly<Record<string, readonly unknown[]>>
}

/** Fills a site with so many menus, items, patterns, navigations, revisions of a post, and attached files. */
async function embedFamiliesFill({ send, site }: TestSite, count: number): Promise<readonly string[]> {
  const add = async (path: string, body: object, as = 'administrator'): Promise<number> => {
    const answer = await send(`POST ${path}`, { body, as })
    if (answer.status >= 300) throw new Error(`${path}: ${JSON.stringify(answer.body)}`)
    return (answer.body as { id: number }).id
  }
  const revised = await add('/posts', { title: 'Revised', status: 'publish' }, 'editor')
  for (let i = 0; i < count; i++) {
    const editors = ['administrator', 'editor'] as const
    const as = editors[i % 2]
    const page = await add(
      '/pages',
      { title: `Page ${i}`, status: i % 3 === 2 ? 'draft' : 'publish', content: 'Words.', comment_status: 'open' },
      as,
    )
    const category = await add('/categories', { name: `Category ${i}` })
    const menu = await add('/menus', { name: `Menu ${i}`, ...(i < 2 && { locations: [`place-${i}`] }) })
    const common = { menus: menu, status: 'publish' }
    await add('/menu-items', { ...common, type: 'post_type', object: 'page', object_id: page, title: '' })
    await add('/menu-items', { ...common, type: 'taxonomy', object: 'category', object_id: category, title: '' })
    await add('/menu-items', { ...common, type: 'custom', url: 'https://a.example/', title: 'Custom' })
    await add('/blocks', { title: `Pattern ${i}`, content: '<p>x</p>', status: 'publish' }, as)
    await add('/navigation', { title: `Navigation ${i}`, content: '', status: 'publish' })
    await add(`/posts/${revised}`, { content: `Version ${i}` }, as)
    await add(`/pages/${page}/autosaves`, { content: 'x' }, as)
    await postsIn(site.context.store).insert({
      ...(await postsIn(site.context.store).get(page)),
      ...{
        id: undefined,
        type: 'attachment',
        status: 'inherit',
        slug: `file-${i}`,
        parent: page,
        mimeType: 'audio/mpeg',
      },
    } as never)
    // Drafts take no comments.
    if (i % 3 !== 2) await add('/comments', { post: page, content: `Said ${i}` }, as)
    await add('/widgets', { id_base: 'text', sidebar: 'main', instance: { raw: { title: '', text: `Text ${i}` } } })
  }
  return [
    '/menus',
    '/menu-items',
    '/blocks',
    '/navigation',
    '/media',
    '/comments',
    '/menu-locations/place-0',
    '/sidebars',
    '/widgets',
    '/pages',
    `/posts/${revised}/revisions`,
    `/posts/${revised}/autosaves`,
  ]
}

const register: NonNullable<Parameters<typeof makeSite>[0]>['register'] = site => {
  site.registerSidebar('main', { name: 'Main' })
  for (let i = 0; i < 2; i++) site.registerMenuLocation(`place-${i}`, { description: `Place ${i}` })
}

const itemsOf = (body: unknown): readonly EmbedFamiliesItem[] =>
  (Array.isArray(body) ? body : [body]) as readonly EmbedFamiliesItem[]

const embedFamiliesEmbeddable = ({ _links }: EmbedFamiliesItem): [relation: string, links: readonly Link[]][] =>
  Object.entries(_links).map(([relation, links]) => [relation, links.filter(link => link.embeddable === true)])

onEveryStore(t, 'embedded resources of all families equal the responses of their URLs', async (t, make) => {
  const made = await make({ register })
  const lists = await embedFamiliesFill(made, 4)
  const relations = new Set<string>()
  for (const as of ['anonymous', 'contributor', 'editor', 'administrator']) {
    for (const list of lists) {
      const { status, body } = await made.send(`GET ${list}?_embed&per_page=50`, { as })
      if (status !== 200) continue
      for (const item of itemsOf(body)) {
        for (const [relation, links] of embedFamiliesEmbeddable(item)) {
          const alone: unknown[] = []
          for (const { href } of links) {
            const url = new URL(href)
            const query = url.search === '' ? '?context=embed' : `${url.search}&context=embed`
            const answer = await made.send(`GET /${url.pathname.replace('/cms-json', '')}${query}`, { as })
            if ((answer.body as { code?: string }).code !== 'rest_no_route') alone.push(answer.body)
          }
          const expected = alone.every(each => Array.isArray(each) && each.length === 0) ? undefined : alone
          t.strictSame(item._embedded?.[relation], expected, `${relation} of ${list} as ${as}`)
          if (expected !== undefined) relations.add(`${relation} of ${list.replace(/\d+/, '1')}`)
        }
      }
    }
  }
  for (const relation of [
    'cms:menu-item-object of /menu-items',
    'cms:menu-location of /menus',
    'cms:menu of /menu-locations/place-1',
    'author of /media',
    'cms:attached-to of /media',
    'up of /comments',
    'about of /widgets',
    'cms:widget of /sidebars',
  ])
    t.ok(relations.has(relation), `${relation} is among ${[...relations].join(', ')}`)
})

t.test('the number of reads does not depend on the length of the list', async t => {
  const reads = async (count: number) => {
    const counter = countingReads()
    const made = await makeSite({ wrapStore: counter.wrap, register })
    const lists = await embedFamiliesFill(made, count)
    const taken: Record<string, number> = {}
    for (const as of ['anonymous', 'contributor', 'administrator']) {
      for (const list of lists) {
        const { status, body } = await made.send(`GET ${list}?per_page=100`, { as })
        if (status !== 200) continue
        counter.taken()
        await made.send(`GET ${list}?per_page=100`, { as })
        const plain = counter.taken().length
        const linked = itemsOf(body).flatMap(item =>
          embedFamiliesEmbeddable(item).filter(([, links]) => links.length > 0),
        )
        for (const relation of new Set(linked.map(([name]) => name))) {
          await made.send(`GET ${list}?per_page=100&_embed=${relation}`, { as })
          taken[`${relation} of ${list.replace(/\d+/, '1')} as ${as}`] = counter.taken().length - plain
        }
      }
    }
    return taken
  }
  const few = await reads(4)
  t.same(await reads(16), few)
  for (const [name, count] of Object.entries(few)) t.ok(count <= 12, `${name}: ${count}`)
})
