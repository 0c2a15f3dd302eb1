import { compileSchema, type Schema } from '@platen/core'
import { wpDialect } from '@platen/site'
import t from 'tap'
import { grows, growsWith } from '../growth.js'
import { makeSite } from '../site/make-site.js'

/** Schemas that lead from each level of a value to several schemas of the next: their number must not multiply. */
const branching = (list: 'oneOf' | 'anyOf' | 'allOf'): Schema => ({
  type: 'object',
  [list]: [
    { properties: { next: { $ref: '#' } }, required: ['a'] },
    { properties: { next: { $ref: '#' } }, required: ['b'] },
    { properties: { next: { $ref: '#' }, a: { type: 'boolean' } } },
  ],
  properties: { next: { $ref: '#' }, a: { type: 'string' } },
  not: { type: 'object', properties: { next: { $ref: '#' } }, required: ['never'] },
  dependencies: { next: { properties: { next: { $ref: '#' } } } },
})

const conflicting: Schema = {
  $ref: '#/definitions/both',
  definitions: {
    both: { allOf: [{ $ref: '#/definitions/words' }, { $ref: '#/definitions/flags' }] },
    words: { type: 'object', properties: { a: { type: 'string' }, next: { $ref: '#/definitions/both' } } },
    flags: { type: 'object', properties: { a: { type: 'boolean' }, next: { $ref: '#/definitions/both' } } },
  },
}

const schemas: Readonly<Record<string, Schema>> = {
  oneOf: branching('oneOf'),
  anyOf: branching('anyOf'),
  allOf: branching('allOf'),
  'an enum at each level': {
    anyOf: [
      { type: 'object', properties: { next: { $ref: '#' } }, enum: [{ a: 1 }] },
      { type: 'object', properties: { next: { $ref: '#' } } },
    ],
  },
  'unique items at each level': {
    type: ['object', 'array'],
    uniqueItems: true,
    items: { $ref: '#' },
    properties: { next: { $ref: '#' } },
  },
  'conversions that contradict each other': conflicting,
  'definitions that double': {
    $ref: '#/definitions/d0',
    definitions: Object.fromEntries(
      Array.from({ length: 40 }, (_, i) => [
        `d${i}`,
        i === 39
          ? { type: 'object' }
          : { allOf: [{ $ref: `#/definitions/d${i + 1}` }, { $ref: `#/definitions/d${i + 1}` }] },
      ]),
    ),
  },
}

const chain = (levels: number, end: unknown = {}): unknown => {
  let value: unknown = end
  for (let level = 1; level < levels; level++) value = { a: '1', next: value }
  return value
}

const nestedLists = (levels: number): unknown => {
  let value: unknown = ['x']
  for (let level = 1; level < levels; level++) value = [value, [level]]
  return value
}

for (const rules of [undefined, wpDialect.schemaRules]) {
  for (const [name, schema] of Object.entries(schemas)) {
    t.test(`a schema that refers to itself: ${name}`, async t => {
      const { validate, sanitize } = compileSchema(schema, rules)
      const check = (value: unknown) => () => {
        const failed = validate(value, 'it')
        if (failed === undefined) sanitize(value)
        t.ok(String(failed?.message ?? '').length < 100_000, 'the reason is short')
      }
      const chains = (levels: number) => check(chain(levels))
      const ends = (levels: number) => check(chain(levels, 5))
      const lists = (levels: number) => check(nestedLists(levels))
      t.equal(await grows(chains, 512), undefined, 'objects')
      t.equal(await grows(ends, 512), undefined, 'objects around a number')
      t.equal(await grows(lists, 500), undefined, 'lists')
    })
  }
}

t.test('values deeper than any request, or that contain themselves, are refused', async t => {
  const circular: Record<string, unknown> = {}
  circular['next'] = circular
  const list: unknown[] = []
  list.push(list)
  let doubled: unknown = { next: {} }
  for (let level = 0; level < 300; level++) doubled = { next: doubled, again: doubled }
  for (const [name, schema] of Object.entries(schemas)) {
    const { validate, sanitize } = compileSchema(schema)
    for (const value of [chain(513), chain(100_000), circular, { next: list }]) {
      t.equal(validate(value, 'it')?.code, 'rest_too_complex', name)
      t.throws(() => sanitize(value), { code: 'rest_too_complex', status: 400 })
    }
    t.doesNotThrow(() => validate(doubled, 'it'))
  }
})

t.test('long values take time in proportion', async t => {
  const { validate, sanitize } = compileSchema({
    type: 'object',
    properties: { children: { type: 'array', items: { $ref: '#' } }, id: { type: 'integer' } },
  })
  const check = (length: number) => {
    const wide = { children: Array.from({ length }, (_, id) => ({ id: String(id), children: [] })) }
    return () => {
      t.equal(validate(wide, 'it'), undefined)
      sanitize(wide)
    }
  }
  t.equal(await grows(check, 100_000), undefined)
})

t.test('a pattern with .* at its ends costs no more than the text is long', async t => {
  const { validate } = compileSchema({ type: 'string', pattern: '.*\\S.*' })
  const check = (text: string) => t.equal(validate(text, 'it')?.code, 'rest_invalid_pattern')
  t.equal(await growsWith('\n ', check, 200_000), undefined)
})

t.test('a meta value that is nested too deeply is a client error', async t => {
  const { send } = await makeSite({
    register: site => site.registerMeta({ object: 'post', key: 'tree', type: 'object', single: true }),
  })
  for (const [value, status] of [
    [chain(400), 201],
    [chain(100_000), 400],
  ] as const) {
    t.equal((await send('POST /posts', { body: { title: 'x', meta: { tree: value } } })).status, status)
  }
})

t.test('a word that is not known is compared in linear time', async t => {
  const compile = (word: string) => t.throws(() => compileSchema({ [word]: 1 }), { name: 'SchemaError' })
  t.equal(await growsWith('x', compile, 1_000_000), undefined)
})
