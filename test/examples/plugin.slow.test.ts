import { createHttpServer } from '@platen/http'
import { pluginsIn } from '@platen/site'
import t, { type Test } from 'tap'
import { onEveryStore } from '../site/every-store.js'
import { freePort } from './drive-recipe.js'
import { runExample } from './run-example.js'

const folder = new URL('../../../examples/plugin/plugins/', import.meta.url)

interface Answer {
  readonly status: number
  readonly body: unknown
}

/** Sends requests over HTTP, as the caller with a role. */
function sender(base: string) {
  return async (method: string, path: string, value?: unknown, as = 'administrator'): Promise<Answer> => {
    const headers = { 'x-as': as, 'content-type': 'application/json' }
    const body = value === undefined ? null : JSON.stringify(value)
    const response = await fetch(`${base}${path}`, { method, headers, body })
    return { status: response.status, body: await response.json() }
  }
}

const idOf = ({ body }: Answer) => (body as { readonly id: number }).id

onEveryStore(t, 'each part of the plugin answers over HTTP while it is active', async (t, make) => {
  const { site } = await make({ plugins: pluginsIn(folder) })
  const server = createHttpServer(site)
  const { port } = await server.listen({ port: 0, host: '127.0.0.1' })
  t.teardown(() => server.close())
  const send = sender(`http://127.0.0.1:${port}/cms-json`)
  await checkInactive(t, send)
  t.match(await send('POST', '/cms/v2/plugins/bookshop/index', { status: 'active' }), {
    status: 200,
    body: { status: 'active', name: 'Bookshop' },
  })
  await checkActive(t, send)
  t.match(await send('POST', '/cms/v2/plugins/bookshop/index', { status: 'inactive' }), { status: 200 })
  await checkInactive(t, send)
})

type Send = ReturnType<typeof sender>

async function checkActive(t: Test, send: Send): Promise<void> {
  const genre = await send('POST', '/cms/v2/genres', { name: 'Gardening' })
  t.equal(genre.status, 201, 'the taxonomy')
  const content = '<!-- wp:bookshop/price {"before":"Only <now>"} /-->'
  const meta = { stock: 3, price: 12.5 }
  const fields = { title: 'On gardens', status: 'publish', content, meta, genres: [idOf(genre)] }
  const book = await send('POST', '/cms/v2/books', fields)
  t.match(book, { status: 201, body: { type: 'book', genres: [idOf(genre)], meta } }, 'the type')
  t.match(await send('GET', '/bookshop/v1/stock', undefined, 'anonymous'), {
    status: 200,
    body: [{ id: idOf(book), title: 'On gardens', copies: 3 }],
  })
  t.match(await send('GET', '/bookshop/v1/stock?at_least=4'), { status: 200, body: [] }, 'the route')
  t.match(await send('GET', '/bookshop/v1/stock?at_least=x'), { status: 400 })

  const shown = async () => {
    const { body } = await send('GET', `/cms/v2/books/${idOf(book)}`)
    return (body as { content: { rendered: string } }).content.rendered
  }
  t.match(await shown(), 'Only &lt;now&gt; 12.50 EUR', 'the block')
  t.match(await send('POST', '/cms/v2/settings', { bookshop_currency: 'CHF' }), {
    status: 200,
    body: { bookshop_currency: 'CHF' },
  })
  t.match(await shown(), '12.50 CHF', 'the setting')

  const sell = (input: object, as?: string) =>
    send('POST', '/cms-abilities/v1/abilities/bookshop/sell/run', { input }, as)
  const sale = { book: idOf(book), copies: 2 }
  t.match(await sell(sale), { status: 200, body: { left: 1 } }, 'the ability')
  t.match(await sell(sale), { status: 409, body: { code: 'bookshop_sold_out' } })
  t.match(await sell({ book: 999 }), { status: 404, body: { code: 'bookshop_no_book' } })
  t.match(await sell(sale, 'subscriber'), { status: 403 })
  t.match(await send('GET', '/bookshop/v1/stock'), { body: [{ copies: 1 }] })
}

async function checkInactive(t: Test, send: Send): Promise<void> {
  for (const path of ['/cms/v2/genres', '/cms/v2/books', '/bookshop/v1/stock', '/cms/v2/block-types/bookshop/price'])
    t.equal((await send('GET', path)).status, 404, path)
  const { body } = await send('GET', '/cms/v2/settings')
  t.notOk('bookshop_currency' in (body as object))
  t.equal((await send('GET', '/cms-abilities/v1/abilities/bookshop/sell')).status, 404)
}

t.test('the program', async t => {
  const port = await freePort()
  const running = runExample(t, 'plugin', { PORT: port })
  const [, url] = await running.printed(/(http:\S+)\n/)
  const response = await fetch((url ?? '').replace('localhost', '127.0.0.1'))
  t.match(await response.json(), [{ title: 'On gardens', copies: 3 }])
})
