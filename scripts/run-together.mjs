// Runs test files one after the other in this process: what Node and the packages take to start is spent once for all.
import { setImmediate } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'

const scripts = process.argv.splice(2)
// tap names folders of fixtures after the script of the process: other processes run at the same time.
process.argv[1] = scripts[0]
const { default: t } = await import('tap')
// The first results are counted late.
await t.test('start', async () => {})
await setImmediate()

// What a file clears away at its end is not to wait for the other files; and tap would end as soon as nothing runs.
let endings = []
t.teardown = work => void endings.unshift(work)

for (const script of scripts) {
  const before = t.counts.total
  try {
    await import(pathToFileURL(script).href)
  } catch (error) {
    t.fail(`${script} could not be loaded`, { error: String(error), stack: error?.stack })
  }
  // The root runs its subtests in order: this one ends after those of the file.
  await t.test(`end of ${script}`, async () => {
    for (const work of endings) await work()
  })
  endings = []
  // Results are counted when their lines have been read.
  await setImmediate()
  if (t.counts.total === before + 1) t.fail(`${script} asserted nothing`)
}
