import { Parser } from 'tap-parser'

/**
 * Reads a TAP stream to its end. Counts single assertions, not the lines that sum a subtest up; `failures` has a short
 * text for each thing that went wrong.
 */
export function collectTap(stream) {
  const sum = { passed: 0, failed: 0, skipped: 0, failures: [] }
  return new Promise((resolve, reject) => {
    const parser = new Parser()
    watch(parser, sum)
    parser.on('bailout', reason => sum.failures.push(`bailed out: ${reason}`))
    parser.on('complete', results => {
      for (const failure of results.failures) {
        if ('tapError' in failure && failure.tapError) sum.failures.push(`broken TAP: ${failure.tapError}`)
      }
      if (!results.ok && sum.failures.length === 0) sum.failures.push('the TAP stream is not in order')
      resolve(sum)
    })
    stream.on('error', reject).pipe(parser)
  })
}

function watch(parser, sum) {
  let failuresBeforeChild = 0
  parser.on('child', child => {
    failuresBeforeChild = sum.failures.length
    watch(child, sum)
  })
  parser.on('assert', result => {
    if (result.closingTestPoint) {
      // A subtest can fail with all of its assertions fine (a plan not kept, a time limit, an exception).
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
