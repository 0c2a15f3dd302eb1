import { createHash } from 'node:crypto'
import { type CommentRecord, cmsDialect, commentsIn, type Dialect, postsIn, wpDialect } from '@platen/site'
import t from 'tap'
import { countingReads } from '../../access/counting-reads.js'
import { onEveryStore } from '../../every-store.js'
import { makeSite, type TestSite } from '../../make-site.js'

const ROLES = ['anonymous', 'subscriber', 'contributor', 'author', 'editor', 'administrator']
const POSTS = [
  ...['publish', 'private', 'draft', 'pending', 'trash'].map(status => ({ status, password: '' })),
  { status: 'publish', password: 'sesame' },
]
const STATUSES = ['approved', 'hold', 'spam', 'trash', 'post-trashed']

/** A list, and what is in it for those who may read everything. */
type Listed = readonly [query: string, matches: (comment: CommentRecord) => boolean]
const FIRST: Listed = ['', ({ status, type }) => status === 'approved' && type === 'comment']
const CHOSEN: readonly Listed[] = [
  ['status=any&type=all', () => true],
  ['status=all&type=note', ({ status, type }) => (status === 'approved' || status === 'hold') && type === 'note'],
  ['status=spam', ({ status, type }) => status === 'spam' && type === 'comment'],
]

const totalOf = (headers: Readonly<Record<string, string>>) =>
  Number(Object.entries(headers).find(([name]) => /^X-\w+-Total$/.test(name))?.[1])
const idsOf = (body: unknown) => (body as readonly { readonly id: number }[]).map(({ id }) => id)

/** Comments in each status and of each type, by an author and by a stranger, on posts of each status by two authors. */
async function plant({ store, users }: TestSite): Promise<readonly CommentRecord[]> {
  const planted: CommentRecord[] = []
  const authors = ['author', 'administrator'].map(role => users.get(role)?.id ?? 0)
  for (const author of authors) {
    for (const [at, given] of POSTS.entries()) {
      const date = '2024-01-01T00:00:00'
      const post = await postsIn(store).insert({
        ...{ type: 'post', author, date, dateGmt: date, modified: date, modifiedGmt: date, slug: `p${author}-${at}` },
        ...{ title: 'A post', content: '', excerpt: '', parent: 0, menuOrder: 0, commentStatus: 'open' },
        ...{ pingStatus: 'open', guid: '', mimeType: '', commentCount: 0, ...given },
      })
      for (const type of ['comment', 'note', 'pingback'])
        for (const status of STATUSES)
          for (const by of [0, users.get('subscriber')?.id ?? 0])
            planted.push(
              await commentsIn(store).insert({
                ...{ post: post.id, parent: 0, author: by, authorName: 'Ann', authorEmail: 'ann@example.com' },
                ...{ authorUrl: '', authorIp: '192.0.2.7', authorAgent: '', date, dateGmt: date, status, type },
                content: `${status} ${type}`,
              }),
            )
    }
  }
  return planted
}

onEveryStore(t, 'lists hold what their items show one by one', async (t, make) => {
  for (const dialect of [cmsDialect, wpDialect] satisfies Dialect[]) {
    const made = await makeSite({ ...(dialect === cmsDialect ? { store: (await make()).store } : {}), dialect })
    const all = await plant(made)
    for (const as of ROLES) {
      const readable = new Set<number>()
      for (const { id } of all) if ((await made.send(`GET /comments/${id}`, { as })).status === 200) readable.add(id)
      const queries = ['anonymous', 'subscriber'].includes(as) ? [FIRST] : [FIRST, ...CHOSEN]
      for (const [query, matches] of queries) {
        const shown: number[] = []
        let total = 0
        for (let page = 1; page === 1 || total > (page - 1) * 100; page++) {
          const answer = await made.send(`GET /comments?per_page=100&page=${page}&orderby=id&order=asc&${query}`, {
            as,
          })
          t.equal(answer.status, 200, `${query} as ${as}`)
          total = totalOf(answer.headers)
          shown.push(...idsOf(answer.body))
        }
        const matching = all.filter(matches).map(({ id }) => id)
        const expected = matching.filter(id => readable.has(id))
        t.same(shown, expected, `${dialect.name}: ${query} as ${as}`)
        t.equal(total, dialect.countsUnreadable ? matching.length : expected.length, `the total of ${query} as ${as}`)
        const filtered = await made.send(`GET /comments?exclude=1&search=a&${query}`, { as })
        t.equal(totalOf(filtered.headers), expected.filter(id => id !== 1).length, `filtered: ${query} as ${as}`)
      }
    }
  }
})

