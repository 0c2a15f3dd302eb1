import { compileSchema, type Schema, type SchemaRules } from '@platen/core'
import { wpDialect } from '@platen/site'
import type { Test } from 'tap'

/** The rules of the reference server; without rules, the specification applies to the letter. */
export const { schemaRules: referenceRules } = wpDialect

/** What becomes of a value: the code of its error, or the sanitized value in a list. */
export type Verdict = string | readonly [sanitized: unknown]

/** A row of a table: a schema, a value for it and what becomes of it. */
export type Row = readonly [schema: Schema, value: unknown, verdict: Verdict]

export function verdictOf(schema: Schema, value: unknown, rules?: SchemaRules): Verdict {
  const compiled = compileSchema(schema, rules)
  const error = compiled.validate(value, 'it')
  return error ? error.code : [compiled.sanitize(value)]
}

/** One test for each row, named after it. */
export function testRows(t: Test, rows: readonly Row[], rules?: SchemaRules): void {
  for (const [schema, value, expected] of rows) {
    t.test(`${JSON.stringify(value)} against ${JSON.stringify(schema)}`, async t => {
      t.strictSame(verdictOf(schema, value, rules), expected)
    })
  }
}
