import { createRegistry, defineResource, type Schema } from '@platen/core'
import t from 'tap'

const books = defineResource<unknown, unknown, never>(
  {
    title: 'book',
    fields: {
      id: { schema: { type: 'integer' }, readonly: true, contexts: ['view', 'edit', 'embed'] },
      title: { schema: { type: 'string', required: true, default: 'x', description: 'T.' } },
      map: {
        schema: { type: 'object', required: ['a'], properties: { a: { type: 'string' } } } as Schema,
        contexts: ['edit'],
      },
      password: { schema: { type: 'string' }, contexts: [], argument: 'create' },
      roles: { schema: { type: 'array' }, readonly: true, argument: 'update' },
      shown: { schema: { type: 'string' }, argument: 'none' },
      loose: { schema: { type: 'integer' }, skipValidation: true },
      unlisted: { schema: { type: 'string' }, readonly: true, inSchema: false },
    },
    load: () => ({}),
    schema: { links: [{ rel: 'about' }] },
  },
  createRegistry().names,
)

t.test('the schema that OPTIONS shows', async t => {
  t.strictSame(books.schema, {
    $schema: 'http://json-schema.org/draft-04/schema#',
    title: 'book',
    type: 'object',
    properties: {
      id: { type: 'integer', context: ['view', 'edit', 'embed'], readonly: true },
      title: { type: 'string', required: true, default: 'x', description: 'T.', context: ['view', 'edit', 'embed'] },
      map: { type: 'object', required: ['a'], properties: { a: { type: 'string' } }, context: ['edit'] },
      password: { type: 'string', context: [] },
      roles: { type: 'array', context: ['view', 'edit', 'embed'], readonly: true },
      shown: { type: 'string', context: ['view', 'edit', 'embed'] },
      loose: { type: 'integer', context: ['view', 'edit', 'embed'] },
    },
    links: [{ rel: 'about' }],
  })
  t.equal(books.schema, books.schema)
})

t.test('the arguments of creation', async t => {
  t.same(Object.keys(books.createArgs()), ['title', 'map', 'password', 'loose'])
  t.match(books.createArgs(), { title: { required: true, default: 'x' } })
})

t.test('the arguments of updates have neither defaults nor requirements', async t => {
  t.same(Object.keys(books.updateArgs()), ['title', 'map', 'roles', 'loose'])
  t.strictSame(books.updateArgs()['title'], { type: 'string', description: 'T.' })
  t.match(books.updateArgs()['map'], { required: ['a'] })
})

t.test('skipValidation', async t => {
  t.same(books.skipValidation, ['loose'])
})

t.test('the argument context', async t => {
  t.match(books.contextArg(), { type: 'string', enum: ['view', 'embed', 'edit'], default: 'view' })
  t.match(books.contextArg('edit'), { default: 'edit' })
  const edited = defineResource(
    { title: 'x', fields: { a: { schema: {}, contexts: ['edit'] } }, load: () => ({}) },
    createRegistry().names,
  )
  t.strictSame(edited.contextArg()['enum'], ['edit'])
})
