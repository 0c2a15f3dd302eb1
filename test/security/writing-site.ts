// Writes to the site in a SQLite file until it is killed, and reports each write once it was answered: run with the path
// of the file and a number that no other run has.
import { openSqliteStore } from '@platen/sql/sqlite'
import { makeSite } from '../site/make-site.js'

/** A write that was acknowledged: the title that a post has from then on, or that the post is gone. */
export interface Written {
  readonly id: number
  readonly title: string | undefined
}

const [path = '', run = ''] = process.argv.slice(2)
const site = await makeSite({ store: await openSqliteStore({ path }) })

const report = (written: Written) => process.send?.(written)

async function send(request: string, body?: object): Promise<{ readonly id: number }> {
  const reply = await site.send(request, body === undefined ? {} : { body })
  if (reply.status >= 300) throw new Error(`${request}: ${reply.status} ${reply.text()}`)
  return reply.body as { readonly id: number }
}

/** The life of a post: each step is one request, and one transaction. */
async function writePost(at: number): Promise<void> {
  const title = (step: string) => `${run} ${at} ${step}`
  const tag = await send('POST /tags', { name: title('tag') })
  const fields = { content: 'Text', status: 'publish', tags: [tag.id], categories: [1], featured_media: 0 }
  const { id } = await send('POST /posts', {
    title: title('created'),
    ...fields,
    format: 'aside',
    sticky: at % 2 === 0,
  })
  report({ id, title: title('created') })
  await send(`PUT /posts/${id}`, { title: title('updated'), content: 'Other text', tags: [], categories: [1] })
  report({ id, title: title('updated') })
  if (at % 3 === 0) {
    await send(`DELETE /posts/${id}?force=true`)
    report({ id, title: undefined })
  } else if (at % 3 === 1) {
    await send(`DELETE /posts/${id}`)
    await send(`PUT /posts/${id}`, { status: 'publish', title: title('restored') })
    report({ id, title: title('restored') })
  }
}

// Several at a time, so that there is always something on its way, and most commits are of more than one.
const LIVES = 4
const lives = async (from: number) => {
  for (let at = from; ; at += LIVES) await writePost(at)
}
await Promise.all(Array.from({ length: LIVES }, (_, at) => lives(at)))
