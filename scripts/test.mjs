// `npm test [-- part-of-a-file-name ...]`: installs, builds, lints, and runs the tests; the last line has the counts.
// Tests with thousands of cases run a part of them, and slow files take turns, unless files are named or PLATEN_TESTS
// is `all`.
import { existsSync } from 'node:fs'
import os from 'node:os'
import { findFiles } from './find-files.mjs'
import { testPlan } from './test-plan.mjs'
import { build, installWhenNeeded, root, runTool } from './workspace.mjs'

const began = performance.now()
const wanted = process.argv.slice(2)
// Named tests run all of their cases.
if (wanted.length > 0) process.env.PLATEN_TESTS ??= 'all'
process.env.PLATEN_TURN ??= String(Date.now())
let troubles = 0

await stage('install', () => installWhenNeeded().then(() => true))
const lint = ['check', '--colors=off', '--error-on-warnings', '--max-diagnostics=50', '.']
// Runs in the background; only the end of this script waits for it.
const linted = stage('lint', async () => (await runTool('@biomejs/biome/bin/biome', lint)) === 0)
await stage('build and types', () => build())

const files = findFiles(`${root}/test`, '.test.ts')
  .filter(file => wanted.length === 0 || wanted.some(word => file.includes(word)))
  .map(file => ({ name: file, script: `${root}/build/test/${file.replace(/\.ts$/, '.js')}` }))

// Tests within a file take turns by the same number. It is divided, so that each turn of a file meets different ones.
const turn = process.env.PLATEN_TESTS === 'all' ? undefined : Math.floor(Number(process.env.PLATEN_TURN) / 1009)
const plan = testPlan(files, turn)
const { passed, failed, skipped } = await runAll()
await linted
if (passed + failed === 0) {
  console.log('No test ran.')
  troubles += 1
}

const screenshots = `${root}/build/screenshots`
if (plan.some(({ name }) => name.startsWith('browser/')) && existsSync(screenshots))
  console.log(`\nScreenshots of pages: ${screenshots}`)
const left = files.length - plan.length
const others = left > 0 ? `, ${left} slow ones left to other runs (PLATEN_TESTS=all runs every file)` : ''
console.log(`\n${plan.length} files in ${Math.round((performance.now() - began) / 1000)} s${others}`)
process.exitCode = failed + troubles > 0 ? 1 : 0
console.log(`${passed} passed, ${failed + troubles} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`)

async function runAll() {
  try {
    // Imported here, because it requires the packages that were installed above.
    const { runTestFiles } = await import('./run-test-files.mjs')
    // Files wait for disks, processes and timeouts: one more job than processors, unless many files measure times.
    const jobs = os.availableParallelism() + (turn === undefined ? 0 : 1)
    return await runTestFiles(plan, { jobs, timeoutSeconds: 300 })
  } catch (error) {
    console.error(error)
    return { passed: 0, failed: 1, skipped: 0 }
  }
}

async function stage(name, work) {
  const start = performance.now()
  const fine = await work().catch(error => console.error(String(error)))
  console.log(`${fine ? 'ok' : 'FAILED'}: ${name} (${((performance.now() - start) / 1000).toFixed(1)} s)`)
  if (!fine) troubles += 1
}
