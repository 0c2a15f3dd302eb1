// A site in PostgreSQL in a process of its own that writes until it is killed: run with the URL, the schema and a name. Sends
// each write once it is acknowledged. With `retry` after the name, it repeats writes that get 503, as clients do.
import { setTimeout } from 'node:timers/promises'
import { silentLogger } from '@platen/site'
import { openPostgresStore } from '@platen/sql/postgres'
import { makeSite } from '../make-site.js'

/** The title that a post has by an acknowledged write. */
export interface Acknowledged {
  readonly id: number
  readonly title: string
}

const WRITERS = 4
/** The pause before a write is repeated, in milliseconds. */
const PAUSE = 50
const [url = '', schema = '', name = '', retry = ''] = process.argv.slice(2)
const store = await openPostgresStore({ url, schema, ...(retry === '' && { busyTimeout: 60_000 }) })
const quiet = { onError: () => undefined, services: { logger: silentLogger } }
const { send } = await makeSite({ store, ...(retry === '' ? { onError: console.error } : quiet) })

async function acknowledged(
  request: string,
  body: { readonly title: string; readonly [field: string]: unknown },
): Promise<Acknowledged> {
  let reply = await send(request, { body })
  while (retry !== '' && reply.status === 503) {
    await setTimeout(PAUSE)
    reply = await send(request, { body })
  }
  if (reply.status >= 300) throw new Error(`${request}: ${reply.status} ${reply.text()}`)
  // A record that was stored, but could not be read again, has only its id.
  const { id, title } = reply.body as { readonly id: number; readonly title?: { readonly raw: string } }
  const written = { id, title: title?.raw ?? body.title }
  process.send?.(written)
  return written
}

async function write(writer: number): Promise<void> {
  for (let number = 0; ; number++) {
    const title = `${name} ${writer} ${number}`
    const { id } = await acknowledged('POST /posts', { title, status: 'publish', categories: [1], tags: [writer + 1] })
    await acknowledged(`PUT /posts/${id}`, { title: `${title} updated`, content: `<p>${title}</p>` })
    if (number % 3 === 0) await acknowledged(`PUT /posts/${id}`, { title: `${title} retired`, status: 'draft' })
  }
}

await Promise.all(Array.from({ length: WRITERS }, (_, at) => write(at + 1)))
