// A site in PostgreSQL in a process of its own that writes until it is killed: run with the URL, the schema and a name. Sends
// each write once it is acknowledged.
import { openPostgresStore } from '@platen/sql/postgres'
import { makeSite } from '../make-site.js'

/** The title that a post has by an acknowledged write. */
export interface Acknowledged {
  readonly id: number
  readonly title: string
}

const WRITERS = 4
const [url = '', schema = '', name = ''] = process.argv.slice(2)
const store = await openPostgresStore({ url, schema, busyTimeout: 60_000 })
const { send } = await makeSite({ store, onError: console.error })

async function acknowledged(request: string, body: object): Promise<Acknowledged> {
  const reply = await send(request, { body })
  if (reply.status >= 300) throw new Error(`${request}: ${reply.status} ${reply.text()}`)
  const { id, title } = reply.body as { readonly id: number; readonly title: { readonly raw: string } }
  const written = { id, title: title.raw }
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
