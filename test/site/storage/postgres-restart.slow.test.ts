import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { openPostgresStore } from '@platen/sql/postgres'
import t from 'tap'
import { chooseSeed, createRandom } from '../../robustness/random.js'
import { newSchema } from '../../sql/postgres/new-schema.js'
import { createCluster, startCluster, stopImmediately, untilReady } from '../../sql/postgres/server.js'
import { NO_BINARIES } from '../../sql/postgres/standby.js'
import { temporaryFolder } from '../../temporary-folder.js'
import { makeSite } from '../make-site.js'
import type { Acknowledged } from './acknowledging-writer.js'
import { lostWrites } from './lost-writes.js'
import { contradictions } from './recount.js'

t.setTimeout(280_000)

const program = fileURLToPath(new URL('./acknowledging-writer.js', import.meta.url))
const random = createRandom(chooseSeed())
const RESTARTS = Number(process.env['RESTARTS'] ?? 5)
const PROCESSES = 3
/** How long a process may take to write again after the server is ready, in milliseconds. */
const LIMIT = 10_000

const folder = temporaryFolder('restart')
const cluster = createCluster(folder)

t.test(
  `${RESTARTS} immediate restarts of the server under ${PROCESSES} processes with four writers each`,
  cluster === undefined ? { skip: NO_BINARIES } : {},
  async t => {
    if (cluster === undefined) return
    const url = startCluster(cluster, folder)
    await untilReady(url)
    const { schema } = await newSchema(url)
    const store = await openPostgresStore({ url, schema })
    const { site } = await makeSite({ store })
    for (let tag = 2; tag <= 5; tag++)
      await site.content.terms.create({ taxonomy: 'post_tag', name: `Tag ${tag}` }, { as: site.system })
    const acknowledged = new Map<number, string>()
    const counts = new Map<ChildProcess, number>()
    for (let number = 1; number <= PROCESSES; number++) {
      const child = fork(program, [url, schema, `w${number}`, 'retry'])
      counts.set(child, 0)
      child.on('message', ({ id, title }: Acknowledged) => {
        acknowledged.set(id, title)
        counts.set(child, (counts.get(child) ?? 0) + 1)
      })
    }
    t.teardown(async () => {
      for (const child of counts.keys()) child.kill('SIGKILL')
      await store.close()
    })
    const untilAllWrite = async () => {
      const before = new Map(counts)
      const isIdle = ([child, count]: readonly [ChildProcess, number]) => count === before.get(child)
      while ([...counts].some(isIdle)) {
        if ([...counts.keys()].some(({ exitCode }) => exitCode !== null)) throw new Error('A process has ended.')
        await setTimeout(10)
      }
    }
    const pauses: number[] = []
    await untilAllWrite()
    for (let restart = 0; restart < RESTARTS; restart++) {
      await setTimeout(random.next() * 1000)
      await stopImmediately(cluster)
      await setTimeout(random.next() * 2000)
      startCluster(cluster, folder)
      await untilReady(url)
      const from = performance.now()
      await untilAllWrite()
      pauses.push(Math.round(performance.now() - from))
    }
    await Promise.all(
      [...counts.keys()].map(child => {
        const exited = once(child, 'exit')
        child.kill('SIGKILL')
        return exited
      }),
    )
    const { stored, lost } = await lostWrites(store, acknowledged)
    t.comment(`${acknowledged.size} posts were acknowledged, ${stored} are stored; written again after ${pauses} ms`)
    t.ok(acknowledged.size > RESTARTS * PROCESSES)
    t.ok(Math.max(...pauses) < LIMIT, 'all processes serve again by themselves')
    t.same(lost, [], 'no acknowledged write is lost')
    t.same(await contradictions(store), [], 'nothing is half-written')
  },
)
