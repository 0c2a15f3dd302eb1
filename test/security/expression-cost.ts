import type { Expression } from './parse-expression.js'

/** What a search may cost from one position and still be called constant. */
const MOST_STEPS = 10_000

/**
 * Whether a search takes a bounded number of steps from each position, whatever the text: without an unbounded repetition,
 * there are no more ways to match than the product of the choices, none longer than the sum of the lengths.
 */
export const isBounded = (expression: Expression): boolean => ways(expression) * length(expression) <= MOST_STEPS

/** How many characters a match can have at most, look-arounds counted. */
export function length(expression: Expression): number {
  switch (expression.kind) {
    case 'character':
      return 1
    case 'assertion':
      return 0
    case 'backreference':
      return Number.POSITIVE_INFINITY
    case 'look':
      return length(expression.body)
    case 'sequence':
      return expression.items.reduce((sum, item) => sum + length(item), 0)
    case 'choice':
      return Math.max(...expression.options.map(length))
    case 'repeat':
      return expression.max === 0 ? 0 : expression.max * length(expression.body)
  }
}

/** In how many ways it can match from one position at most. */
function ways(expression: Expression): number {
  switch (expression.kind) {
    case 'character':
    case 'assertion':
    case 'backreference':
      return 1
    case 'look':
      return ways(expression.body)
    case 'sequence':
      return expression.items.reduce((product, item) => product * ways(item), 1)
    case 'choice':
      return expression.options.reduce((sum, option) => sum + ways(option), 0)
    case 'repeat': {
      const each = ways(expression.body)
      const counts = expression.max - expression.min + 1
      return each === 1 ? counts : counts * each ** expression.max
    }
  }
}

/** A character that no expression of the sources looks for. */
const ABSENT = '\uE0FF'

/**
 * An expression without look-arounds that costs at least as much, for a checker that knows none: what a look-around
 * looks for is tried and given up in the place of it, and since the whole never matches, every way is tried from every
 * position. Looking back must have a bounded length; then it costs nothing that grows. What a match must come after is
 * taken into the match.
 */
export function withoutLookarounds(expression: Expression): string {
  const [first, ...rest] = expression.kind === 'sequence' ? expression.items : [expression]
  if (first?.kind !== 'look' || !first.behind || first.negative) return `(?:${write(expression)})${ABSENT}`
  return `(?:${write(first.body)})(?:${write({ kind: 'sequence', items: rest })})${ABSENT}`
}

function write(expression: Expression): string {
  switch (expression.kind) {
    case 'look':
      if (!expression.behind) return `(?:(?:${write(expression.body)})${ABSENT}|)`
      if (length(expression.body) === Number.POSITIVE_INFINITY) throw new Error('looks back without a bound')
      return ''
    case 'sequence':
      return expression.items.map(write).join('')
    case 'choice':
      return `(?:${expression.options.map(write).join('|')})`
    case 'repeat': {
      const { min, max, lazy, body } = expression
      return `(?:${write(body)}){${min},${max === Number.POSITIVE_INFINITY ? '' : max}}${lazy ? '?' : ''}`
    }
    default:
      return expression.source
  }
}

/** Whether it looks ahead or behind, or back at what was found: what the checker cannot prove anything of. */
export function hasLookarounds(expression: Expression): boolean {
  if (expression.kind === 'look') return true
  if (expression.kind === 'sequence') return expression.items.some(hasLookarounds)
  if (expression.kind === 'choice') return expression.options.some(hasLookarounds)
  return expression.kind === 'repeat' && hasLookarounds(expression.body)
}

/** So many characters are tried to find one that a class holds. */
const CANDIDATES = [...'ax1 -_"\'<>&;:/[](){}=.,*#%\n\r\t\u00a0é日A']

/** Texts that begin matches: one for each option, and each as far as each of its characters. */
export function beginnings(expression: Expression, flags: string): ReadonlySet<string> {
  const found = new Set<string>()
  const sampleOf = (source: string): string => {
    const plain = new RegExp(`^(?:${source})$`, flags.replace(/[gy]/g, ''))
    return CANDIDATES.find(candidate => plain.test(candidate)) ?? ''
  }
  const extend = (before: string, part: Expression): string => {
    switch (part.kind) {
      case 'character': {
        const literal = /^[^\\[.]/.test(part.source) ? part.source : sampleOf(part.source)
        found.add(before + literal)
        return before + literal
      }
      case 'look':
        extend(before, part.body)
        return before
      case 'sequence':
        return part.items.reduce(extend, before)
      case 'choice':
        return part.options.map(option => extend(before, option))[0] as string
      case 'repeat':
        return part.max === 0 ? before : extend(before, part.body)
      default:
        return before
    }
  }
  extend('', expression)
  found.delete('')
  return found
}
