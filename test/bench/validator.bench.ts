import { readFileSync } from 'node:fs'
import { type CompiledSchema, compileSchema, type Schema } from '@platen/core'
import Ajv from 'ajv-draft-04'
import type { BenchResult } from './bench-result.js'

type Query = Readonly<Record<string, string | readonly string[]>>

/** Arguments that clients send to a list of posts, as parsed from a query string. */
const queries: readonly Query[] = [
  { per_page: '10', page: '2', context: 'embed' },
  { search: 'hello world', per_page: '20', orderby: 'relevance', order: 'desc', status: ['publish'] },
  { after: '2024-05-06T07:08:09', before: '2024-06-06T07:08:09Z', categories: ['1', '2'], per_page: '100' },
  { include: ['1', '2', '3', '4', '5'], orderby: 'include', per_page: '5', context: 'view' },
  { slug: ['hello-world'], status: ['publish', 'draft'], context: 'edit' },
  { author: ['7'], tags: ['3', '4'], tags_exclude: ['9'], sticky: 'true', order: 'asc', orderby: 'title', page: '1' },
]

const passes = 500
const slices = 12
/** The number of measured rounds, after a first one that warms both up. */
const rounds = 5

/** Validating and sanitizing the arguments of a list of posts, against ajv doing the same by coercion. */
export async function run(): Promise<BenchResult> {
  const args: Readonly<Record<string, Schema>> = JSON.parse(
    readFileSync(new URL('../../../test/bench/data/posts-args.json', import.meta.url), 'utf8'),
  )
  const ours = platen(args)
  const theirs = ajv(args)
  for (const query of queries) {
    const [mine, other] = [JSON.stringify(ours(query)), JSON.stringify(theirs(query))]
    if (mine !== other) throw new Error(`not the same work: ${mine} and ${other}`)
  }
  const [, ...measured] = Array.from({ length: 1 + rounds }, () => measureRound(ours, theirs))
  const mine = median(measured.map(figure => figure.ours))
  const other = median(measured.map(figure => figure.theirs))
  return {
    name: 'validator: arguments of a list of posts',
    ratio: median(measured.map(figure => figure.ours / figure.theirs)),
    goal: 1,
    compare: 'at-least',
    detail: `${Math.round(mine)} queries/s validated and sanitized, ajv-draft-04 with coercion ${Math.round(other)}`,
  }
}

type Work = (query: Query) => Record<string, unknown>

function platen(args: Readonly<Record<string, Schema>>): Work {
  const compiled = new Map<string, CompiledSchema>(
    Object.entries(args).map(([name, schema]) => [name, compileSchema(schema)]),
  )
  return query => {
    const params: Record<string, unknown> = {}
    for (const name in query) {
      const schema = compiled.get(name)
      const error = schema?.validate(query[name], name)
      if (error) throw error
      params[name] = schema?.sanitize(query[name])
    }
    return params
  }
}

function ajv(args: Readonly<Record<string, Schema>>): Work {
  const dateTime = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)?$/
  const instance = new Ajv.default({
    coerceTypes: true,
    strict: false,
    formats: { 'date-time': text => dateTime.test(text) },
  })
  const validate = instance.compile({ type: 'object', properties: withoutBooleanRequired(args) })
  return query => {
    // It converts in place, so it receives copies, also of lists.
    const params: Record<string, unknown> = { ...query }
    for (const name in params) {
      const value = params[name]
      if (Array.isArray(value)) params[name] = [...value]
    }
    if (!validate(params)) throw new Error(instance.errorsText(validate.errors))
    return params
  }
}

/** In draft 4, `required` is a list. */
function withoutBooleanRequired(args: Readonly<Record<string, Schema>>): Record<string, Schema> {
  return Object.fromEntries(Object.entries(args).map(([name, { required: _, ...schema }]) => [name, schema]))
}

/** The best of alternating slices, in queries per second: other load on the machine affects slices, not rounds. */
function measureRound(ours: Work, theirs: Work): { ours: number; theirs: number } {
  const best = { ours: 0, theirs: 0 }
  for (let slice = 0; slice < slices; slice++) {
    best.ours = Math.max(best.ours, measure(ours))
    best.theirs = Math.max(best.theirs, measure(theirs))
  }
  return best
}

function measure(work: Work): number {
  const start = process.hrtime.bigint()
  for (let pass = 0; pass < passes; pass++) for (const query of queries) work(query)
  const seconds = Number(process.hrtime.bigint() - start) / 1e9
  return (passes * queries.length) / seconds
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] as number
}
