// A site in PostgreSQL in a process of its own, which does tasks together with others: run with the URL and the schema.
import { openPostgresStore } from '@platen/sql/postgres'
import { createRandom } from '../../robustness/random.js'
import { mediaSite } from '../features/media/media-site.js'
import { mixedWrites } from './mixed-writes.js'

/** What such a process does. */
export type Task =
  /** Random writes; replies with a `MixedOutcome`. */
  | { readonly kind: 'mixed'; readonly seed: number; readonly count: number }
  /** Requests, several at a time; replies with the statuses. */
  | { readonly kind: 'requests'; readonly requests: readonly TaskRequest[] }
  /** Publishes the scheduled posts that are due at this time; replies with the number. */
  | { readonly kind: 'publish'; readonly clock: number }

export interface TaskRequest {
  readonly request: string
  readonly as?: string
  readonly body?: unknown
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
        const [at, { request, as, body, headers }] = next
        const reply = await writer.send(request, { body, ...(as && { as }), ...(headers && { headers }) })
        statuses[at] = reply.status
        if (reply.status >= 500) console.error(request, reply.body)
      }
    }),
  )
  return statuses
}

process.on('message', async (task: Task) => process.send?.(await perform(task)))
process.on('disconnect', () => void store.close())
process.send?.('ready')
