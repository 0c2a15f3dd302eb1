import { compileSchema, rebasedSchema, type Schema } from '@platen/core'
import t from 'tap'
import { testRows } from './verdict.js'

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
