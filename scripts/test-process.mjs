import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { collectTap } from './collect-tap.mjs'
import { root } from './workspace.mjs'

const preload = new URL('no-async-hooks.mjs', import.meta.url).href
const worker = fileURLToPath(new URL('test-worker.mjs', import.meta.url))

const running = new Set()
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => process.exit(1))
process.on('exit', () => {
  for (const stop of running) stop()
})

/**
 * Starts a process that runs test files one after the other. `flags` are Node flags; folders of fixtures are named
 * after `name`. `run(script)` and `end()` resolve with `{ passed, failed, skipped, details }`: the numbers of single
 * assertions, and the failures. A file that crashes, hangs or asserts nothing is a failure, and so is a process that
 * does not end after its files. `isOver()` is true once the process has ended.
 */
export function startTestProcess(name, flags, timeoutSeconds) {
  // tap's own timeout is a little shorter than ours, and can report which test it was.
  const limit = String(timeoutSeconds * 950)
  const child = spawn(process.execPath, [...flags, '--enable-source-maps', '--import', preload, worker, name, limit], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    env: { ...process.env, TAP: '1', TAP_TIMEOUT: '0', FORCE_COLOR: '0' },
    detached: true,
  })
  // The whole process group, because servers that a test started must not outlive it.
  const stop = () => kill(-child.pid)
  running.add(stop)
  child.on('exit', () => {
    running.delete(stop)
    stop()
  })
  child.on('error', () => {})
  let errors = ''
  child.stderr.setEncoding('utf8').on('data', text => {
    errors = (errors + text).slice(-4000)
  })
  let onSubtest = () => {}
  const tap = collectTap(child.stdout, {
    // This test waits for the subtests of the file.
    isOwn: name => name.startsWith('child test left in queue: end of '),
    onSubtest: subtest => onSubtest(subtest),
  })
  let isOver = false
  let hasFailed = false
  const closed = Promise.all([once(child, 'close'), tap.ended]).then(([[code, signal]]) => {
    isOver = true
    return code ?? signal
  })

  /** Waits for a file or for the end of the process, at most for the given number of seconds. */
  async function outcomeOf(finished, seconds, judge) {
    let isLate = false
    const timer = setTimeout(() => {
      isLate = true
      stop()
    }, seconds * 1000)
    const code = await Promise.race([finished, closed])
    clearTimeout(timer)
    const { failures, ...counts } = tap.takeSum()
    const details = [...failures]
    if (isLate) details.push(`still running after ${seconds} s: stopped`)
    else details.push(...judge(code, counts, failures))
    if (details.length === 0) return { ...counts, details }
    hasFailed = true
    if (errors.trim() !== '') details.push(`stderr: ${errors.trim()}`)
    return { ...counts, failed: Math.max(counts.failed, 1), details }
  }

  return {
    isOver: () => isOver,
    run(script) {
      errors = ''
      const finished = new Promise(resolve => {
        onSubtest = subtest => subtest === `end of ${script}` && resolve('finished')
      })
      if (child.connected) child.send(script)
      return outcomeOf(finished, timeoutSeconds, (code, { passed, failed, skipped }, failures) => {
        if (code !== 'finished') return failures.length > 0 ? [] : [`ended with ${code}`]
        return passed + failed + skipped === 0 ? ['it asserted nothing'] : []
      })
    },
    end() {
      if (child.connected) child.send(null)
      const seconds = Math.min(timeoutSeconds, 20)
      return outcomeOf(closed, seconds, code => (code === 0 || hasFailed ? [] : [`ended with ${code}`]))
    },
  }
}

function kill(pid) {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // It has already ended.
  }
}
