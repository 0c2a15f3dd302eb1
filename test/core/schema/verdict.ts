import { compileSchema, type Schema } from '@platen/core'
import type { Test } from 'tap'

/** What becomes of a value: the code of its error, or the sanitized value in a list. */
export type Verdict = string | readonly [sanitized: unknown]

/** A row of a table: a schema, a value for it and what becomes of it. */
export type Row = readonly [schema: Schema, value: unknown, verdict: Verdict]

export function verdictOf(schema: Schema, value: unknown): Verdict {
  const compiled = compileSchema(schema)
  const error = compiled.validate(value, 'it')
  return error ? error.code : [compiled.sanitize(value)]
}

/** One test for each row, named after it. */
export function testRows(t: Test, rows: readonly Row[]): void {
  for (const [schema, value, expected] of rows) {
    t.test(`${JSON.stringify(value)} against ${JSON.stringify(schema)}`, async t => {
      t.strictSame(verdictOf(schema, value), expected)
    })
  }
}
