import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { openSqliteStore } from '@platen/sql/sqlite'
import { defineCollection, text } from '@platen/storage'
import t from 'tap'
import { openSiteFile } from '../../site/open-site-file.js'
import { writePackages } from '../../site/plugins/plugin-packages.js'
import { run, start } from '../fake-terminal.js'
import { newFolder } from '../new-site.js'

const trees = defineCollection({ name: 'trees', columns: { name: text() } })
const bees = defineCollection({ name: 'bees', columns: { name: text() } })

/** The code of a feature with a collection like one of the above. */
const featureCode = (name: string) => `
import { defineCollection, text } from '${import.meta.resolve('@platen/storage')}'
export default {
  name: '${name}',
  collections: [defineCollection({ name: '${name}', columns: { name: text() } })],
}
`

/** A project whose configuration has a feature and a folder of plugins. */
function newProject(t: Parameters<typeof newFolder>[0]) {
  const folder = newFolder(t)
  const config = join(folder, 'platen.config.mjs')
  writeFileSync(join(folder, 'trees.mjs'), featureCode('trees'))
  writeFileSync(config, `import trees from './trees.mjs'\nexport default { features: [trees], plugins: 'plugins' }\n`)
  mkdirSync(join(folder, 'plugins'))
  writePackages(join(folder, 'plugins'), { bees: { entry: featureCode('bees') }, broken: { entry: 'nonsense(' } })
  return { folder, config, data: join(folder, 'data') }
}

t.test('a site moves to another file', async t => {
  const { folder, config, data } = newProject(t)
  t.match(await run(['init', '--config', config, '--title', 'A garden']), { code: 0 })
  const from = await openSqliteStore({ path: join(data, 'site.sqlite') })
  await from.prepare([trees, bees])
  await from.collection(trees).insertMany([{ name: 'Oak' }, { name: 'Elm' }])
  await from.collection(bees).insert({ name: 'Maja' })
  await from.close()
  const target = join(folder, 'new', 'other.sqlite')
  const words = ['move', '--config', config, '--to', 'sqlite', target]
  const interrupted = start(words)
  interrupted.interrupt()
  t.match(await interrupted.ended, { code: 130, err: /Interrupted\. Run the command again/ })
  const unfinished = await run(['user', 'list', '--config', config, '--store', 'sqlite', target])
  t.match(unfinished, { code: 1, err: /There is no site/ })
  for (const creation of [['init'], ['serve', '--create', '--port', '0']]) {
    const created = await run([...creation, '--config', config, '--store', 'sqlite', target])
    t.match(created, { code: 1, err: /is being moved here/ }, 'no site is created in a part of another one')
  }
  const { code, out, err } = await run(words, { isInteractive: true })
  t.equal(code, 0, err)
  t.match(out, /^ +records +checksum$/m)
  t.match(out, /^trees +2 +[\da-f]{16}$/m, 'a feature of the configuration')
  t.match(out, /^bees +1 +[\da-f]{16}$/m, 'an inactive plugin')
  t.match(out, `Moved the site to ${target}`)
  t.match(out, `copy ${join(data, 'files')} to ${join(folder, 'new', 'files')}`)
  t.match(err, /plugin broken.* are not moved/)
  const to = await openSiteFile(target)
  t.teardown(() => to.close())
  await to.prepare([trees, bees])
  t.equal(await to.options.get('title'), 'A garden')
  t.same(
    (await to.collection(trees).find({})).records.map(({ name }) => name),
    ['Oak', 'Elm'],
  )
  t.match(await run(['user', 'list', '--config', config, '--store', 'sqlite', target]), { code: 0, out: /admin/ })

  const again = ['move', '--config', config, '--from', 'sqlite', join(data, 'site.sqlite'), '--to', 'sqlite', target]
  t.match(await run(again), { code: 1, err: /already contains a site/ })
})

t.test('moves that are refused', async t => {
  const { folder, config, data } = newProject(t)
  const target = join(folder, 'b.sqlite')
  const move = (...words: readonly string[]) => run(['move', '--config', config, ...words])
  t.match(await move('--to', 'sqlite', target), { code: 1, err: /There is no site in / })
  t.match(await move(), { code: 2, err: /--to/ })
  t.match(await move('--to', 'sqlite'), { code: 2, err: /A file is missing/ })
  t.match(await move('--to', 'paper'), { code: 2, err: /kinds of store/ })
  t.match(await move('--to', 'memory'), { code: 2, err: /in memory/ })
  t.match(await move('--from', 'memory', '--to', 'sqlite', target), { code: 2, err: /in memory/ })
  t.match(await move('--to', 'sqlite', target, '--to-schema', 'garden'), { code: 2, err: /--to-schema is for/ })
  t.match(await move('--from-schema', 'garden', '--to', 'sqlite', target), { code: 2, err: /--from-schema is for/ })
  await run(['init', '--config', config])
  const same = await move('--to', 'sqlite', join(data, 'site.sqlite'))
  t.match(same, { code: 1, err: /already contains a site/ })
})
