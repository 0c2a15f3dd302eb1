/**
 * Compiles `source` as a function body, in which the names of `bindings` refer to their values, and returns its result.
 * Undefined where code generation is disallowed. The only client data in the source must be string literals from
 * `JSON.stringify`.
 */
export function generate<T>(bindings: Readonly<Record<string, unknown>>, source: string): T | undefined {
  try {
    return new Function(...Object.keys(bindings), source)(...Object.values(bindings))
  } catch (error) {
    if (!(error instanceof EvalError)) throw error
    return undefined
  }
}

/** The number of calls after which a function is generated: generating it takes longer than a few calls. */
const PLAIN_CALLS = 64

/** Replaces a function with an equivalent generated one after many calls, where code generation is allowed. */
export function generateLater<A extends unknown[], T>(
  plain: (...args: A) => T,
  generated: () => ((...args: A) => T) | undefined,
): (...args: A) => T {
  let calls = 0
  let current = (...args: A): T => {
    calls += 1
    if (calls === PLAIN_CALLS) current = generated() ?? plain
    return plain(...args)
  }
  return (...args) => current(...args)
}
