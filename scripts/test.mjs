// `npm test [-- part-of-a-path ...]` and `npm run test:slow`: install, build, lint, and run tests with Node's test runner.
// `npm test` leaves out the files `*.slow.test.ts`, which `npm run test:slow` runs; words select from both kinds.
// The last line has the numbers of single assertions.
//
// Starting a process takes longer than most files of tests, so several of one area share a process: an entry in
// `build/entries` imports them. Slow ones, which measure or kill processes, have one of their own.
//
// The processes of tests have Node's flags of this one (see package.json): a larger young generation, because V8 collects
// the garbage of long texts and many sites too often with the default, and no threads that collect garbage, because their
// work counts in the processor time of the process, and grows by leaps.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import { join, relative } from 'node:path'
import { run } from 'node:test'
import { inspect, stripVTControlCharacters } from 'node:util'
import { build, filesBelow, installWhenNeeded, root, runTool } from './workspace.mjs'

const LINT = ['check', '--colors=off', '--error-on-warnings', '--max-diagnostics=50', '.']
const FILES_PER_PROCESS = 12

const words = process.argv.slice(2).filter(word => word !== '--slow')
const runsSlow = process.argv.includes('--slow')
const isSelected = path =>
  words.length > 0 ? words.some(word => path.includes(word)) : path.endsWith('.slow.test.ts') === runsSlow

const began = performance.now()
const counts = { passed: 0, failed: 0, skipped: 0 }
await stage('install', async () => (await installWhenNeeded()) ?? true)
await stage('build and types', () => build())

const files = filesBelow(join(root, 'test'), '.test.ts').filter(path => isSelected(`test/${path}`))
await Promise.all([
  stage('lint', async () => (await runTool('@biomejs/biome/bin/biome', LINT)) === 0),
  runFiles(writeEntries()),
])
if (counts.passed === 0) counts.failed += 1
console.log(`\n${files.length} files in ${Math.round((performance.now() - began) / 1000)} s`)
console.log(`${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped`)
process.exitCode = counts.failed > 0 ? 1 : 0

async function stage(name, work) {
  const start = performance.now()
  const isFine = await work().catch(error => console.error(String(error)))
  console.log(`${isFine ? 'ok' : 'FAILED'}: ${name} (${((performance.now() - start) / 1000).toFixed(1)} s)`)
  if (!isFine) counts.failed += 1
}

/** Writes the modules that import the selected files, and returns their paths. */
function writeEntries() {
  const entries = new Map()
  const counted = {}
  for (const path of files) {
    const area = path.endsWith('.slow.test.ts') ? path.replace(/\.ts$/, '').replaceAll('/', '-') : path.split('/')[0]
    counted[area] = (counted[area] ?? 0) + 1
    const name = `${area}-${Math.ceil(counted[area] / FILES_PER_PROCESS)}.js`
    const line = `import '../test/${path.replace(/ts$/, 'js')}'\n`
    entries.set(name, (entries.get(name) ?? '') + line)
  }
  const folder = join(root, 'build', 'entries')
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder)
  for (const [name, text] of entries) writeFileSync(join(folder, name), text)
  return [...entries.keys()].map(name => join(folder, name))
}

async function runFiles(entries) {
  // Seconds until tap reports the tests of a process that have not ended; the runner stops the process if tap cannot.
  process.env.TAP_TIMEOUT ??= '600'
  const names = []
  for await (const { type, data } of run({
    files: entries,
    concurrency: os.availableParallelism(),
    timeout: 1000 * (Number(process.env.TAP_TIMEOUT) + 60),
  })) {
    if (type === 'test:start') names.splice(data.nesting, names.length, data.name)
    else if (type === 'test:stdout' || type === 'test:stderr') process.stdout.write(data.message)
    else if (type === 'test:complete' && data.nesting === 0 && entries.includes(data.name)) {
      console.log(`ran ${relative(root, data.name)} (${(data.details.duration_ms / 1000).toFixed(1)} s)`)
    } else if (type === 'test:pass') countPass(data)
    else if (type === 'test:fail' && data.details.error.failureType !== 'subtestsFailed') {
      counts.failed += 1
      const { file, line, details } = data
      const place = `${relative(root, file)}:${line}: ${names.join(' > ')}`
      console.log(stripVTControlCharacters(`\nnot ok: ${place}\n${inspect(details.error.cause ?? details.error)}\n`))
    }
  }
}

function countPass({ skip, todo, details }) {
  if (skip !== undefined || todo !== undefined) counts.skipped += 1
  else if (details.type !== 'suite') counts.passed += 1
}
