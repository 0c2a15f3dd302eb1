// `npm test [-- part-of-a-path ...]` and `npm run test:slow`: install, build, lint, and run tests with Node's test runner.
// `npm test` leaves out the files `*.slow.test.ts`, which `npm run test:slow` runs; words select from both kinds.
// The last line has the numbers of single assertions.
//
// The processes of tests have Node's flags of this one (see package.json): a larger young generation, because V8 collects
// the garbage of long texts and many sites too often with the default, and no threads that collect garbage, because their
// work counts in the processor time of the process, and grows by leaps.
import os from 'node:os'
import { join, relative } from 'node:path'
import { run } from 'node:test'
import { inspect, stripVTControlCharacters } from 'node:util'
import { build, filesBelow, installWhenNeeded, root, runTool } from './workspace.mjs'

const LINT = ['check', '--colors=off', '--error-on-warnings', '--max-diagnostics=50', '.']

const words = process.argv.slice(2).filter(word => word !== '--slow')
const runsSlow = process.argv.includes('--slow')
const isSelected = path =>
  words.length > 0 ? words.some(word => path.includes(word)) : path.endsWith('.slow.test.ts') === runsSlow

const began = performance.now()
const counts = { passed: 0, failed: 0, skipped: 0 }
await stage('install', async () => (await installWhenNeeded()) ?? true)
await stage('build and types', () => build())
await stage('lint', async () => (await runTool('@biomejs/biome/bin/biome', LINT)) === 0)

const files = filesBelow(join(root, 'test'), '.test.ts')
  .map(name => `test/${name}`)
  .filter(isSelected)
  .map(path => join(root, 'build', path.replace(/ts$/, 'js')))
await runFiles()
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

async function runFiles() {
  // Seconds until tap reports the tests of a file that have not ended; the runner stops the file if tap cannot.
  process.env.TAP_TIMEOUT = '600'
  const names = []
  for await (const { type, data } of run({ files, concurrency: os.availableParallelism(), timeout: 660_000 })) {
    if (type === 'test:start') names.splice(data.nesting, names.length, data.name)
    else if (type === 'test:stdout' || type === 'test:stderr') process.stdout.write(data.message)
    else if (type === 'test:complete' && data.nesting === 0 && data.name.endsWith('.test.js')) {
      console.log(`ran ${relative(root, data.file)} (${(data.details.duration_ms / 1000).toFixed(1)} s)`)
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
