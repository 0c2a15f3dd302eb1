import { hasLookarounds, isBounded, withoutLookarounds } from './expression-cost.js'
import { parseExpression } from './parse-expression.js'
import { hasSinglePath } from './single-path.js'

// In process: nothing to start, and the same on every machine.
process.env['RECHECK_BACKEND'] = 'pure'
const { checkSync } = await import('recheck')

/** Most are checked within a second. */
const TIMEOUT = 60_000

/** What was found out of an expression before: the same one is used in many places. */
const checked = new Map<string, string | undefined>()

/**
 * What is wrong with the cost of searching a text for an expression: `undefined` when it is proved to grow no faster than
 * the text. What holds no unbounded repetition needs no checker.
 */
export function costComplaint(source: string, flags: string): string | undefined {
  const key = `/${source}/${flags}`
  if (!checked.has(key)) checked.set(key, find(source, flags))
  return checked.get(key)
}

function find(source: string, flags: string): string | undefined {
  const expression = parseExpression(source)
  if (isBounded(expression) || hasSinglePath(expression, flags)) return undefined
  const plain = hasLookarounds(expression) ? withoutLookarounds(expression) : source
  const diagnostics = checkSync(plain, flags, { checker: 'automaton', timeout: TIMEOUT })
  if (diagnostics.status === 'safe') return undefined
  if (diagnostics.status === 'vulnerable') return diagnostics.complexity.summary
  return `not proved: ${diagnostics.error.kind}`
}
