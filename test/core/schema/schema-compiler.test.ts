import {
  compileSchema,
  createRegistry,
  type FromSchema,
  type ParamsOf,
  rebasedSchema,
  type Schema,
  SchemaError,
  schemaCompiler,
} from '@platen/core'
import { randomChoices } from '@platen/storage/contract'
import t from 'tap'
import { testRows } from './verdict.js'

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

const forbidden = 'rest_forbidden_schema'

t.test('every schema of allOf must match, and converts', async t => {
  const sized = { type: 'integer', allOf: [{ minimum: 5 }, { maximum: 9 }] } as const
  const members = {
    type: 'object',
    allOf: [{ properties: { a: { type: 'integer' } } }, { properties: { b: { type: 'boolean' } } }],
  } as const
  testRows(t, [
    [sized, '7', [7]],
    [sized, '4', 'rest_out_of_bounds'],
    [sized, '10', 'rest_out_of_bounds'],
    [sized, 'x', 'rest_invalid_type'],
    [members, { a: '1', b: 'true', c: '1' }, [{ a: 1, b: true, c: '1' }]],
    [members, { a: 'x' }, 'rest_invalid_type'],
    [{ allOf: [{ type: 'string' }, { minLength: 2 }] }, 'a', 'rest_too_short'],
    [{ allOf: [{ type: 'string' }, { minLength: 2 }] }, 'ab', ['ab']],
    [{ type: 'integer', allOf: [{}], enum: [3] }, '3', [3]],
    [{ type: 'integer', allOf: [{ enum: [3] }] }, '4', 'rest_not_in_enum'],
    [{ allOf: [{ anyOf: [{ type: 'integer' }, { type: 'boolean' }] }] }, '7', [7]],
  ])
})

t.test('the schema of not must not match', async t => {
  testRows(t, [
    [{ not: { type: 'integer' } }, 'x', ['x']],
    [{ not: { type: 'integer' } }, 7, forbidden],
    [{ type: 'integer', not: { enum: [3] } }, '4', [4]],
    [{ type: 'integer', not: { enum: [3] } }, '3', forbidden],
    [{ type: 'object', not: { required: ['a', 'b'] } }, { a: 1 }, [{ a: 1 }]],
    [{ type: 'object', not: { required: ['a', 'b'] } }, { a: 1, b: 2 }, forbidden],
    [{ not: { not: { type: 'null' } } }, null, [null]],
    [{ not: {} }, null, forbidden],
  ])
})

t.test('a property may require others, or a schema', async t => {
  const listed = { type: 'object', dependencies: { a: ['b', 'c'] } } as const
  const matched = {
    type: 'object',
    dependencies: { a: { properties: { b: { type: 'integer', minimum: 5, required: true } } } },
  } as const
  testRows(t, [
    [listed, { d: 1 }, [{ d: 1 }]],
    [listed, { a: 1, b: 2, c: 3 }, [{ a: 1, b: 2, c: 3 }]],
    [listed, { a: 1, b: 2 }, 'rest_property_required'],
    [matched, { b: '1' }, [{ b: '1' }]],
    [matched, { a: 1, b: '5' }, [{ a: 1, b: 5 }]],
    [matched, { a: 1, b: '4' }, 'rest_out_of_bounds'],
    [matched, { a: 1 }, 'rest_property_required'],
    [{ dependencies: { toString: ['a'] } }, {}, [{}]],
    [{ dependencies: { a: ['toString'] } }, { a: 1 }, 'rest_property_required'],
    [{ dependencies: { a: ['b'] } }, 'a', ['a']],
  ])
})

t.test('items may have schemas by position', async t => {
  const pair = { type: 'array', items: [{ type: 'integer' }, { type: 'boolean' }] } as const
  testRows(t, [
    [pair, '1,true,x', [[1, true, 'x']]],
    [pair, [], [[]]],
    [pair, ['x'], 'rest_invalid_type'],
    [{ ...pair, additionalItems: false }, [1, true], [[1, true]]],
    [{ ...pair, additionalItems: false }, [1, true, 'x'], 'rest_too_many_items'],
    [{ ...pair, additionalItems: { type: 'integer' } }, [1, true, '2'], [[1, true, 2]]],
    [{ ...pair, additionalItems: { type: 'integer' } }, [1, true, 'x'], 'rest_invalid_type'],
    [{ ...pair, uniqueItems: true, additionalItems: { type: 'integer' } }, [1, true, '1'], 'rest_duplicate_items'],
    [{ type: 'array', additionalItems: false }, [1], [[1]]],
  ])
})

const tree = {
  type: 'object',
  properties: {
    value: { type: 'integer', required: true },
    children: { type: 'array', items: { $ref: '#' } },
  },
  additionalProperties: false,
} as const

