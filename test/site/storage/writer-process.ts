// A site in PostgreSQL in a process of its own, which does tasks together with others: run with the URL and the schema.
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createListener } from '@platen/http'
import { openPostgresStore } from '@platen/sql/postgres'
import { createRandom } from '../../robustness/random.js'
import { mediaSite, painted } from '../features/media/media-site.js'
import { mixedWrites } from './mixed-writes.js'

/** What such a process does. */
export type Task =
  /** Random writes; replies with a `MixedOutcome`. */
  | { readonly kind: 'mixed'; readonly seed: number; readonly count: number }
  /** Requests over HTTP, several at a time; replies with the statuses. */
  | { readonly kind: 'requests'; readonly requests: readonly TaskRequest[] }
  /** Publishes the scheduled posts that are due at this time; replies with the number. */
  | { readonly kind: 'publish'; readonly clock: number }

export interface TaskRequest {
  readonly request: string
  readonly as?: string
  /** JSON. */
  readonly body?: unknown
  /** The name of an image to upload. */
  readonly file?: string
  readonly headers?: Readonly<Record<string, string>>
}

const AT_ONCE = 6
const [url = '', schema = ''] = process.argv.slice(2)
let ahead = 0
const store = await openPostgresStore({ url, schema, busyTimeout: 60_000, statementTimeout: 60_000 })
const services = {
  clock: () => Date.now() + ahead,
  passwords: { hash: async (text: string) => text, verify: async () => false },
}
const writer = await mediaSite({}, { store, services, onError: console.error })

const server = createServer(createListener(writer.site)).listen(0, '127.0.0.1')
await once(server, 'listening')
const { port } = server.address() as AddressInfo
const base = `http://127.0.0.1:${port}/cms-json/${writer.site.context.namespace}`

async function statusOf({ request, as = 'administrator', body, file, headers = {} }: TaskRequest): Promise<number> {
  const [method = '', path = ''] = request.split(' ')
  const sent =
    file === undefined
      ? { 'content-type': 'application/json' }
      : { 'content-type': 'image/png', 'content-disposition': `attachment; filename="${file}"` }
  const response = await fetch(base + path, {
    method,
    headers: { ...sent, 'x-as': as, ...headers },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    ...(file !== undefined && { body: Buffer.from(painted({ width: 1, height: 1 })) }),
  })
  const text = await response.text()
  if (response.status >= 500) console.error(request, text)
  return response.status
}

async function perform(task: Task): Promise<unknown> {
  if (task.kind === 'mixed') return mixedWrites(writer, createRandom(task.seed), { count: task.count, atOnce: AT_ONCE })
  if (task.kind === 'publish') {
    ahead = task.clock - Date.now()
    return writer.site.content.posts.publishDue()
  }
  const statuses: number[] = []
  const left = [...task.requests.entries()]
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (let next = left.shift(); next !== undefined; next = left.shift()) {
        const [at, request] = next
        statuses[at] = await statusOf(request)
      }
    }),
  )
  return statuses
}

process.on('message', async (task: Task) => process.send?.(await perform(task)))
process.on('disconnect', () => {
  server.close()
  server.closeAllConnections()
  void store.close()
})
process.send?.('ready')
