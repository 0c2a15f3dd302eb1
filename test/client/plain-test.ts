import assert from 'node:assert/strict'

/** The assertions of the client's suite, which are those of tap. */
export interface Assertions {
  ok(value: unknown): unknown
  equal(value: unknown, expected: unknown, ...message: [] | [string]): unknown
  same(value: unknown, expected: unknown, ...message: [] | [string]): unknown
  match(value: unknown, pattern: unknown): unknown
  rejects(promise: Promise<unknown>, expected: typeof Error | ErrorMatch): Promise<unknown>
  fail(message: string): unknown
}

/** The code of an error, and other members that it has. */
interface ErrorMatch {
  readonly code: string | RegExp
  readonly [name: string]: unknown
}

/** Runs a part of a suite. */
export type RunTest = (name: string, run: (t: Assertions) => Promise<unknown>) => Promise<unknown>

/** Runs tests where tap does not run: prints the names of those that pass, and rejects with the first failure. */
export const plainTest: RunTest = async (name, run) => {
  await run(assertions)
  console.log(`passed: ${name}`)
}

const assertions: Assertions = {
  ok: value => assert.ok(value),
  equal: (value, expected, ...message) => assert.equal(value, expected, ...message),
  same: (value, expected, ...message) => assert.deepEqual(value, expected, ...message),
  match: (value, pattern) => assert.ok(matches(value, pattern), `${JSON.stringify(value)} does not match`),
  async rejects(promise, expected) {
    const error: unknown = await promise.then(
      () => assert.fail('it is not rejected'),
      thrown => thrown,
    )
    assert.ok(matches(error, expected), String(error))
  },
  fail: message => assert.fail(message),
}

/** Whether a value has the members of a pattern; expressions match text, and constructors what they have made. */
function matches(value: unknown, pattern: unknown): boolean {
  if (pattern instanceof RegExp) return typeof value === 'string' && pattern.test(value)
  if (typeof pattern === 'function') return value === pattern || value instanceof pattern
  if (typeof pattern !== 'object' || pattern === null) return value === pattern
  if (typeof value !== 'object' || value === null) return false
  const members = new Map(Object.entries(value))
  return Object.entries(pattern).every(([name, each]) =>
    matches(name === 'constructor' ? value.constructor : members.get(name), each),
  )
}
