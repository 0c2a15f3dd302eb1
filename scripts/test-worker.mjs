// Runs test files one after the other in this process, each when the parent sends its path, until the parent sends null:
// Node and the packages start once, and what most files run is optimized once. Arguments: a path to name folders of fixtures
// after, and the time limit of a file in milliseconds.
import { on } from 'node:events'
import { pathToFileURL } from 'node:url'

// Before tap listens, which would take the first messages.
const scripts = on(process, 'message', { close: ['disconnect'] })
const [, , name, limit] = process.argv.splice(0)
process.argv[1] = name
const { default: t } = await import('tap')
// The first results are counted late.
await t.test('start', async () => {})

const setLimit = t.setTimeout.bind(t)
// A limit of one file must not strike during another.
t.setTimeout = () => {}
// What a file clears away at its end is not to wait for the other files; and tap would end as soon as nothing runs.
let endings = []
t.teardown = work => void endings.unshift(work)

process.channel?.ref()
for await (const [script] of scripts) {
  if (script === null) break
  // Only what the file has started keeps the process alive: a test that waits for nothing fails at once.
  process.channel?.unref()
  setLimit(Number(limit))
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
  setLimit(0)
  // A result is passed on when another one follows it.
  await t.test('next', async () => {})
  process.channel?.ref()
}
if (process.connected) process.disconnect()
