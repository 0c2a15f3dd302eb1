import type { BenchResult } from './bench-result.js'
import { ratioOf, requestsPerSecond, startServer } from './measure.js'

const ROUNDS = 9

const FIELDS = 'id,title,status,date,modified,slug,link,excerpt,alt_text,source_url'

/** Calls of tools against the requests that they make, for the same signed-in caller. */
export async function run(): Promise<BenchResult[]> {
  const server = await startServer('mcp-platen')
  try {
    const { url, authorization } = JSON.parse(server.url) as { readonly url: string; readonly authorization: string }
    const headers = { authorization, 'content-type': 'application/json', accept: 'application/json, text/event-stream' }
    const endpoint = url.replace('/cms/v2/posts', '/mcp')
    const [{ id }] = (await (await fetch(`${url}?per_page=1`)).json()) as [{ readonly id: number }]
    const results: BenchResult[] = []
    for (const [what, name, input, target] of [
      ['list of 10 posts of 2,000 in SQLite', 'list_content', { type: 'posts' }, `${url}?cursor=&_fields=${FIELDS}`],
      ['one post', 'read_content', { type: 'posts', id }, `${url}/${id}`],
    ] as const) {
      const message = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: input } }
      const body = JSON.stringify(message)
      await requireResult(endpoint, headers, body)
      const { ratio, ours, theirs } = await ratioOf(
        () => requestsPerSecond(endpoint, 1, headers, body),
        () => requestsPerSecond(target, 1, headers),
        ROUNDS,
      )
      const detail = `${Math.round(ours)} calls/s against ${Math.round(theirs)} requests/s`
      results.push({ name: `tool of agents: ${what}, against REST`, ratio, goal: 0.77, compare: 'at-least', detail })
    }
    return results
  } finally {
    server.stop()
  }
}

/** Checks that a call has a result: errors have the status 200, too. */
async function requireResult(url: string, headers: Readonly<Record<string, string>>, body: string): Promise<void> {
  const answer = await fetch(url, { method: 'POST', headers, body })
  const { result } = (await answer.json()) as { readonly result?: { readonly isError?: boolean } }
  if (result === undefined || result.isError === true) throw new Error(`the call was answered with ${answer.status}`)
}
