import { setTimeout } from 'node:timers/promises'
import autocannon from 'autocannon'
import { newSchema } from '../../sql/postgres/new-schema.js'
import type { BenchResult } from '../bench-result.js'
import { startDelayingProxy } from '../delaying-proxy.js'
import { median, startServer } from '../measure.js'

const CLIENTS = 32
const SECONDS = 4
const ROUNDS = 3

interface Served {
  readonly url: string
  readonly authorization: string
}

/** Creations and reads of a site in PostgreSQL over a network with latency. */
export async function run(): Promise<BenchResult[]> {
  const results: BenchResult[] = []
  for (const [latency, goal] of [
    [1, 100],
    [5, 60],
  ] as const)
    results.push(...(await measureAt(latency, goal)))
  return results
}

async function measureAt(latency: number, goal: number): Promise<readonly BenchResult[]> {
  const { url, schema, drop } = await newSchema()
  const proxy = await startDelayingProxy(url, latency)
  const first = await startServer('postgres-platen', [proxy.url, schema])
  const second = await startServer('postgres-platen', [proxy.url, schema])
  try {
    const one: Served = JSON.parse(first.url)
    const two: Served = JSON.parse(second.url)
    // Queries at the same time begin within a few milliseconds.
    const trips = latency < 5 ? {} : await roundTripsOf(proxy.roundTrips, one)
    await creations([one])
    const alone: number[] = []
    const both: number[] = []
    for (let round = 0; round < ROUNDS; round++) {
      alone.push(await creations([one]))
      both.push(await creations([one, two]))
    }
    const network = `PostgreSQL, ${latency} ms latency`
    return [
      {
        name: `creations a second in ${network}, ${CLIENTS} clients`,
        ratio: median(alone),
        goal,
        compare: 'at-least',
        detail: 'one process',
      },
      {
        name: `two processes against one in ${network}`,
        ratio: median(both.map((each, at) => each / (alone[at] ?? each))),
        goal: 1,
        compare: 'at-least',
        detail: `${Math.round(median(both))} creations a second`,
      },
      ...Object.entries(trips).map(
        ([request, { number, most }]): BenchResult => ({
          name: `round trips of ${request} in ${network}`,
          ratio: number,
          goal: most,
          compare: 'at-most',
          detail: 'warm, one after the other',
        }),
      ),
    ]
  } finally {
    first.stop()
    second.stop()
    proxy.close()
    await drop()
  }
}

const headersOf = ({ authorization }: Served) => ({ authorization, 'content-type': 'application/json' })

let made = 0
const newPost = (terms: object = {}) =>
  JSON.stringify({ title: `Post ${++made}`, content: '<p>Some words.</p>', status: 'publish', ...terms })

/** How many posts some servers create in a second, for all clients together. */
async function creations(servers: readonly Served[]): Promise<number> {
  const each = await Promise.all(
    servers.map(server =>
      autocannon({
        url: server.url,
        connections: CLIENTS / servers.length,
        duration: SECONDS,
        method: 'POST',
        headers: headersOf(server),
        setupClient(client) {
          client.setBody(newPost())
          client.on('response', () => client.setBody(newPost()))
        },
      }),
    ),
  )
  for (const { non2xx, errors } of each)
    if (non2xx > 0 || errors > 0) throw new Error(`${non2xx} posts were refused, ${errors} requests failed`)
  return each.reduce((sum, { requests }) => sum + requests.average, 0)
}

/** The round trips of single warm requests. */
async function roundTripsOf(roundTrips: () => number, server: Served) {
  const send = async (method: string, path = '', body?: string) => {
    const response = await fetch(server.url + path, { method, headers: headersOf(server), ...(body && { body }) })
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`)
    return (await response.json()) as { readonly id: number }
  }
  const tag = async (name: string) => {
    const response = await fetch(server.url.replace(/posts$/, 'tags'), {
      method: 'POST',
      headers: headersOf(server),
      body: JSON.stringify({ name }),
    })
    return ((await response.json()) as { readonly id: number }).id
  }
  const terms = { categories: [1], tags: [await tag('one'), await tag('two')] }
  const { id } = await send('POST', '', newPost(terms))
  const create = () => send('POST', '', newPost(terms))
  const list = () => send('GET', `?per_page=5&_=${++made}`)
  const nothing = async () => undefined
  const requests = {
    'a creation with a category and two tags': [6, nothing, create],
    'an update': [6, nothing, () => send('POST', `/${id}`, JSON.stringify({ content: `<p>${++made}</p>` }))],
    'a list': [2, nothing, list],
    'a list after a creation': [2, create, list],
    'a single post': [1, nothing, () => send('GET', `/${id}?_=${++made}`)],
  } as const
  const counted: Record<string, { readonly number: number; readonly most: number }> = {}
  for (const [request, [most, prepare, run]] of Object.entries(requests)) {
    const counts: number[] = []
    for (let round = 0; round < 9; round++) {
      await prepare()
      // Nobody waits for the answers to the last statements of a request.
      await setTimeout(100)
      const before = roundTrips()
      await run()
      counts.push(roundTrips() - before)
    }
    counted[request] = { number: median(counts), most }
  }
  return counted
}
