import { readFileSync } from 'node:fs'
import { isDeepStrictEqual } from 'node:util'
import { compileSchema, type Schema } from '@platen/core'
import t from 'tap'
import { referenceRules } from './verdict.js'

interface Case {
  readonly schema: Schema
  readonly value: unknown
  readonly valid: boolean
  readonly code?: string
  readonly sanitized?: unknown
}

const file = new URL('../../../../test/parity/validation/cases.jsonl', import.meta.url)
const cases: Case[] = readFileSync(file, 'utf8')
  .trimEnd()
  .split('\n')
  .map(line => JSON.parse(line))

t.equal(cases.length, 4804, 'there are cases')

for (const valid of [true, false]) {
  t.test(`${valid ? 'accepts and converts' : 'refuses'} the same values as the reference`, async t => {
    const disagreements = cases.filter(each => each.valid === valid && !agrees(each))
    t.same(disagreements, [])
  })
}

function agrees({ schema, value, valid, code, sanitized }: Case): boolean {
  const compiled = compileSchema(schema, referenceRules)
  const error = compiled.validate(value, 'value')
  if (!valid) return error?.code === code
  // As it is sent: a zero has no sign in JSON.
  return !error && isDeepStrictEqual(JSON.parse(JSON.stringify(compiled.sanitize(value))), sanitized)
}
