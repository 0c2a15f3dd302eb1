import { compileSchema, type Schema } from '@platen/core'
import t from 'tap'

const object = {
  type: 'object',
  properties: {
    a: { type: 'integer' },
    list: { type: 'array', items: { type: 'object', properties: { b: { type: ['string', 'null'] } } } },
  },
  additionalProperties: false,
} as const

const failures: readonly (readonly [schema: Schema, value: unknown, param: string, reason?: string])[] = [
  [{ type: 'integer' }, 'x', 'param', 'param does not belong to the type integer.'],
  [{ type: ['boolean', 'string'] }, 5, 'param', 'param does not belong to the type boolean,string.'],
  [{ type: 'array', items: { type: 'integer' } }, 'a', 'param[0]', 'param[0] does not belong to the type integer.'],
  [{ type: 'array', items: { type: 'string' } }, ['a', 1], 'param[1]'],
  [object, { a: 'x' }, 'param[a]'],
  [object, { list: [{}, { b: 1 }] }, 'param[list][1][b]', 'param[list][1][b] does not belong to the type string,null.'],
  [object, { c: 1 }, 'param[c]', 'param[c] is not a known property.'],
  [object, ['x'], 'param', 'param does not belong to the type object.'],
]

for (const [schema, value, name, reason] of failures) {
  t.test(`${JSON.stringify(value)} fails at ${name}`, async t => {
    const error = compileSchema(schema).validate(value, 'param')
    t.match(error?.message, name)
    if (reason) t.equal(error?.message, reason)
    if (error?.code === 'rest_invalid_type') t.same(error.toBody().data, { param: name })
    else t.equal(error?.toBody().data, null)
  })
}

t.test('the error has no status', async t => {
  const error = compileSchema({ type: 'string', enum: ['a', 'b'] }).validate('c', 'choice')
  t.equal(error?.status, null)
  t.equal(error?.data, undefined)
  t.same(error?.toBody(), { code: 'rest_not_in_enum', message: 'choice is not one of a, b.', data: null })
})

t.test('a member of an unnamed value has a name', async t => {
  t.same(compileSchema(object).validate({ a: 'x' }, '')?.data, { param: '[a]' })
})
