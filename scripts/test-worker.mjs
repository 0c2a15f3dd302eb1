// Runs test files one after the other in this process, each when the parent sends its path, until the parent sends
// null. Node and the packages start once, and code that most files run is optimized once. Arguments: a path that
// folders of fixtures are named after, and the time limit of a file in milliseconds.
import { on } from 'node:events'
import { pathToFileURL } from 'node:url'

// This must precede tap's listener, which would consume the first messages.
const scripts = on(process, 'message', { close: ['disconnect'] })
const [, , name, limit] = process.argv.splice(0)
process.argv[1] = name
const { default: t } = await import('tap')
// Without a test before the files, their first results would be counted late.
await t.test('start', async () => {})

const setLimit = t.setTimeout.bind(t)
// A timeout of one file must not end another.
t.setTimeout = () => {}
// The teardown of a file must not wait for the other files; and tap would end as soon as no test runs.
let endings = []
t.teardown = work => void endings.unshift(work)

process.channel?.ref()
for await (const [script] of scripts) {
  if (script === null) break
  // Only work that the file has started keeps the process alive: a test that waits for nothing fails immediately.
  process.channel?.unref()
  setLimit(Number(limit))
  try {
    await import(pathToFileURL(script).href)
  } catch (error) {
    t.fail(`${script} could not be loaded`, { error: String(error), stack: error?.stack })
  }
  // The root runs its subtests in order, so that this one ends after the subtests of the file.
  await t.test(`end of ${script}`, async () => {
    for (const work of endings) await work()
  })
  endings = []
  // A file that runs its tests at the same time must not do so for the next ones.
  t.jobs = 1
  setLimit(0)
  // A result is only emitted when another one follows it.
  await t.test('next', async () => {})
  process.channel?.ref()
}
if (process.connected) process.disconnect()
