import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { dialects, postsIn } from '@platen/site'
import t, { type Test } from 'tap'
import { makeSite } from '../site/make-site.js'
import { type Answer, type CallTool, callerOf, mcpSite } from './mcp-site.js'

t.setTimeout(120_000)

const SECRET = 'correct horse battery staple'

/** Creates, reads and updates a post, with a conflict. */
async function writeAndRead(t: Test, call: CallTool): Promise<number> {
  const created = await call('create_content', { type: 'posts', values: { title: 'First', content: 'One\n\nTwo' } })
  t.match(created, { isError: false, value: { etag: /./, item: { title: 'First', status: 'draft' } } })
  const { id } = created.value['item'] as { readonly id: number }
  const read = await call('read_content', { type: 'posts', id, raw: true })
  t.match(read, { isError: false, value: { item: { id, title: 'First', content: 'One\n\nTwo' } } })
  t.notOk('_links' in (read.value['item'] as object))
  const { etag } = read.value
  const dry = await call('update_content', { type: 'posts', id, etag, values: { title: 'Dry' }, dryRun: true })
  t.match(dry, { isError: false, value: { dryRun: true } })
  const updated = await call('update_content', { type: 'posts', id, etag, values: { title: 'Second' } })
  t.match(updated, { isError: false, value: { item: { id, title: 'Second' } } })
  for (const dryRun of [false, true])
    t.match(await call('update_content', { type: 'posts', id, etag, values: { title: 'Third' }, dryRun }), {
      isError: true,
      value: { error: { type: 'conflict', code: 'rest_precondition_failed', status: 412 } },
    })
  t.match(await call('read_content', { type: 'posts', id, fields: ['title'] }), {
    value: { etag: updated.value['etag'], item: { title: 'Second' } },
  })
  return id
}

const refusedDeletion = {
  isError: true,
  value: { error: { type: 'forbidden', code: 'rest_cannot_delete', status: 403 } },
}

for (const dialect of ['cms', 'wp'] as const) {
  t.test(`a session over HTTP (${dialect})`, async t => {
    const made = await mcpSite(t, { dialect: dialects[dialect] })
    const { tools } = await (await made.connect('editor')).listTools()
    t.same(tools.map(({ name }) => name).slice(0, 8), [
      'list_types',
      'describe_type',
      'list_content',
      'search_content',
      'read_content',
      'create_content',
      'update_content',
      'trash_content',
    ])
    for (const { inputSchema } of tools) t.equal(inputSchema.type, 'object')
    const editor = callerOf(await made.connect('editor'))
    const id = await writeAndRead(t, editor)
    const author = callerOf(await made.connect('author'))
    const published = await editor('read_content', { type: 'posts', id })
    t.match(await author('trash_content', { type: 'posts', id, etag: published.value['etag'] }), {
      isError: true,
      value: { error: { status: 403 } },
    })
    const { etag } = published.value
    await editor('update_content', { type: 'posts', id, etag, values: { status: 'publish' } })
    const { value } = await author('read_content', { type: 'posts', id })
    t.match(await author('trash_content', { type: 'posts', id, etag: value['etag'] }), refusedDeletion)
    t.match(await editor('trash_content', { type: 'posts', id, etag: value['etag'], dryRun: true }), {
      value: { dryRun: true },
    })
    t.equal((await postsIn(made.store).get(id))?.status, 'publish')
    t.match(await editor('trash_content', { type: 'posts', id, etag: value['etag'] }), {
      isError: false,
      value: { item: { id, status: 'trash' } },
    })
  })
}