t.test('lists by post contain the comments that the caller can read', async t => {
  const made = await makeSite()
  const all = await plant(made)
  const posts = [...new Set(all.map(({ post }) => post))]
  for (const as of ROLES) {
    for (const post of posts) {
      const own = all.filter(comment => comment.post === post)
      for (const query of ['', ...(/anon|subs/.test(as) ? [] : ['&status=any&type=all', '&status=hold'])]) {
        const { status, body } = await made.send(`GET /comments?per_page=100&post=${post}${query}`, { as })
        if (status === 401 || status === 403) continue
        t.equal(status, 200)
        for (const { id } of own) {
          const shows = idsOf(body).includes(id)
          const reads = (await made.send(`GET /comments/${id}`, { as })).status === 200
          if (shows) t.ok(reads, `${id} of ${post}${query} as ${as}`)
          else if (query === '&status=any&type=all') t.notOk(reads, `${id} of ${post} as ${as}`)
        }
      }
    }
  }
})

t.test('nobody finds hidden comments by an email address', async t => {
  const { send, site } = await makeSite()
  const post = await site.content.posts.create({ title: 'Talk', status: 'publish' }, { as: site.system })
  const ann = { authorName: 'Ann', authorEmail: 'ann@example.com', authorIp: '192.0.2.7' }
  await site.content.comments.create({ post: post.id, content: 'Words', ...ann }, { as: site.system })
  const found = async (query: string, as: string) => idsOf((await send(`GET /comments?${query}`, { as })).body).length
  for (const [as, count] of [
    ['anonymous', 0],
    ['author', 0],
    ['editor', 1],
  ] as const) {
    t.equal(await found('search=ann@example.com', as), count, `by a search as ${as}`)
    t.equal(await found('search=192.0.2', as), count, `by an IP address as ${as}`)
    if (as !== 'anonymous') t.equal(await found('author_email=ann@example.com', as), count, `by a filter as ${as}`)
    t.equal(await found('search=words', as), 1)
    t.equal(await found('search=ann', as), 1, 'the name is shown to all')
  }
})

t.test('a list costs a fixed number of reads', async t => {
  const reads = async (count: number) => {
    const counter = countingReads()
    const { send, site } = await makeSite({ wrapStore: counter.wrap })
    const ids: number[] = []
    for (let i = 0; i < count; i++) {
      const by = { as: site.system }
      const post = await site.content.posts.create({ title: `Talk ${i}`, status: 'publish' }, by)
      const { id } = await site.content.comments.create({ post: post.id, content: `Words ${i}` }, by)
      await site.content.comments.create({ post: post.id, content: `More ${i}`, parent: id }, by)
      ids.push(post.id)
    }
    const taken: Record<string, number> = {}
    for (const as of ['anonymous', 'author', 'editor'])
      for (const query of ['', `&post=${ids}`, '&_embed', `&post=${ids[0]}&_embed`]) {
        counter.taken()
        const { body } = await send(`GET /comments?per_page=100${query}`, { as })
        taken[`${query.replaceAll(/\d+(?:,\d+)*/g, 'n')} ${as}`] = counter.taken().length
        t.ok((body as unknown[]).length > 0)
      }
    return taken
  }
  t.same(await reads(20), await reads(3))
})

t.test('a first page of embedded replies', async t => {
  const { send, site } = await makeSite()
  const by = { as: site.system }
  for (const title of ['One', 'Two']) {
    const post = await site.content.posts.create({ title, status: 'publish' }, by)
    for (let i = 10; i < 25; i++)
      await site.content.comments.create({ post: post.id, content: `${i}`, date: `2024-01-01T00:00:${i}` }, by)
  }
  const embedded = (await send('GET /posts?_embed=replies&_fields=_links,_embedded')).body
  for (const { _embedded, _links } of embedded as {
    _embedded: { replies: unknown[][] }
    _links: { replies: { href: string }[] }
  }[]) {
    const { search } = new URL(_links.replies[0]?.href ?? '')
    const { body } = await send(`GET /comments${search}&context=embed`)
    t.equal(_embedded.replies[0]?.length, 10)
    t.same(_embedded.replies[0], body)
  }
})

t.test('editors of a post see its notes in the context edit', async t => {
  const { send, site, users } = await makeSite()
  const author = users.get('author')
  if (author === undefined) throw new Error('no author')
  const own = await site.content.posts.create({ title: 'Own', status: 'draft' }, { as: author })
  const foreign = await site.content.posts.create({ title: 'Foreign', status: 'publish' }, { as: site.system })
  const { id } = await site.content.comments.create({ post: own.id, content: 'Look', type: 'note' }, { as: author })
  const get = async (path: string, as = 'author') => (await send(`GET /comments${path}`, { as })).status
  t.equal(await get(`?type=note&status=all&context=edit&post=${own.id}`), 200)
  t.equal(await get(`?type=note&status=all&context=edit&post=${own.id},${foreign.id}`), 403)
  t.equal(await get(`?context=edit&post=${own.id}`), 403)
  t.equal(await get('?type=note&context=edit'), 403)
  t.equal(await get(`/${id}?context=edit`), 200)
  t.equal(await get(`/${id}?context=edit`, 'contributor'), 403)
  const resolved = { post: own.id, type: 'note', content: '', parent: id, meta: { _wp_note_status: 'resolved' } }
  t.equal((await send('POST /comments', { as: 'author', body: resolved })).status, 201, 'a note without words')
})

