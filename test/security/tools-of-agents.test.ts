import type { ErrorBody } from '@platen/core'
import t, { type Test } from 'tap'
import { type CallTool, callerOf, mcpSite } from '../mcp/mcp-site.js'

t.setTimeout(240_000)

const ROLES = ['administrator', 'editor', 'author', 'contributor', 'subscriber']
const TYPES = [
  'posts',
  'pages',
  'media',
  'blocks',
  'navigation',
  'categories',
  'tags',
  'menus',
  'menu-items',
  'comments',
]

/** What both answer: a status, and the code of an error. */
interface Outcome {
  readonly status: number
  readonly code: string | undefined
}

const outcomeOf = async (call: CallTool, name: string, input: object): Promise<Outcome> => {
  const { isError, value } = await call(name, input as Readonly<Record<string, unknown>>)
  const { status = 200, code } = (value['error'] ?? {}) as { readonly status?: number; readonly code?: string }
  return { status: isError ? status : 200, code: isError ? code : undefined }
}

/** Compares the tools with the REST interface, for one caller: `rest` sends requests as the same caller. */
async function compare(
  t: Test,
  call: CallTool,
  rest: (
    method: string,
    path: string,
    value?: object,
    headers?: Record<string, string>,
  ) => Promise<Outcome & { etag?: string; items?: number }>,
  ids: Readonly<Record<string, readonly number[]>>,
): Promise<void> {
  const same = async (what: string, name: string, input: object, expected: Promise<Outcome>) => {
    const { status, code } = await expected
    t.same(await outcomeOf(call, name, input), { status: status < 400 ? 200 : status, code }, what)
  }
  for (const type of TYPES) {
    const list = await rest('GET', `/${type}?per_page=50&cursor=`)
    const listed = await call('list_content', { type, limit: 50 })
    t.equal(
      listed.isError ? -1 : (listed.value['items'] as readonly unknown[]).length,
      list.items ?? -1,
      `list ${type}`,
    )
    for (const id of ids[type] ?? []) {
      const etag = (await rest('GET', `/${type}/${id}`)).etag ?? '"1"'
      await same(`read ${type} ${id}`, 'read_content', { type, id }, rest('GET', `/${type}/${id}`))
      await same(
        `raw ${type} ${id}`,
        'read_content',
        { type, id, raw: true },
        rest('GET', `/${type}/${id}?context=edit`),
      )
      const change = { description: 'x', title: 'Changed', content: 'x', name: 'Changed' }
      const value = { type, id, etag, values: change }
      const dry = await outcomeOf(call, 'update_content', { ...value, dryRun: true })
      const real = rest('POST', `/${type}/${id}`, change, { 'if-match': etag })
      const { status, code } = await real
      t.same(dry, { status: status < 400 ? 200 : status, code }, `update ${type} ${id}`)
      const latest = (await rest('GET', `/${type}/${id}`)).etag ?? '"1"'
      const trash = await outcomeOf(call, 'trash_content', { type, id, etag: latest, dryRun: true })
      const allowed = await rest('DELETE', `/${type}/${id}`, undefined, { 'if-match': '"none"' })
      // The interface refuses with 412 what the caller may do to the right version.
      t.equal(
        trash.status === 200 || trash.status === 501,
        allowed.status === 412 || allowed.status === 501,
        `trash ${type} ${id}`,
      )
    }
    const values = { title: 'New', name: `New ${type}`, content: 'x', post: ids['posts']?.[0] }
    const dry = await outcomeOf(call, 'create_content', { type, values, dryRun: true })
    const { status, code } = await rest('POST', `/${type}`, values)
    t.same(dry, { status: status < 400 ? 200 : status, code }, `create ${type}`)
  }
  await same('search', 'search_content', { query: 'x' }, rest('GET', '/search?search=x'))
  for (const type of ['users', 'settings', 'plugins', 'types', '../users', 'posts/1/revisions', 'posts?x'])
    t.match(await outcomeOf(call, 'list_content', { type }), { status: 400 }, type)
}

async function prepared(t: Test) {
  const made = await mcpSite(t)
  const { site, users } = made
  const by = { as: site.system }
  const author = users.get('author')?.id ?? 0
  const post = (status: string, type = 'post', owner = 0) =>
    site.content.posts
      .create({ title: `${status} of ${owner}`, content: 'x', type, status, author: owner }, by)
      .then(({ id }) => id)
  const posts = [
    await post('publish'),
    await post('draft'),
    await post('private'),
    await post('draft', 'post', author),
    await post('publish', 'post', author),
  ]
  const category = await site.content.terms.create({ taxonomy: 'category', name: 'News' }, by)
  const menu = await site.content.menus.create({ name: 'Menu' }, by)
  const comment = await site.content.comments.create(
    { post: posts[0] ?? 0, content: 'Hello' },
    { as: users.get('editor') ?? site.system },
  )
  const hidden = await site.content.comments.create({ post: posts[2] ?? 0, content: 'Secret' }, by)
  const ids = {
    posts,
    pages: [await post('publish', 'page'), await post('draft', 'page')],
    blocks: [await post('publish', 'cms_block')],
    navigation: [await post('draft', 'cms_navigation')],
    categories: [category.id],
    menus: [menu.id],
    comments: [comment.id, hidden.id],
  }
  return { ...made, ids }
}

for (const role of ROLES) {
  t.test(`no tool exceeds the rights of the role ${role}`, async t => {
    const made = await prepared(t)
    const call = callerOf(await made.connect(role))
    await compare(
      t,
      call,
      async (method, path, value, headers = {}) => {
        const {
          status,
          body,
          headers: replied,
        } = await made.send(`${method} ${path}`, { as: role, body: value, headers })
        const code = status >= 400 ? (body as ErrorBody).code : undefined
        const items = Array.isArray(body) ? body.length : undefined
        return {
          status,
          code,
          ...(replied['ETag'] && { etag: replied['ETag'] }),
          ...(items !== undefined && { items }),
        }
      },
      made.ids,
    )
  })
}

t.test('no tool exceeds the scope of an application password', async t => {
  const made = await prepared(t)
  const { site, users, ids, url } = made
  const user = users.get('administrator')?.id ?? 0
  const scopes = ['posts:read', 'pages:write']
  const { secret } = await site.content.applicationPasswords.create(
    { user, name: 'Agent', scopes },
    { as: site.system },
  )
  const authorization = `Basic ${Buffer.from(`admin:${secret}`).toString('base64')}`
  const call = callerOf(await made.connect(authorization))
  t.match(await outcomeOf(call, 'list_content', { type: 'posts' }), { status: 200 })
  for (const [name, input] of [
    ['list_content', { type: 'comments' }],
    ['search_content', { query: 'x' }],
    ['read_content', { type: 'categories', id: ids.categories[0] }],
    ['create_content', { type: 'posts', values: { title: 'x' } }],
    ['create_content', { type: 'posts', values: { title: 'x' }, dryRun: true }],
    ['update_content', { type: 'posts', id: ids.posts[0], etag: '"1"', values: { title: 'x' } }],
    ['trash_content', { type: 'posts', id: ids.posts[0], etag: '"1"' }],
    ['core__get-site-info', {}],
  ] as const)
    t.match(await outcomeOf(call, name, input), { status: 403, code: 'rest_insufficient_scope' }, name)
  t.match(await outcomeOf(call, 'create_content', { type: 'pages', values: { title: 'x' } }), { status: 200 })
  t.equal((await fetch(url, { method: 'POST', headers: { authorization: 'Basic eDp5' } })).status, 401)
})
