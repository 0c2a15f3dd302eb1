import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { compileSchema, SchemaError } from '@platen/core'
import t from 'tap'
import { differences } from './json-schema-differences.js'
import { readSuite, type SuiteTest, withImpliedType } from './json-schema-suite.js'

const root = fileURLToPath(new URL('../../../', import.meta.url))
const suite = process.env.PLATEN_JSON_SCHEMA_SUITE ?? resolve(root, '../shared/json-schema-test-suite')
const folder = join(suite, 'draft4')

if (existsSync(folder)) {
  const tests = readSuite(folder)
  const reasons = new Map(differences.flatMap(({ reason, tests }) => tests.map(name => [name, reason])))

  t.equal(tests.length, 937, 'the suite is there')
  t.same(
    [...reasons.keys()].filter(name => !tests.some(test => test.name === name)),
    [],
    'every difference is about a test of the suite',
  )
  for (const test of tests) {
    const reason = reasons.get(test.name)
    const typed = withImpliedType(test)
    t.test(test.name, async t => {
      if (reason) t.notOk(agrees(test) && (!typed || agrees(typed)), `differs: ${reason}`)
      else {
        t.ok(agrees(test), 'as it is written')
        if (typed) t.ok(agrees(typed), 'with the type its keywords imply')
      }
    })
  }
} else {
  const skip = `not found at ${folder}; PLATEN_JSON_SCHEMA_SUITE names the folder that holds draft4`
  t.test('the official test suite of draft 4', { skip }, async () => {})
}

function agrees({ schema, value, valid }: SuiteTest): boolean {
  try {
    return !compileSchema(schema).validate(value, 'value') === valid
  } catch (error) {
    if (error instanceof SchemaError) return false
    throw error
  }
}
