import type { FromSchema, ParamsOf, Schema } from '@platen/core'
import t from 'tap'

type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false

/** Compiles only when the two types are the same. */
function same<A, B>(..._: Same<A, B> extends true ? [] : ['they differ']): true {
  return true
}

function schema<const S extends Schema>(given: S): S {
  return given
}

t.test('FromSchema is the type of sanitized values', async t => {
  const text = schema({ type: 'string', description: 'A text.' })
  const count = schema({ type: 'integer', minimum: 1, 'x-annotation': true })
  const choice = schema({ type: 'string', enum: ['red', 'green'] })
  const nullable = schema({ type: ['string', 'null'], format: 'date-time' })
  const ids = schema({ type: 'array', items: { type: 'integer' } })
  const either = schema({ oneOf: [{ type: 'array', items: { type: 'integer' } }, { type: 'boolean' }] })
  const typeless = schema({ type: 'integer', anyOf: [{ maximum: 5 }, { minimum: 100 }] })
  t.ok(same<FromSchema<typeof text>, string>())
  t.ok(same<FromSchema<typeof count>, number>())
  t.ok(same<FromSchema<typeof choice>, 'red' | 'green'>())
  t.ok(same<FromSchema<typeof nullable>, string | null>())
  t.ok(same<FromSchema<typeof ids>, number[]>())
  t.ok(same<FromSchema<typeof either>, number[] | boolean>())
  t.ok(same<FromSchema<typeof typeless>, number>())
  t.ok(same<FromSchema<{ readonly type: 'array' }>, unknown[]>())
  t.ok(same<FromSchema<Record<never, never>>, unknown>())
  t.ok(same<FromSchema<Schema>, unknown>())
})

t.test('objects', async t => {
  const listed = schema({
    type: 'object',
    properties: { a: { type: 'integer' }, b: { type: 'string', required: true }, c: { type: 'boolean' } },
    required: ['a'],
  })
  const marked = schema({
    type: 'object',
    properties: { a: { type: 'integer' }, b: { type: 'string', required: true } },
  })
  const nested = schema({
    type: 'array',
    items: { type: 'object', properties: { deep: { type: 'object', additionalProperties: { type: 'number' } } } },
  })
  const open = schema({ type: 'object' })
  t.ok(same<FromSchema<typeof listed>, { a: number; b?: string; c?: boolean }>())
  t.ok(same<FromSchema<typeof marked>, { b: string; a?: number }>())
  t.ok(same<FromSchema<typeof nested>, { deep?: Record<string, number> }[]>())
  t.ok(same<FromSchema<typeof open>, Record<string, unknown>>())
})

t.test('the parameters of a handler', async t => {
  const args = {
    id: { type: 'integer', required: true },
    page: { type: 'integer', default: 1 },
    search: { type: 'string' },
    parent: { type: 'integer', default: null },
    status: { type: 'array', items: { type: 'string', enum: ['draft', 'publish'] }, default: 'publish' },
  } as const
  type Params = ParamsOf<typeof args>
  const params: Params = { id: 1, page: 2, parent: null, status: ['draft'] }
  t.ok(same<Params['id'], number>())
  t.ok(same<Params['parent'], number | null>())
  t.ok(same<Params['search'], string | undefined>())
  t.ok(same<Params['status'], ('draft' | 'publish')[]>())
  t.ok(same<ParamsOf<Readonly<Record<string, Schema>>>[string], unknown>())
  t.same(params, { id: 1, page: 2, parent: null, status: ['draft'] })
})
