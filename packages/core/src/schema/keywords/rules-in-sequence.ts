import { checkInOrder } from '../check-in-order.js'
import type { Rule } from '../rule.js'

/** One rule that holds a value to several; undefined when there is none. */
export function rulesInSequence(rules: readonly Rule[]): Rule | undefined {
  const [first, ...more] = rules
  if (!first || more.length === 0) return first
  return {
    check: checkInOrder(rules.map(({ check }) => check)) ?? first.check,
    sanitize: value => rules.reduce((converted, { sanitize }) => sanitize(converted), value),
    isIdentity: rules.every(({ isIdentity }) => isIdentity),
  }
}
