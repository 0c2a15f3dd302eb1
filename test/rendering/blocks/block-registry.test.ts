import t from 'tap'
import { loadModule } from '../load-module.js'

const { createBlockRegistry } =
  await loadModule<typeof import('../../../packages/rendering/src/blocks/block-registry.js')>(
    'blocks/block-registry.js',
  )

t.test('block types are registered, replaced and removed', async t => {
  const registry = createBlockRegistry()
  registry.register({ name: 'test/one', title: 'One' })
  t.equal(registry.get('test/one')?.definition['title'], 'One')
  t.equal(registry.get('test/one')?.isDynamic, false)
  registry.register({ name: 'test/one', render: () => 'x' })
  t.equal(registry.get('test/one')?.isDynamic, true)
  t.ok(registry.all().some(type => type.definition.name === 'test/one'))
  registry.unregister('test/one')
  t.equal(registry.get('test/one'), undefined)
})

t.test('names have a namespace, in lower case', async t => {
  for (const name of ['one', 'Test/one', 'test/One', 'test/one/two', '1/a', 'a/', '']) {
    t.throws(() => createBlockRegistry().register({ name }), TypeError, name)
  }
})

t.test('an invalid schema is refused', async t => {
  t.throws(() => createBlockRegistry().register({ name: 'a/b', attributes: { x: { type: 'string', minLength: -1 } } }))
})

t.test('attributes get defaults and are converted; invalid ones are dropped', async t => {
  const registry = createBlockRegistry()
  registry.register({
    name: 'a/b',
    attributes: { count: { type: 'integer', default: 3, maximum: 9 }, label: { type: 'string' } },
  })
  const prepare = registry.get('a/b')?.prepareAttributes
  t.same(prepare?.({}), { count: 3 })
  t.same(prepare?.({ count: '2', label: 'x', other: [1] }), { count: 2, label: 'x', other: [1] })
  t.same(prepare?.({ count: 99, label: 5 }), { count: 3 })
})
