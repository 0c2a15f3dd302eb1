import { mcp } from '@platen/mcp'
import { RegistrationError } from '@platen/site/extend'
import t from 'tap'
import { callerOf, mcpSite } from './mcp-site.js'

const LIST = { jsonrpc: '2.0', id: 1, method: 'tools/list' }

t.test('the endpoint follows the protocol', async t => {
  const { url, site } = await mcpSite(t, {}, { origins: ['https://chat.example'] })
  const post = (body: unknown, headers: Record<string, string> = {}) =>
    fetch(url, {
      method: 'POST',
      body: typeof body === 'string' ? body : JSON.stringify(body),
      headers: { 'content-type': 'application/json', 'x-as': 'editor', ...headers },
    })
  t.equal((await post(LIST)).status, 200)
  for (const as of ['', 'nobody']) t.equal((await post(LIST, { 'x-as': as })).status, 401)
  for (const method of ['GET', 'DELETE']) {
    const answer = await fetch(url, { method, headers: { 'x-as': 'editor', accept: 'text/event-stream' } })
    t.equal(answer.status, 405, method)
    t.equal((await fetch(url, { method })).status, 401, method)
  }
  const origin = new URL(site.context.url).origin
  for (const [from, status] of [
    [origin, 200],
    ['https://chat.example', 200],
    ['https://evil.example', 403],
    ['null', 403],
    [`${origin}.evil.example`, 403],
  ] as const)
    t.equal((await post(LIST, { origin: from })).status, status, from)
  t.equal((await post({ jsonrpc: '2.0', method: 'notifications/initialized' })).status, 202)
  for (const body of [
    '',
    '{',
    'null',
    '5',
    '[]',
    JSON.stringify([LIST, LIST]),
    '{}',
    '{"jsonrpc":"2.0"}',
    '{"jsonrpc":"1.0","id":1,"method":"tools/list"}',
    '{"jsonrpc":"2.0","id":{},"method":"tools/list"}',
    '{"jsonrpc":"2.0","id":1,"method":5}',
    '{"__proto__":{"jsonrpc":"2.0"},"id":1,"method":"tools/list"}',
  ])
    t.equal((await post(body)).status, 400, body)
  t.equal((await post(LIST, { 'mcp-protocol-version': '1999-01-01' })).status, 400)
  t.equal((await post(LIST, { 'mcp-protocol-version': '2025-06-18' })).status, 200)
  for (const message of [
    { ...LIST, method: 'tools/call', params: { name: 'x'.repeat(5_000), arguments: {} } },
    { ...LIST, method: 'tools/call', params: { name: 'read_content', arguments: { type: 'posts', id: 1e300 } } },
    { ...LIST, method: 'tools/call', params: { name: 'list_content', arguments: { type: '__proto__' } } },
    { ...LIST, method: 'tools/call', params: { name: 'constructor' } },
    { ...LIST, method: 'tools/call', params: {} },
    { ...LIST, method: 'resources/read', params: { uri: `content://${'a'.repeat(10_000)}/1` } },
    { ...LIST, method: 'nothing' },
    { jsonrpc: '2.0', id: 1, result: {} },
    { jsonrpc: '2.0', id: 1, error: { code: 1, message: 'x' } },
  ]) {
    const answer = await post(message)
    t.ok(answer.status < 500, JSON.stringify(message).slice(0, 80))
    const body = await answer.text()
    if (body !== '') t.notMatch(JSON.parse(body), { result: { isError: false } })
  }
})

t.test('each request is answered, whatever else it contains', async t => {
  const { url } = await mcpSite(t)
  const answer = async (message: object | string) => {
    const response = await fetch(url, {
      method: 'POST',
      body: typeof message === 'string' ? message : JSON.stringify(message),
      headers: { 'content-type': 'application/json', 'x-as': 'editor' },
      signal: AbortSignal.timeout(5_000),
    })
    t.equal(response.status, 200)
    return (await response.json()) as { readonly id: unknown; readonly error?: { readonly code: number } }
  }
  const invalidParams = { id: 1, error: { code: -32602 } }
  for (const message of [
    { ...LIST, more: 1 },
    '{"jsonrpc":"2.0","id":1,"method":"tools/list","__proto__":{"x":1}}',
    { ...LIST, params: { _meta: { progressToken: 'x' } } },
    { ...LIST, params: { _meta: { 'io.modelcontextprotocol/related-task': { taskId: 'x' } } } },
  ])
    t.match(await answer(message), { id: 1, result: { tools: [{ name: 'list_types' }] } })
  for (const method of ['tools/list', 'tools/call', 'prompts/get', 'ping'])
    for (const params of [null, { name: 'list_types', _meta: 5 }, { _meta: { progressToken: {} } }])
      t.match(await answer({ ...LIST, method, params }), invalidParams, `${method} ${JSON.stringify(params)}`)
  for (const [method, params] of [
    ['tools/call', undefined],
    ['tools/call', { name: 5 }],
    ['tools/call', { name: 'list_types', arguments: [] }],
    ['tools/call', { name: 'list_types', task: 5 }],
    ['prompts/get', { name: 'draft_content', arguments: { type: 1 } }],
    ['resources/read', { uri: 1 }],
    ['initialize', {}],
  ])
    t.match(await answer({ ...LIST, method, params }), invalidParams, `${method} ${JSON.stringify(params)}`)
  t.match(await answer({ ...LIST, method: 'nothing', params: {} }), { id: 1, error: { code: -32601 } })
})

t.test('invalid options are refused', async t => {
  for (const options of [
    { path: 'mcp' },
    { path: '/m cp' },
    { maxCharacters: 10 },
    { origins: ['here'] },
    { other: 1 },
  ])
    t.throws(() => mcp(options as object), RegistrationError)
})

t.test('each call is an audit event, and limits of routes apply', async t => {
  const made = await mcpSite(t, { rateLimits: { routes: [{ path: '/mcp', burst: 6, seconds: 60 }] } })
  const { site } = made
  const call = callerOf(await made.connect('editor'))
  await call('list_types')
  await call('list_types')
  await call('read_content', { type: 'posts', id: 999 })
  const { events } = await site.audit.list({ kinds: ['tool_called'] }, { as: site.system })
  t.match(
    events.map(({ actorLogin, count, network, detail }) => ({ actorLogin, count, network, detail })),
    [
      {
        actorLogin: 'editor',
        count: 1,
        network: '127.0.0.1',
        detail: { name: 'read_content', code: 'rest_post_invalid_id' },
      },
      { actorLogin: 'editor', count: 2, network: '127.0.0.1', detail: { name: 'list_types' } },
    ],
  )
  await t.rejects(
    async () => {
      for (let i = 0; i < 7; i++) await call('list_types')
    },
    { code: 429 },
  )
})
