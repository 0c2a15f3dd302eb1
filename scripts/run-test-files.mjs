import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { collectTap } from './collect-tap.mjs'
import { root } from './workspace.mjs'

const preload = new URL('no-async-hooks.mjs', import.meta.url).href
const together = fileURLToPath(new URL('run-together.mjs', import.meta.url))

const running = new Set()
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => process.exit(1))
process.on('exit', () => {
  for (const stop of running) stop()
})

/**
 * Runs units of test files that print TAP, each unit in a process of its own, a few at a time; prints one line per unit
 * and what failed. A unit is `{ name, scripts, flags }`; `flags` are for Node. Resolves with the numbers of single assertions; a file that breaks off,
 * hangs or asserts nothing is a failure.
 */
export async function runTestFiles(units, { jobs, timeoutSeconds, print = console.log }) {
  const sum = { passed: 0, failed: 0, skipped: 0 }
  const waiting = units.values()
  const worker = async () => {
    for (const unit of waiting) {
      const outcome = await runUnit(unit, timeoutSeconds)
      for (const key of Object.keys(sum)) sum[key] += outcome[key]
      print(report(unit.name, outcome))
    }
  }
  await Promise.all(Array.from({ length: jobs }, worker))
  return sum
}

async function runUnit({ scripts, flags = [] }, timeoutSeconds) {
  const start = performance.now()
  if (!scripts.every(script => existsSync(script)))
    return { passed: 0, failed: 1, skipped: 0, seconds: 0, details: ['it was not compiled'] }
  const child = spawn(
    process.execPath,
    [
      ...flags,
      '--enable-source-maps',
      '--import',
      preload,
      ...(scripts.length === 1 ? scripts : [together, ...scripts]),
    ],
    {
      cwd: root,
      stdio: ['ignore', 'pipe', 'pipe'],
      // tap's own limit strikes a little earlier than ours and can say which test it was.
      env: { ...process.env, TAP: '1', TAP_TIMEOUT: String(timeoutSeconds * 0.95), FORCE_COLOR: '0' },
      detached: true,
    },
  )
  // Its whole process group: servers that a test started must not outlive it.
  const stop = () => kill(-child.pid)
  running.add(stop)
  child.on('exit', () => {
    running.delete(stop)
    stop()
  })
  let late = false
  const timer = setTimeout(() => {
    late = true
    stop()
  }, timeoutSeconds * 1000)
  let errors = ''
  child.stderr.setEncoding('utf8').on('data', text => {
    errors = (errors + text).slice(-4000)
  })
  const ended = new Promise(resolve => child.on('close', (code, signal) => resolve(code ?? signal)))
  const [tap, code] = await Promise.all([collectTap(child.stdout), ended])
  clearTimeout(timer)

  const details = [...tap.failures]
  if (late) details.push(`still running after ${timeoutSeconds} s: stopped`)
  else if (code !== 0 && tap.failures.length === 0) details.push(`ended with ${code}`)
  else if (tap.passed + tap.failed + tap.skipped === 0) details.push('it asserted nothing')
  if (details.length > 0 && errors.trim() !== '') details.push(`stderr: ${errors.trim()}`)
  const failed = details.length > 0 ? Math.max(tap.failed, 1) : 0
  return { passed: tap.passed, failed, skipped: tap.skipped, seconds: (performance.now() - start) / 1000, details }
}

function kill(pid) {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // It ended by itself in the meantime.
  }
}

function report(name, { passed, failed, skipped, seconds, details }) {
  const skips = skipped > 0 ? `, ${skipped} skipped` : ''
  const lines = [
    `${failed > 0 ? 'FAILED' : 'ok'}: ${name}  ${passed} passed, ${failed} failed${skips} (${seconds.toFixed(1)} s)`,
  ]
  for (const detail of details) lines.push(detail.replaceAll(/^/gm, '    '))
  return lines.join('\n')
}
