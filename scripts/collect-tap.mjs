import { Parser } from 'tap-parser'

const emptySum = () => ({ passed: 0, failed: 0, skipped: 0, failures: [] })

/**
 * Reads a TAP stream. Counts single assertions, not the lines that summarize a subtest; `failures` has a short text for
 * each failure. `isOwn` returns whether a test belongs to the runner itself and does not count. `onSubtest` receives
 * the name of each top-level subtest that has ended. `takeSum` returns the counts since its last call, and `ended`
 * resolves at the end of the stream.
 */
export function collectTap(stream, { isOwn = () => false, onSubtest = () => {} } = {}) {
  const sums = { now: emptySum() }
  const takeSum = () => {
    const taken = sums.now
    sums.now = emptySum()
    return taken
  }
  const parser = new Parser()
  watch(parser, sums, isOwn)
  parser.on('assert', ({ closingTestPoint, name }) => closingTestPoint && onSubtest(name))
  parser.on('bailout', reason => sums.now.failures.push(`bailed out: ${reason}`))
  const ended = new Promise((resolve, reject) => {
    parser.on('complete', results => {
      for (const failure of results.failures) {
        if ('tapError' in failure && failure.tapError) sums.now.failures.push(`broken TAP: ${failure.tapError}`)
      }
      resolve(results.ok)
    })
    stream.on('error', reject).pipe(parser)
  })
  return { takeSum, ended }
}

function watch(parser, sums, isOwn) {
  let failuresBeforeChild = 0
  parser.on('child', child => {
    failuresBeforeChild = sums.now.failures.length
    watch(child, sums, isOwn)
  })
  parser.on('assert', result => {
    const sum = sums.now
    if (isOwn(result.name)) return
    if (result.closingTestPoint) {
      // A subtest can fail although all of its assertions pass (an unmet plan, a timeout, an exception).
      if (!result.ok && !result.todo && !result.skip && sum.failures.length === failuresBeforeChild) {
        sum.failed += 1
        sum.failures.push(describe(result))
      }
    } else if (result.skip || result.todo) sum.skipped += 1
    else if (result.ok) sum.passed += 1
    else {
      sum.failed += 1
      sum.failures.push(describe(result))
    }
  })
}

function describe({ fullname, name, diag }) {
  const place = diag?.at ? ` (${diag.at.fileName}:${diag.at.lineNumber})` : ''
  const path = fullname.endsWith(name) ? fullname : `${fullname} > ${name}`
  const parts = [`not ok: ${path}${place}`]
  if (diag?.diff) parts.push(diag.diff)
  else if (diag) {
    const { found, wanted, error, message, stack } = diag
    const rest = Object.entries({ error, message, found, wanted, stack }).filter(([, value]) => value !== undefined)
    for (const [key, value] of rest) parts.push(`${key}: ${typeof value === 'string' ? value : JSON.stringify(value)}`)
  }
  return parts.join('\n').slice(0, 3000)
}
