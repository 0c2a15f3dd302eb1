import t from 'tap'
import { makeSite } from '../site/make-site.js'

const use = (name: string, attributes: object = {}): string => `<!-- wp:${name} ${JSON.stringify(attributes)} /-->`
const around = (name: string, attributes: object, inner: string): string =>
  `<!-- wp:${name} ${JSON.stringify(attributes)} -->${inner}<!-- /wp:${name} -->`

const PARTS = ['title', 'content', 'excerpt', 'date', 'author', 'terms', 'time-to-read', 'comments-form']
  .map(part => use(`post-${part}`, { term: 'category' }))
  .join('')
const COMMENTS = around(
  'comments',
  {},
  use('comments-title') + around('comment-template', {}, use('comment-content') + use('comment-author-name')),
)
const loop = (query: object): string =>
  around(
    'query',
    { query: { perPage: 100, postType: 'post', inherit: false, ...query } },
    around('post-template', {}, PARTS + COMMENTS),
  )

/** Queries that try to find more than the published posts. */
const QUERIES: readonly object[] = [
  {},
  { search: 'kanar' },
  { orderBy: 'title', order: 'asc' },
  { sticky: 'only' },
  { sticky: '' },
  { postType: 'page' },
  { postType: 'attachment' },
  { postType: 'revision' },
  { postType: 'any' },
  { postType: 'wp_block' },
  { postType: ['post', 'revision'] },
  { status: 'draft', post_status: 'any', include: [1, 2, 3, 4, 5, 6, 7, 8] },
]
const CONTENT = QUERIES.map(loop).join('') + use('latest-comments', { commentsToShow: 100, displayContent: 'full' })

/** A restricted record: its word, and the roles that may see it in a list. */
const SECRETS: Readonly<Record<string, readonly string[]>> = {
  'kanar-private': ['editor', 'administrator'],
  'kanar-private-comment': ['editor', 'administrator'],
  'kanar-draft': [],
  'kanar-protected': [],
  'kanar-protected-comment': [],
  'kanar-held': [],
  'kanar-spam': [],
  'kanar-note': [],
}

t.test('blocks about posts show nobody what they may not read', async t => {
  const { send } = await makeSite()
  const create = async (path: string, body: object): Promise<number> => {
    const { status, body: made } = await send(`POST /${path}`, { body })
    if (status !== 201) throw new Error(`${path}: ${JSON.stringify(made)}`)
    return (made as { readonly id: number }).id
  }
  const post = (title: string, body: object) => create('posts', { title, content: title, excerpt: title, ...body })
  const comment = (to: number, content: string, body: object = {}) =>
    create('comments', { post: to, content, author_name: content, author_email: 'a@example.com', ...body })
  const open = await post('Open', { status: 'publish', sticky: true })
  await comment(open, 'seen')
  await comment(open, 'kanar-held', { status: 'hold' })
  await comment(open, 'kanar-spam', { status: 'spam' })
  await comment(open, 'kanar-note', { type: 'note' }).catch(() => undefined)
  const hidden = await post('kanar-private', { status: 'private' })
  await comment(hidden, 'kanar-private-comment')
  await post('kanar-draft', { status: 'draft' })
  await post('kanar-draft', { status: 'future', date: '2099-01-01T00:00:00' })
  const locked = await create('posts', {
    title: 'Locked',
    content: 'kanar-protected',
    excerpt: 'kanar-protected',
    status: 'publish',
    password: 'pw',
  })
  await comment(locked, 'kanar-protected-comment')
  const page = await create('pages', { title: 'Loops', content: CONTENT, status: 'publish' })
  for (const as of ['anonymous', 'subscriber', 'contributor', 'author', 'editor', 'administrator']) {
    const { body } = await send(`GET /pages/${page}`, { as })
    const html = (body as { readonly content: { readonly rendered: string } }).content.rendered
    t.match(html, 'seen', as)
    for (const [word, roles] of Object.entries(SECRETS)) {
      const shows = new RegExp(`${word}(?![\\w-])`).test(html)
      if (!roles.includes(as)) t.notOk(shows, `${word} for ${as}`)
    }
  }
  const { body } = await send(`GET /pages/${page}`, { as: 'administrator' })
  t.match((body as { readonly content: { readonly rendered: string } }).content.rendered, 'kanar-private')
})
