import { hasLookarounds, isBounded, withoutLookarounds } from './expression-cost.js'
import { parseExpression } from './parse-expression.js'
import { provedExpressions } from './proved-expressions.js'
import { hasSinglePath } from './single-path.js'

// In process: nothing to start, and the same on every machine.
process.env['RECHECK_SYNC_BACKEND'] = 'pure'
const { checkSync } = await import('recheck')

/** Most are checked within a second. */
const TIMEOUT = 120_000

/** Results by expression: the same one occurs in many places. */
const checked = new Map<string, string | undefined>(provedExpressions.map(expression => [expression, undefined]))

/**
 * Returns the problem with the cost of searching a text for an expression; `undefined` if the cost provably grows no
 * faster than the text. An expression without unbounded repetition needs no checker, and neither does one with a
 * recorded proof.
 */
export function costComplaint(source: string, flags: string): string | undefined {
  const key = `/${source}/${flags}`
  if (!checked.has(key)) checked.set(key, proofComplaint(source, flags))
  return checked.get(key)
}

/** The same without recorded proofs. */
export function proofComplaint(source: string, flags: string): string | undefined {
  const expression = parseExpression(source)
  if (isBounded(expression) || hasSinglePath(expression, flags)) return undefined
  const plain = hasLookarounds(expression) ? withoutLookarounds(expression) : source
  const diagnostics = checkSync(plain, flags, { checker: 'automaton', timeout: TIMEOUT })
  if (diagnostics.status === 'safe') return undefined
  if (diagnostics.status === 'vulnerable') return diagnostics.complexity.summary
  return `not proved: ${diagnostics.error.kind}`
}