t.test('a reference applies the schema that it points at', async t => {
  const definitions = {
    size: { type: 'integer', minimum: 1 },
    'a/b~c %': { type: 'boolean' },
    renamed: { $ref: '#/definitions/size' },
  } as const
  testRows(t, [
    [{ definitions, $ref: '#/definitions/size' }, '7', [7]],
    [{ definitions, $ref: '#/definitions/size' }, '0', 'rest_out_of_bounds'],
    [{ definitions, $ref: '#/definitions/renamed' }, '0', 'rest_out_of_bounds'],
    [{ definitions, $ref: '#/definitions/a~1b~0c%20%25' }, '1', [true]],
    [{ definitions, $ref: '#/definitions/size', maximum: 5 }, '7', [7]],
    [{ definitions, type: 'array', items: { $ref: '#/definitions/size' } }, '1,2', [[1, 2]]],
    [{ definitions, type: 'array', items: { $ref: '#/definitions/size' } }, '1,0', 'rest_out_of_bounds'],
    [{ definitions, anyOf: [{ $ref: '#/definitions/size' }, { type: 'string' }] }, 'x', ['x']],
    [{ definitions: { a: { minimum: 5 } }, type: 'integer', allOf: [{ $ref: '#/definitions/a' }] }, '7', [7]],
    [
      { definitions: { a: { minimum: 5 } }, type: 'integer', allOf: [{ $ref: '#/definitions/a' }] },
      '4',
      'rest_out_of_bounds',
    ],
    [{ properties: { a: { type: 'integer' }, b: { $ref: '#/properties/a' } } }, { b: '1' }, [{ b: 1 }]],
    [{ properties: { $ref: { type: 'integer' } } }, { $ref: '1' }, [{ $ref: 1 }]],
    [
      { properties: { a: { $ref: '#/definitions/a', required: true } }, definitions: { a: { type: 'integer' } } },
      {},
      'rest_property_required',
    ],
  ])
})

t.test('a schema may refer to itself', async t => {
  const even: Schema = {
    $ref: '#/definitions/even',
    definitions: {
      even: { type: 'object', properties: { next: { $ref: '#/definitions/odd' } }, additionalProperties: false },
      odd: {
        type: 'object',
        properties: { next: { $ref: '#/definitions/even' }, last: { type: 'boolean' } },
        additionalProperties: false,
      },
    },
  }
  testRows(t, [
    [tree, { value: '1' }, [{ value: 1 }]],
    [
      tree,
      { value: '1', children: [{ value: '2', children: [{ value: '3' }] }] },
      [{ value: 1, children: [{ value: 2, children: [{ value: 3 }] }] }],
    ],
    [tree, { value: 1, children: [{ value: 2, children: [{ value: 'x' }] }] }, 'rest_invalid_type'],
    [tree, { value: 1, children: [{ children: [] }] }, 'rest_property_required'],
    [even, { next: { next: { next: { last: '1' } } } }, [{ next: { next: { next: { last: true } } } }]],
    [even, { next: { next: { last: true } } }, 'rest_additional_properties_forbidden'],
  ])
})

t.test('messages name invalid values at any depth', async t => {
  const failed = compileSchema(tree).validate({ value: 1, children: [{ value: 2, children: [{ value: 'x' }] }] }, 'it')
  t.same(failed?.data, { param: 'it[children][0][children][0][value]' })
})

t.test('ids within the schema can be referred to', async t => {
  const schema: Schema = {
    id: 'https://a.example/root.json',
    properties: { a: { $ref: 'parts/size.json#/definitions/small' }, b: { $ref: '#anchor' } },
    definitions: {
      part: {
        id: 'parts/size.json',
        definitions: { small: { type: 'integer', maximum: 5 } },
        properties: { c: { $ref: '#/definitions/small' } },
      },
      anchored: { id: '#anchor', type: 'boolean' },
      other: { $ref: '../x/../parts/size.json' },
    },
  }
  testRows(t, [
    [schema, { a: '5', b: '1' }, [{ a: 5, b: true }]],
    [schema, { a: '6' }, 'rest_out_of_bounds'],
    [schema, { b: 'x' }, 'rest_invalid_type'],
  ])
})

t.test('the closest alternative is found behind a reference', async t => {
  const error = compileSchema({
    oneOf: [{ $ref: '#/definitions/circle' }, { $ref: '#/definitions/box' }],
    definitions: {
      circle: { title: 'Circle', type: 'object', properties: { radius: { type: 'number', required: true } } },
      box: { title: 'Box', type: 'object', properties: { height: { type: 'number', required: true } } },
    },
  }).validate({ height: 'x' }, 'it')
  t.match(error?.message, /Box: it\[height\]/)
})

t.test('rebasedSchema keeps the targets of references', async t => {
  const rebased = rebasedSchema({ ...tree, not: { $ref: '#/properties/value' } }, 'properties', 'a/b c')
  t.match(rebased, {
    properties: { children: { items: { $ref: '#/properties/a~1b%20c' } } },
    not: { $ref: '#/properties/a~1b%20c/properties/value' },
  })
  testRows(t, [
    [
      { type: 'object', properties: { 'a/b c': rebasedSchema(tree, 'properties', 'a/b c') } },
      { 'a/b c': { value: '1', children: [{ value: '2' }] } },
      [{ 'a/b c': { value: 1, children: [{ value: 2 }] } }],
    ],
    [
      { type: 'array', items: rebasedSchema(tree, 'items') },
      [{ value: '1', children: [{}] }],
      'rest_property_required',
    ],
  ])
  const plain = { type: 'string' } as const
  t.equal(rebasedSchema(plain, 'items'), plain)
})

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