t.test('a session over standard input and output', async t => {
  const folder = t.testdir()
  const bin = new URL('../../../packages/cli/bundle/bin.js', import.meta.url).pathname
  const run = async (...args: string[]) => {
    const { execFile } = await import('node:child_process')
    return new Promise<string>((resolve, reject) => {
      execFile(
        process.execPath,
        [bin, ...args],
        { cwd: folder, env: { ...process.env, PLATEN_PASSWORD: SECRET } },
        (error, out, err) => (error === null ? resolve(out) : reject(new Error(err))),
      )
    })
  }
  await run('init', '--url', 'http://localhost:8080')
  await run('user', 'create', 'anna', 'anna@example.com', '--role', 'author')
  const connect = async (env: Record<string, string> = {}, user = 'anna') => {
    const client = new Client({ name: 'test', version: '1' })
    const options = {
      command: process.execPath,
      args: [bin, 'mcp', '--user', user],
      cwd: folder,
      env,
      stderr: 'pipe' as const,
    }
    await client.connect(new StdioClientTransport(options))
    t.teardown(() => client.close())
    return callerOf(client)
  }
  const anna = await connect()
  const id = await writeAndRead(t, anna)
  const admin = await connect({}, 'admin')
  const { value } = await admin('create_content', { type: 'pages', values: { title: 'Page', status: 'publish' } })
  const page = value['item'] as { readonly id: number }
  t.match(await anna('trash_content', { type: 'pages', id: page.id, etag: value['etag'] }), refusedDeletion)
  const created = await run('user', 'app-password', 'create', 'anna', 'agent', '--scope', 'read')
  const password = /with ((?:\w{4} ?){6})/.exec(created)?.[1] ?? ''
  const reader = await connect({ PLATEN_APPLICATION_PASSWORD: password.trim() })
  const read = await reader('read_content', { type: 'posts', id })
  t.match(read, { isError: false })
  t.match(await reader('update_content', { type: 'posts', id, etag: read.value['etag'], values: { title: 'x' } }), {
    isError: true,
    value: { error: { code: 'rest_insufficient_scope', scope: 'posts:write' } },
  })
  await t.rejects(connect({ PLATEN_APPLICATION_PASSWORD: 'wrong' }))
  await t.rejects(connect({}, 'nobody'))
})

t.test('lists continue by cursors, within a budget', async t => {
  const made = await mcpSite(t, {}, { maxCharacters: 3_000 })
  const { content, system } = made.site
  const titles = Array.from({ length: 23 }, (_, index) => `Post ${index}`)
  for (const title of titles)
    await content.posts.create({ title, excerpt: 'x'.repeat(2_000), status: 'publish' }, { as: system })
  const call = callerOf(await made.connect('subscriber'))
  const seen: unknown[] = []
  let pages = 0
  let cursor: unknown
  do {
    const { value } = await call('list_content', { type: 'posts', limit: 10, ...(cursor !== undefined && { cursor }) })
    t.ok(JSON.stringify(value).length < 3_400)
    seen.push(...(value['items'] as readonly { readonly title: string }[]).map(({ title }) => title))
    cursor = value['cursor']
    pages += 1
  } while (cursor !== undefined)
  t.same(seen.sort(), titles.sort())
  t.ok(pages > 3)
  const found = await call('search_content', { query: 'Post', limit: 20 })
  t.equal((found.value['items'] as readonly unknown[]).length, 20)
  const rest = await call('search_content', { query: 'Post', limit: 20, cursor: found.value['cursor'] })
  t.match(rest.value, { items: [{ type: 'posts', title: /Post/, url: /./ }, {}, {}], cursor: undefined })
})

t.test('long texts are read in parts', async t => {
  const made = await mcpSite(t, {}, { maxCharacters: 5_000 })
  const text = Array.from({ length: 3_000 }, (_, index) => `word${index}`).join(' ')
  const { site } = made
  const { id } = await site.content.posts.create(
    { title: 'Long', content: text, status: 'publish' },
    { as: site.system },
  )
  const call = callerOf(await made.connect('editor'))
  let read = ''
  for (;;) {
    const { value } = await call('read_content', {
      type: 'posts',
      id,
      raw: true,
      fields: ['content'],
      offset: read.length,
    })
    const { content } = value['item'] as { readonly content: string }
    if (content === '') break
    read += content
    const { content: length } = (value['cut'] ?? {}) as { readonly content?: number }
    if (length === undefined || read.length >= length) break
  }
  t.equal(read, text)
})

t.test('terms, comments and media', async t => {
  const made = await mcpSite(t)
  const { site } = made
  const { id: post } = await site.content.posts.create({ title: 'Post', status: 'publish' }, { as: site.system })
  const call = callerOf(await made.connect('editor'))
  for (const [type, values, changes] of [
    ['categories', { name: 'News' }, { name: 'Newer' }],
    ['comments', { post, content: 'Hello' }, { content: 'Bye' }],
    ['pages', { title: 'Page' }, { title: 'Newer' }],
  ] as const) {
    const dry = await call('create_content', { type, values, dryRun: true })
    t.match(dry, { isError: false, value: { dryRun: true } }, type)
    const before = await call('list_content', { type })
    const { value } = await call('create_content', { type, values })
    const { id } = value['item'] as { readonly id: number }
    const after = await call('list_content', { type, filters: type === 'pages' ? { status: 'draft' } : {} })
    t.ok(
      (after.value['items'] as readonly { readonly id: number }[]).some(each => each.id === id),
      type,
    )
    t.notOk(
      (before.value['items'] as readonly { readonly id: number }[]).some(each => each.id === id),
      type,
    )
    const { value: read } = await call('read_content', { type, id, raw: true })
    t.match(await call('update_content', { type, id, etag: read['etag'], values: changes }), { isError: false })
    t.match(await call('update_content', { type, id, etag: read['etag'], values: changes }), {
      value: { error: { type: 'conflict' } },
    })
  }
  t.match(await call('create_content', { type: 'posts', values: { status: 'nonsense' }, dryRun: true }), {
    isError: true,
    value: { error: { type: 'invalid', code: 'rest_invalid_param', params: { status: /./ } } },
  })
  const described = await call('describe_type', { type: 'posts' })
  t.match(described.value, { create: { title: { type: 'string' }, status: { enum: Array } }, filters: { orderby: {} } })
  t.match((await call('list_types')).value, { types: Array })
})

