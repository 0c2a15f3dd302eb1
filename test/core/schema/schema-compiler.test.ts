import { compileSchema, createRegistry, type Schema, SchemaError, schemaCompiler } from '@platen/core'
import { randomChoices } from '@platen/storage/contract'
import t from 'tap'

const KEYWORDS = [
  ...['type', 'enum', 'format', 'minLength', 'maxItems', 'minimum', 'exclusiveMaximum', 'uniqueItems', 'required'],
  ...['items', 'properties', 'additionalProperties', 'oneOf', 'default', 'title', 'pattern', '$ref', 'unknown'],
]
const VALUES: readonly unknown[] = [
  ...['string', 'array', 'email', 'word', 5, -1, 1.5, Number.NaN, true, null, [], ['string', 'object'], [5, 'word']],
  ...[{}, { type: 'integer' }, { a: { type: 'word' } }, { a: { required: true } }, [{ type: 'array', items: 5 }], [{}]],
]

/** The faults of a schema: the message with which it is refused, or nothing. */
function refusal(compile: () => unknown): string | undefined {
  try {
    compile()
    return undefined
  } catch (error) {
    return String(error)
  }
}

t.test('invalid schemas are refused immediately, although most are compiled at their first use', async t => {
  const choices = randomChoices(5)
  const differing: unknown[] = []
  let refused = 0
  for (let round = 0; round < 4000; round++) {
    const random = () =>
      Object.fromEntries(choices.some(KEYWORDS, 1 + choices.below(3)).map(name => [name, choices.pick(VALUES)]))
    const schema: Schema = round % 2 === 0 ? random() : { type: 'object', properties: { inner: random() } }
    const expected = refusal(() => compileSchema(schema))
    if (expected !== undefined) refused += 1
    if (refusal(() => schemaCompiler()(schema)) !== expected) differing.push(schema)
    else if (expected === undefined && !agree(schema)) differing.push(schema)
  }
  t.same(differing, [])
  t.ok(refused > 1000 && refused < 3000, `${refused} are invalid`)
})

/** Whether what is compiled at first use validates and sanitizes like what is compiled at once. */
function agree(schema: Schema): boolean {
  const [first, second] = [compileSchema(schema), schemaCompiler()(schema)]
  return [...VALUES, { inner: 'a' }].every(
    value =>
      JSON.stringify([first.validate(value, 'x'), first.sanitize(value)]) ===
      JSON.stringify([second.validate(value, 'x'), second.sanitize(value)]),
  )
}

t.test('a compiled schema is frozen', async t => {
  const schema = { type: 'object', properties: { size: { type: 'integer' } } } as const
  const { validate } = createRegistry().compileSchema(schema)
  t.ok(Object.isFrozen(schema) && Object.isFrozen(schema.properties.size))
  t.equal(validate({ size: 'large' }, 'hat')?.code, 'rest_invalid_type')
})

t.test('schemas that contain themselves are refused', async t => {
  const schema: { type: 'array'; items?: unknown } = { type: 'array' }
  schema.items = { type: 'array', items: schema }
  t.throws(() => schemaCompiler()(schema as Schema), SchemaError)
})