t.test('comments without a post are for moderators', async t => {
  const { send, site } = await makeSite()
  const { id } = await site.content.posts.create({ title: 'Talk', status: 'publish' }, { as: site.system })
  for (const [as, status] of [
    ['anonymous', 401],
    ['subscriber', 403],
    ['author', 403],
    ['editor', 200],
  ] as const) {
    for (const query of ['post=0', `post=0,${id}`, 'post=0&type=note', 'post=0&context=edit']) {
      const answer = await send(`GET /comments?${query}`, { as })
      if (status === 200) t.equal(answer.status, 200, query)
      else t.match(answer, { status, body: { code: 'rest_cannot_read' } }, `${query} as ${as}`)
    }
    t.equal((await send(`GET /comments?post=${id}`, { as })).status, 200, as)
  }
})

onEveryStore(
  t,
  'comments that the caller cannot read are taken out of a page after it is cut, or do not count',
  async (t, make) => {
    for (const dialect of [cmsDialect, wpDialect] satisfies Dialect[]) {
      const made = await makeSite({ ...(dialect === cmsDialect ? { store: (await make()).store } : {}), dialect })
      const { send } = made
      const write = async (path: string, body: object) =>
        ((await send(`POST ${path}`, { body })).body as { readonly id: number }).id
      const open = await write('/posts', { title: 'Open', status: 'publish' })
      const locked = await write('/posts', { title: 'Locked', status: 'publish', password: 'sesame' })
      const hidden = await write('/posts', { title: 'Hidden', status: 'private' })
      let written = 0
      for (let round = 0; round < 5; round++)
        for (const post of [open, locked, hidden, open, open])
          await write('/comments', { post, content: `Comment ${round} ${++written}` })
      const list = async (query: string, as: string) => {
        const { body, headers } = await send(`GET /comments?per_page=10&orderby=id&order=asc&${query}`, { as })
        return {
          posts: (body as readonly { readonly post: number }[]).map(({ post }) => post),
          total: totalOf(headers),
        }
      }
      const [first, second, third] = await Promise.all(['1', '2', '3'].map(page => list(`page=${page}`, 'anonymous')))
      const isCut = dialect.cutsUnreadableComments
      const pages = isCut ? [6, 6, 3] : [10, 5, 0]
      t.same(
        [first, second, third].map(page => page?.posts.length),
        pages,
        dialect.name,
      )
      t.equal(first?.total, isCut ? 25 : 15)
      t.ok(first?.posts.every(post => post === open))
      t.same((await list('', 'editor')).posts.length, 10)
      for (const query of ['search=Comment', 'after=2001-01-01T00:00:00'])
        t.match(await list(query, 'anonymous'), { total: 15, posts: { length: 10 } }, `${query} never counts them`)
      t.equal((await list(`post=${locked}&password=sesame`, 'anonymous')).posts.length, 5)
    }
  },
)

interface Comment {
  readonly id: number
  readonly author_avatar_urls: Readonly<Record<string, string>>
}
interface Page {
  readonly content: { readonly rendered: string }
}

const hashOf = (email: string) => createHash('sha256').update(email).digest('hex')

t.test('comments of users show the picture of the user, whatever address they have', async t => {
  const { send, users } = await makeSite({ comments: { flood: false } })
  const editor = users.get('editor')
  if (editor === undefined) throw new Error('no editor')
  const post = (await send('POST /posts', { body: { title: 'A post', status: 'publish' } })).body as { id: number }
  const written = (await send('POST /comments', { body: { post: post.id, content: 'Words', author: editor.id } })).body
  const { id } = written as Comment
  const block = '<!-- wp:latest-comments /--><!-- wp:latest-comments {"displayAvatar":false} /-->'
  const pages = async () => {
    const page = { title: 'A page', content: block, status: 'publish' }
    return ((await send('POST /pages', { body: page })).body as Page).content.rendered
  }
  const shows = async (comment: unknown, email: string, message: string) => {
    t.match((comment as Comment).author_avatar_urls['24'], hashOf(email), message)
    t.match((await send(`GET /comments/${id}`, { as: 'anonymous' })).body, comment as Partial<Comment>, message)
    t.match(await pages(), hashOf(email), message)
  }
  const pictures = ({ author_avatar_urls }: Comment) => ({ author_avatar_urls })

  await shows(pictures(written as Comment), editor.email, 'created')
  const update = async (body: object) => pictures((await send(`POST /comments/${id}`, { body })).body as Comment)
  await shows(await update({ author_email: 'other@example.com' }), editor.email, 'with another address')
  await shows(await update({ author_email: '' }), editor.email, 'without an address')

  await send(`POST /users/${editor.id}`, { body: { email: 'moved@example.com' } })
  const [listed] = (await send('GET /comments', { as: 'anonymous' })).body as Comment[]
  await shows(listed && pictures(listed), 'moved@example.com', 'with the new address of the user')

  await update({ author_email: 'other@example.com' })
  await send(`DELETE /users/${editor.id}?force=true&reassign=1`)
  const left = (await send(`GET /comments/${id}`)).body as Comment
  await shows(pictures(left), 'other@example.com', 'its own address once the user is gone')
})
