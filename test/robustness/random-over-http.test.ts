import { cmsDialect } from '@platen/site'
import t from 'tap'
import { someTurns } from '../some-turns.js'
import { serveSite } from './over-http.js'
import { playRequests } from './play-requests.js'
import { chooseSeed, createRandom } from './random.js'
import { createRequests } from './random-requests.js'

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
