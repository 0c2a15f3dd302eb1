/**
 * Generates what the source of a function returns, in which the names of `given` stand for its values. Undefined where
 * code generation is disallowed. The source must hold nothing of clients but string literals of `JSON.stringify`.
 */
export function generate<T>(given: Readonly<Record<string, unknown>>, source: string): T | undefined {
  try {
    return new Function(...Object.keys(given), source)(...Object.values(given))
  } catch (error) {
    if (!(error instanceof EvalError)) throw error
    return undefined
  }
}

/** After so many calls a function is generated: to generate it takes longer than some calls. */
const MANY = 64

/** Replaces a function after many calls by a generated one that does the same, where code generation is allowed. */
export function generateLater<A extends unknown[], T>(
  plain: (...args: A) => T,
  generated: () => ((...args: A) => T) | undefined,
): (...args: A) => T {
  let calls = 0
  let current = (...args: A): T => {
    calls += 1
    if (calls === MANY) current = generated() ?? plain
    return plain(...args)
  }
  return (...args) => current(...args)
}
