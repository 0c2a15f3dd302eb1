import t from 'tap'
import { loadModule } from '../load-module.js'

const { hashText } = await loadModule<typeof import('../../../packages/core/src/dispatch/hash.js')>('dispatch/hash.js')

t.test('the hash of a text is 16 hexadecimal digits, and differs with the text', async t => {
  t.match(hashText(''), /^[\da-f]{16}$/)
  t.equal(hashText('a'), hashText('a'))
  const texts = ['a', 'b', 'ab', 'ba', 'é', 'x'.repeat(70_000), `${'x'.repeat(70_000)}y`]
  t.equal(new Set(texts.map(hashText)).size, texts.length)
  t.equal(hashText('a'), hashText('a'), 'whatever was hashed between')
})