t.test('abilities are tools', async t => {
  const made = await mcpSite(t, {
    abilities: { content: true },
    register(site) {
      site.registerAbilityCategory('shop', { label: 'Shop', description: 'Shop.' })
      const common = { description: 'x', category: 'shop', public: true } as const
      site.registerAbility('shop/add', {
        ...common,
        label: 'Add',
        inputSchema: {
          type: 'object',
          properties: {
            a: { type: 'integer', required: true },
            b: { type: 'integer', minimum: 0, exclusiveMinimum: true },
          },
        },
        annotations: { readonly: true },
        permission: 'public',
        execute: ({ a, b = 1 }) => a + b,
      })
      site.registerAbility('shop/double', {
        ...common,
        label: 'Double',
        inputSchema: { type: 'integer' },
        permission: { capability: 'edit_posts' },
        execute: input => input * 2,
      })
      site.registerAbility('shop/fail', {
        ...common,
        label: 'Fail',
        permission: 'public',
        annotations: { destructive: true, idempotent: true },
        execute: () => {
          throw new Error('secret')
        },
      })
      site.registerAbility('shop/hidden', {
        ...common,
        label: 'Hidden',
        public: false,
        permission: 'public',
        execute: () => 1,
      })
    },
    onError: () => {},
  })
  const client = await made.connect('subscriber')
  const { tools } = await client.listTools()
  const shop = tools.filter(({ name }) => name.startsWith('shop'))
  t.match(shop, [
    {
      name: 'shop__add',
      title: 'Add',
      annotations: { readOnlyHint: true },
      inputSchema: { required: ['a'], properties: { b: { exclusiveMinimum: 0 } } },
    },
    { name: 'shop__double', inputSchema: { properties: { input: { type: 'integer' } } } },
    { name: 'shop__fail', annotations: { destructiveHint: true } },
  ])
  t.equal(shop.length, 3)
  t.notOk(tools.some(({ name }) => name.startsWith('content__')))
  t.ok(tools.length < 20)
  const call = callerOf(client)
  t.same((await call('shop__add', { a: 2, b: 3 })).value, { result: 5 })
  t.match(await call('shop__add', { a: 'x' }), { isError: true, value: { error: { type: 'invalid' } } })
  t.match(await call('shop__double', { input: 4 }), { isError: true, value: { error: { type: 'forbidden' } } })
  t.same((await callerOf(await made.connect('editor'))('shop__double', { input: 4 })).value, { result: 8 })
  const failed: Answer = await call('shop__fail')
  t.match(failed, { isError: true, value: { error: { status: 500 } } })
  t.notMatch(JSON.stringify(failed), 'secret')
  t.match(await call('shop__hidden'), { isError: true, value: { error: { type: 'not_found' } } })
})

t.test('posts are resources', async t => {
  const made = await mcpSite(t)
  const { content, system } = made.site
  const open = await content.posts.create({ title: 'Open', status: 'publish' }, { as: system })
  const draft = await content.posts.create({ title: 'Draft' }, { as: system })
  const client = await made.connect('subscriber')
  t.match(await client.listResourceTemplates(), { resourceTemplates: [{ uriTemplate: 'content://{type}/{id}' }] })
  t.match(await client.listResources(), { resources: [{ uri: `content://posts/${open.id}`, name: 'Open' }] })
  const { contents } = await client.readResource({ uri: `content://posts/${open.id}` })
  t.match(JSON.parse(String((contents[0] as { text: string }).text)), { item: { title: 'Open' } })
  for (const uri of [
    `content://posts/${draft.id}`,
    'content://posts/999',
    'content://users/1',
    'file:///etc/passwd',
    'x',
  ])
    await t.rejects(client.readResource({ uri }), uri)
})

t.test('without the feature there is no route', async t => {
  const { site } = await makeSite()
  t.equal((await site.dispatch({ method: 'POST', path: '/mcp', principal: site.system })).status, 404)
})
