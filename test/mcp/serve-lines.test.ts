import { serveLines } from '@platen/mcp'
import t, { type Test } from 'tap'
import { makeSite } from '../site/make-site.js'

const request = (id: unknown, method: string, params?: object) => ({ jsonrpc: '2.0', id, method, params })

/** The messages that the server writes until the input has ended and all requests are answered. */
async function exchanged(t: Test, ...chunks: readonly (object | string)[]): Promise<readonly object[]> {
  const { site, users } = await makeSite()
  const written: string[] = []
  async function* input() {
    for (const chunk of chunks) yield Buffer.from(typeof chunk === 'string' ? chunk : `${JSON.stringify(chunk)}\n`)
  }
  await serveLines(site, { user: users.get('editor')?.id ?? 0 }, { input: input(), write: text => written.push(text) })
  for (const text of written) t.match(text, /^[^\n]+\n$/)
  return written.map(text => JSON.parse(text) as object)
}

const list = (id: unknown) => request(id, 'tools/call', { name: 'list_content', arguments: { type: 'posts' } })

t.test('serving ends with the input, although a request was cancelled', { timeout: 10_000 }, async t => {
  const cancelled = { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 1 } }
  t.match(await exchanged(t, list(1), cancelled), [{ id: 1 }])
})

t.test('requests with the same id are all answered', { timeout: 10_000 }, async t => {
  t.match(await exchanged(t, list(1), list(1), list('1')), [{ id: 1 }, { id: 1 }, { id: '1' }])
})

t.test('lines that are no messages are answered with errors', { timeout: 10_000 }, async t => {
  const sent = ['{"a":\n', '[]\n', 'null\n', { ...request(7, 'ping'), params: { _meta: 5 } }]
  const byId = (id: unknown) => (each: { readonly id?: unknown }) => each.id === id
  const answers = await exchanged(t, ...sent, { ...request(8, 'ping'), more: 1 })
  t.match(answers.filter(byId(null)), [
    { error: { code: -32700 } },
    { error: { code: -32600 } },
    { error: { code: -32600 } },
  ])
  t.match(answers.filter(byId(7)), [{ error: { code: -32602 } }])
  t.match(answers.filter(byId(8)), [{ result: {} }])
})

t.test('lines may arrive in parts, end with CRLF, and the last one without', { timeout: 10_000 }, async t => {
  const text = JSON.stringify(request('é', 'ping'))
  const chunks = [text.slice(0, 20), text.slice(20), '\r\n\r\n', `${text}\n${text}`]
  t.match(await exchanged(t, ...chunks), [{ id: 'é' }, { id: 'é' }, { id: 'é' }])
})
