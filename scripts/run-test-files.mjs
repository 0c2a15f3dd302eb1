import { existsSync } from 'node:fs'
import { startTestProcess } from './test-process.mjs'

/**
 * Runs test files that print TAP, some of them concurrently, and prints a line and the failures for each file. A file
 * is `{ name, script, alone, flags }`; files that are not `alone` share a few processes. Resolves with the numbers of
 * single assertions.
 */
export async function runTestFiles(files, { jobs, timeoutSeconds, print = console.log }) {
  const sum = { passed: 0, failed: 0, skipped: 0 }
  const waiting = files.values()
  const count = (name, outcome, seconds) => {
    for (const key of Object.keys(sum)) sum[key] += outcome[key]
    print(report(name, outcome, seconds))
  }
  const timed = async (name, run) => {
    const start = performance.now()
    const outcome = await run()
    count(name, outcome, (performance.now() - start) / 1000)
  }
  const lane = async () => {
    let shared
    const endShared = async () => {
      const outcome = await shared?.end()
      if (outcome !== undefined && outcome.details.length > 0) count('the end of a process of many files', outcome, 0)
      shared = undefined
    }
    for (const file of waiting) {
      const { name, script, flags } = file
      if (!existsSync(script)) count(name, notCompiled, 0)
      else if (file.alone) await timed(name, () => runAlone(file, timeoutSeconds))
      else {
        if (shared?.isOver()) await endShared()
        shared ??= startTestProcess(script, flags, timeoutSeconds)
        await timed(name, () => shared.run(script))
      }
    }
    await endShared()
  }
  await Promise.all(Array.from({ length: jobs }, lane))
  return sum
}

const notCompiled = { passed: 0, failed: 1, skipped: 0, details: ['it was not compiled'] }

async function runAlone({ script, flags }, timeoutSeconds) {
  const only = startTestProcess(script, flags, timeoutSeconds)
  const outcome = await only.run(script)
  const end = await only.end()
  return {
    passed: outcome.passed + end.passed,
    failed: outcome.failed + end.failed,
    skipped: outcome.skipped + end.skipped,
    details: [...outcome.details, ...end.details],
  }
}

function report(name, { passed, failed, skipped, details }, seconds) {
  const skips = skipped > 0 ? `, ${skipped} skipped` : ''
  const lines = [
    `${failed > 0 ? 'FAILED' : 'ok'}: ${name}  ${passed} passed, ${failed} failed${skips} (${seconds.toFixed(1)} s)`,
  ]
  for (const detail of details) lines.push(detail.replaceAll(/^/gm, '    '))
  return lines.join('\n')
}
