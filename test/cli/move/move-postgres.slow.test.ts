import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { assignmentsIn, isInstalled, metaIn, postsIn } from '@platen/site'
import { openPostgresStore } from '@platen/sql/postgres'
import type { Store } from '@platen/storage'
import t from 'tap'
import { openForSite } from '../../site/open-site-file.js'
import { samplePost } from '../../site/sample-records.js'
import { newSchema, noServer } from '../../sql/postgres/new-schema.js'
import { run } from '../fake-terminal.js'
import { newFolder } from '../new-site.js'
import { fillGarden, gardenCollections, openGarden, plants, responsesOf } from './filled-garden.js'

const reason = await noServer()
const bin = fileURLToPath(new URL('../../../../packages/cli/bundle/bin.js', import.meta.url))

/** A garden in a file, with many posts, and a configuration with its feature. */
async function newGarden(t: Parameters<typeof newFolder>[0], posts: number) {
  const folder = newFolder(t)
  const path = join(folder, 'site.sqlite')
  const config = join(folder, 'platen.config.mjs')
  const feature = import.meta.resolve('./filled-garden.js')
  writeFileSync(config, `import { plantsFeature } from '${feature}'\nexport default { features: [plantsFeature] }\n`)
  const from = await openForSite({ path, statementTimeout: Number.POSITIVE_INFINITY })
  const site = await fillGarden(from)
  await from.transaction(
    async tx => {
      const sample = (at: number) =>
        samplePost({ title: `Moss ${at}`, slug: `moss-${at}`, content: `moss ${at} `.repeat(50) })
      const many = await postsIn(tx).insertMany(Array.from({ length: posts }, (_, at) => sample(at)))
      await metaIn(tx).insertMany(many.map(({ id }) => ({ kind: 'post', object: id, key: 'note', value: { id } })))
      await assignmentsIn(tx).insertMany(many.map(({ id }) => ({ object: id, term: 1, position: 0 })))
    },
    { bulk: true },
  )
  const responses = await responsesOf(site)
  await from.close()
  return { folder, path, config, responses }
}

/** The number of records of each collection. */
async function countsOf(store: Store) {
  const counts: Record<string, number> = {}
  for (const each of gardenCollections) counts[each.name] = await store.collection(each).count()
  return counts
}

t.test(
  'a move to PostgreSQL that is killed goes on, and back',
  reason === undefined ? {} : { skip: reason },
  async t => {
    const { folder, path, config, responses } = await newGarden(t, 12_000)
    const { url, schema, drop } = await newSchema()
    const store = await openPostgresStore({ url, schema, statementTimeout: 60_000 })
    t.teardown(async () => {
      await store.close()
      await drop()
    })
    await store.prepare(gardenCollections)
    const move = ['move', '--config', config, '--from', 'sqlite', path, '--to', url, '--to-schema', schema]
    for (const [name, records] of [
      ['users', 1],
      ['posts', 3000],
      ['posts', 9000],
      ['meta', 2000],
    ] as const) {
      const watched = gardenCollections.find(each => each.name === name)
      if (watched === undefined) throw new Error(`There is no collection ${name}.`)
      const child = spawn(process.execPath, [bin, ...move], { stdio: ['ignore', 'ignore', 'pipe'] })
      const exit = once(child, 'exit')
      let errors = ''
      child.stderr.setEncoding('utf8').on('data', text => {
        errors += text
      })
      while ((await store.collection(watched).count()) < records && child.exitCode === null)
        await new Promise(resolve => setTimeout(resolve, 5))
      t.equal(child.exitCode, null, errors)
      child.kill('SIGKILL')
      await exit
      t.equal(await isInstalled(store), false, `no site after ${records} ${name}`)
    }
    const partial = await countsOf(store)
    t.ok((partial['posts'] ?? 0) >= 9000 && (partial['meta'] ?? 0) >= 2000)
    const { code, out, err } = await run(move)
    t.equal(code, 0, err)
    t.match(out, /^posts +\d+ +[\da-f]{16}$/m)
    t.same(await responsesOf(await openGarden(store)), responses, 'requests have the same responses')

    const back = join(folder, 'back.sqlite')
    const returned = await run([
      'move',
      '--config',
      config,
      '--from',
      url,
      '--from-schema',
      schema,
      '--to',
      'sqlite',
      back,
    ])
    t.equal(returned.code, 0, returned.err)
    t.same(returned.out.split('\n\n')[0], out.split('\n\n')[0], 'the same counts and checksums')
    const file = await openForSite({ path: back, statementTimeout: 60_000 })
    t.teardown(() => file.close())
    await file.prepare([plants])
    t.same(await countsOf(file), await countsOf(store))
    t.same(await responsesOf(await openGarden(file)), responses)
  },
)

t.test('a served site is not moved', reason === undefined ? {} : { skip: reason }, async t => {
  const { path, config } = await newGarden(t, 3000)
  const { url, schema, drop } = await newSchema()
  t.teardown(drop)
  const writer = await openForSite({ path })
  t.teardown(() => writer.close())
  const move = run(['move', '--config', config, '--from', 'sqlite', path, '--to', url, '--to-schema', schema])
  let ended = false
  move.then(() => {
    ended = true
  })
  for (let at = 0; !ended; at++) {
    await postsIn(writer).update(1, { title: `Changed ${at}` })
    await new Promise(resolve => setTimeout(resolve, 20))
  }
  t.match(await move, { code: 1, err: /has changed meanwhile/ })
})
