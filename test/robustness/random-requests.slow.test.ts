import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { cmsDialect, type Dialect, wpDialect } from '@platen/site'
import t from 'tap'
import { someTurns } from '../some-turns.js'
import { openSite } from './open-site.js'
import { serveSite } from './over-http.js'
import { playRequests } from './play-requests.js'
import { chooseSeed, createRandom } from './random.js'
import { createRequests, type RandomRequest } from './random-requests.js'

const seed = chooseSeed()
t.comment(`seed ${seed}: repeat with PLATEN_SEED=${seed}`)

async function makePlaying(dialect: Dialect) {
  const { site, patterns, errors } = await openSite(dialect)
  return {
    dialect,
    errors,
    patterns,
    async send({ method, path, query, headers, body, as }: RandomRequest) {
      const sent = body === undefined ? undefined : ({ kind: 'bytes', bytes: new TextEncoder().encode(body) } as const)
      const answer = await site.dispatch({
        method,
        path,
        query,
        headers: { ...headers, 'x-as': as },
        body: sent,
        remoteAddress: '203.0.113.7',
      })
      return { status: answer.status, headers: answer.headers, text: answer.text() }
    },
  }
}

for (const [dialect, count] of [
  [cmsDialect, 5000],
  [wpDialect, 2000],
] as const) {
  t.test(`${count} random requests in the dialect ${dialect.name}`, async t => {
    const playing = await makePlaying(dialect)
    const requests = createRequests(createRandom(seed), dialect.prefix, playing.patterns)
    const statuses = new Map<number, number>()
    const troubles = await playRequests(count, requests.make, {
      ...playing,
      seen(request, { status, text }) {
        statuses.set(status, (statuses.get(status) ?? 0) + 1)
        if (status === 201) requests.learn(request.path, idIn(text))
      },
    })
    for (const { what, request, number, cause } of troubles) {
      t.fail(`${what} (request ${number} of seed ${seed})`, { request: JSON.stringify(request).slice(0, 2000), cause })
    }
    t.comment(JSON.stringify(Object.fromEntries([...statuses].sort())))
    const share = (status: number) => (statuses.get(status) ?? 0) / count
    t.ok(share(200) > 0.1 && share(400) > 0.1, 'the requests reach what they are meant to try')
    t.ok(share(201) > 0, 'and create something')
  })
}

t.test('handled requests leave nothing in memory', async t => {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  const playing = await makePlaying(cmsDialect)
  const requests = createRequests(createRandom(seed + 1), 'cms', playing.patterns)
  await playRequests(300, requests.make, playing)
  const reading = (): RandomRequest => {
    for (;;) {
      const request = requests.make()
      if (!request.query.includes('_method') && /^(GET|HEAD|OPTIONS)$/.test(request.method)) return request
    }
  }
  const used: number[] = []
  for (let round = 0; round < 4; round++) {
    await playRequests(500, reading, playing)
    collect()
    used.push(process.memoryUsage().heapUsed)
  }
  const grown = ((used[3] as number) - (used[1] as number)) / 2 ** 20
  t.ok(grown < 8, `${grown.toFixed(1)} MiB more after twice as many requests`)
})

function idIn(text: string): unknown {
  try {
    return (JSON.parse(text) as { id?: unknown }).id
  } catch {
    return undefined
  }
}

const COUNT = 1500

/** What keeps a process alive, beside the pipes that it was given. */
const openHandles = () => process.getActiveResourcesInfo().filter(name => !/Pipe|TTY|TickObject|Immediate/.test(name))

t.test(`${COUNT} random requests over HTTP, on SQLite`, async t => {
  const before = openHandles()
  const served = await serveSite(cmsDialect, `${t.testdir()}/site.sqlite`)
  const requests = createRequests(createRandom(seed), 'cms', served.patterns)
  const troubles = await playRequests(COUNT, requests.make, {
    dialect: cmsDialect,
    errors: served.errors,
    send: ({ path, query, ...request }) =>
      served.send({ ...request, target: query === '' ? path : `${path}?${query}` }),
    seen(request, { status, text }) {
      if (status === 201 && text.startsWith('{'))
        requests.learn(request.path, (JSON.parse(text) as { id?: unknown }).id)
    },
  })
  for (const { what, request, number, cause } of troubles) {
    t.fail(`${what} (request ${number} of seed ${seed})`, { request: JSON.stringify(request).slice(0, 2000), cause })
  }
  await served.close()
  const left = () => openHandles().filter(name => !before.includes(name))
  // What is closed is gone in one of the next turns.
  for (let tries = 0; tries < 100 && left().length > 0; tries++) await someTurns()
  t.same(left(), [], 'nothing is left open')
})
