import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Schema } from '@platen/core'

/** One test of the suite: a schema, a value and whether it is valid. */
export interface SuiteTest {
  /** File, group and test, as in `type.json: integer type matches integers: an integer is an integer`. */
  readonly name: string
  readonly schema: Schema
  readonly value: unknown
  readonly valid: boolean
}

/** What the keywords of a schema without a type are for. */
const impliedTypes: Readonly<Record<string, string>> = {
  minLength: 'string',
  maxLength: 'string',
  pattern: 'string',
  format: 'string',
  minimum: 'number',
  maximum: 'number',
  multipleOf: 'number',
  items: 'array',
  minItems: 'array',
  maxItems: 'array',
  uniqueItems: 'array',
  properties: 'object',
  patternProperties: 'object',
  additionalProperties: 'object',
  required: 'object',
  minProperties: 'object',
  maxProperties: 'object',
  dependencies: 'object',
}

type Json = Readonly<Record<string, unknown>>

/** The tests of the suite. */
export function readSuite(folder: string): SuiteTest[] {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(file => file.endsWith('.json'))
  return files.sort().flatMap(file => {
    const groups: { description: string; schema: Schema; tests: Json[] }[] = JSON.parse(
      readFileSync(join(folder, file), 'utf8'),
    )
    return groups.flatMap(({ description, schema, tests }) =>
      tests.map(test => ({
        name: `${file.replaceAll('\\', '/')}: ${description}: ${test.description}`,
        schema,
        value: test.data,
        valid: test.valid === true,
      })),
    )
  })
}

/**
 * The test with the type its schema implies: that is how schemas of the interface are written. Undefined when nothing
 * is implied, and for values of other types that the suite's schema lets through because it says nothing about them.
 */
export function withImpliedType(test: SuiteTest): SuiteTest | undefined {
  // Lists of schemas and references mean what they mean where they stand.
  if (/"\$ref":|"items":\[/.test(JSON.stringify(test.schema))) return undefined
  const schema = addType(test.schema)
  if (JSON.stringify(schema) === JSON.stringify(test.schema)) return undefined
  const types: readonly unknown[] = [schema.type].flat()
  if (test.valid && schema.type !== undefined && !types.includes(typeName(test.value))) return undefined
  return { ...test, name: `${test.name} (typed)`, schema }
}

function addType(schema: Schema): Schema {
  const inside = Object.entries(schema).map(([keyword, value]) => {
    const inner = schemasIn(keyword, value).map(([name, each]) => [name, addType(each)] as const)
    if (inner.length === 0) return [keyword, value]
    if (keyword === 'items' || keyword === 'additionalProperties') return [keyword, inner[0]?.[1]]
    return [keyword, Array.isArray(value) ? inner.map(([, each]) => each) : Object.fromEntries(inner)]
  })
  const typed: Schema = Object.fromEntries(inside)
  if (schema.type !== undefined) return typed
  const implied = Object.keys(schema).flatMap(keyword => impliedTypes[keyword] ?? [])
  const types = [...new Set([...implied, ...(schema.enum ?? []).map(typeName)])]
  return types.length === 0 ? typed : { ...typed, type: (types.length === 1 ? types[0] : types) as Schema['type'] & {} }
}

function schemasIn(keyword: string, value: unknown): [name: string, schema: Schema][] {
  if (typeof value !== 'object' || value === null) return []
  if (keyword === 'items' || keyword === 'additionalProperties') return [['', value as Schema]]
  return ['oneOf', 'anyOf', 'allOf', 'properties', 'patternProperties'].includes(keyword) ? Object.entries(value) : []
}

function typeName(value: unknown): string {
  if (value === null) return 'null'
  return Array.isArray(value) ? 'array' : typeof value
}
