import { fork } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { openPostgresStore } from '@platen/sql/postgres'
import t from 'tap'
import { chooseSeed, createRandom } from '../../robustness/random.js'
import { newSchema, noServer } from '../../sql/postgres/new-schema.js'
import { makeSite } from '../make-site.js'
import type { Acknowledged } from './acknowledging-writer.js'
import { lostWrites } from './lost-writes.js'
import { contradictions } from './recount.js'

const reason = await noServer()
const program = fileURLToPath(new URL('./acknowledging-writer.js', import.meta.url))
const random = createRandom(chooseSeed())
const KILLS = Number(process.env['KILLS'] ?? 24)
const PROCESSES = 3

t.test(
  `${KILLS} kills of three processes, with four writers each`,
  reason === undefined ? {} : { skip: reason },
  async t => {
    const { url, schema, drop } = await newSchema()
    const store = await openPostgresStore({ url, schema })
    t.teardown(() => store.close().then(drop))
    const { site } = await makeSite({ store })
    for (let tag = 2; tag <= 5; tag++)
      await site.content.terms.create({ taxonomy: 'post_tag', name: `Tag ${tag}` }, { as: site.system })
    const acknowledged = new Map<number, string>()
    let kills = 0
    const lane = async () => {
      while (kills < KILLS) {
        const child = fork(program, [url, schema, `w${++kills}`])
        child.on('message', ({ id, title }: Acknowledged) => acknowledged.set(id, title))
        const exited = once(child, 'exit')
        await Promise.race([once(child, 'message'), exited])
        t.equal(child.exitCode, null, 'it writes')
        await pause(random.next() * 500)
        child.kill('SIGKILL')
        await exited
      }
    }
    await Promise.all(Array.from({ length: PROCESSES }, lane))
    const { stored, lost } = await lostWrites(store, acknowledged)
    t.comment(`${acknowledged.size} posts were acknowledged, ${stored} are stored`)
    t.ok(acknowledged.size > KILLS)
    t.same(lost, [], 'no acknowledged write is lost')
    t.same(await contradictions(store), [], 'nothing is half-written')
  },
)
