import { type BindingSource, type BlockTypeDefinition, createBlockRegistry } from '@platen/rendering'
import t from 'tap'

t.test('members of a block type of the wrong kind are refused', async t => {
  for (const [members, message] of [
    [{ render: '<p></p>' }, /the block type "a\/b": "render" must be a function/],
    [{ usesContext: 'postId' }, /"usesContext" must be a list of strings/],
    [{ providesContext: { 'a/id': 5 } }, /"providesContext\.a\/id" must be a string/],
    [{ attributes: { size: 'string' } }, /"attributes\.size" must be an object/],
    [{ rendr: () => '<p></p>' }, /the block type "a\/b": unknown key "rendr"; did you mean "render"\?/],
    [{ separatesInner: 'yes' }, /"separatesInner" must be true or false/],
  ] as const) {
    const definition: object = { name: 'a/b', ...members }
    const register = () => createBlockRegistry().register(definition as BlockTypeDefinition)
    t.throws(register, { name: 'RangeError', message })
  }
  const annotated = { name: 'a/b', title: 'A', owner: { id: 5 }, render: undefined }
  t.doesNotThrow(() => createBlockRegistry().register(annotated as object as BlockTypeDefinition), 'others are ignored')
})

t.test('unknown and invalid members of a source are refused', async t => {
  for (const [members, message] of [
    [{}, /the source "a\/b": "value" is missing/],
    [{ value: 'x' }, /"value" must be a function/],
    [{ value: () => 'x', usesContexts: [] }, /did you mean "usesContext"\?/],
  ] as const) {
    const source: object = { name: 'a/b', ...members }
    t.throws(() => createBlockRegistry().registerSource(source as BindingSource), { name: 'RangeError', message })
  }
})
