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

t.test('long texts differ wherever they differ', async t => {
  const long = 'é€😀x'.repeat(9_000)
  const changed = (at: number) => `${long.slice(0, at)}y${long.slice(at + 1)}`
  const units = Array.from({ length: long.length }, (_, at) => at).filter(at => long[at] === 'x')
  const texts = [long, `${long} `, long.slice(1), ...[0, 1, 5_000, units.length - 1].map(at => changed(units[at] ?? 0))]
  t.equal(new Set(texts.map(hashText)).size, texts.length)
  t.equal(hashText(long), hashText(`${long.slice(0, 100)}${long.slice(100)}`))
  const lengths = Array.from({ length: 40 }, (_, more) => 'z'.repeat(500 + more))
  t.equal(new Set(lengths.map(hashText)).size, lengths.length)
})
