import { postSaved } from '@platen/site/extend'
// A site on a SQLite file in a process of its own, driven by messages: run with the path of the file.
import { openSqliteStore } from '@platen/sql/sqlite'
import { makeSite } from '../site/make-site.js'

/** What the process is sent: a request, or the time that its clock shows from then on (milliseconds since 1970). */
export interface Order {
  readonly number: number
  readonly clock?: number
  readonly request?: string
  readonly body?: object
  readonly as?: string
  readonly headers?: Readonly<Record<string, string>>
}

/** What it sends back. `published` is how many scheduled posts it has published up to then. */
export interface Report {
  readonly number: number
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: unknown
  readonly published: number
}

const [path = ''] = process.argv.slice(2)
let now = Date.now()
let published = 0
const store = await openSqliteStore({ path })
const { site, send } = await makeSite({ store, services: { clock: () => now } })
site.on(postSaved, ({ post, before }) => {
  if (before?.status === 'future' && post.status === 'publish') published++
})
process.on('message', async ({ number, clock, request, body, as, headers }: Order) => {
  if (clock !== undefined) now = clock
  const reply =
    request === undefined ? undefined : await send(request, { body, ...(as && { as }), ...(headers && { headers }) })
  process.send?.({
    number,
    status: reply?.status ?? 0,
    headers: reply?.headers ?? {},
    body: reply?.body,
    published,
  } satisfies Report)
})
process.on('disconnect', async () => {
  await store.close()
})
process.send?.('ready')
