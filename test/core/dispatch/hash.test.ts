import t from 'tap'
import { loadModule } from '../load-module.js'

const { hashBytes } = await loadModule<typeof import('../../../packages/core/src/dispatch/hash.js')>('dispatch/hash.js')

const hashOf = (text: string) => hashBytes(Buffer.from(text))

t.test('the hash of bytes is 16 hexadecimal digits, and differs with them', async t => {
  t.match(hashOf(''), /^[\da-f]{16}$/)
  t.equal(hashOf('a'), hashOf('a'))
  const texts = ['', '\0', '\0\0', 'a', 'b', 'ab', 'ba', 'é', 'x'.repeat(70_000), `${'x'.repeat(70_000)}y`]
  t.equal(new Set(texts.map(hashOf)).size, texts.length)
})

t.test('long texts differ wherever they differ', async t => {
  const long = 'é€😀x'.repeat(900)
  const changed = [...long].map((character, at) =>
    character === 'x' ? [...long].with(at, 'y').join('') : long.slice(at % 2),
  )
  const texts = [...new Set([long, `${long} `, long.slice(1), `\0${long}`, `${long}\0`, ...changed])]
  t.equal(new Set(texts.map(hashOf)).size, texts.length)
  const lengths = Array.from({ length: 40 }, (_, more) => 'z'.repeat(500 + more))
  t.equal(new Set(lengths.map(hashOf)).size, lengths.length)
})

t.test('two words that change places, or change by the same, are noticed', async t => {
  const bytes = Uint8Array.from({ length: 256 }, (_, at) => at)
  const hashes = new Set([hashBytes(bytes)])
  let count = 1
  for (let one = 0; one < 64; one++) {
    for (let other = one + 1; other < 64; other++) {
      const words = new Uint32Array(bytes.slice().buffer)
      const first = words[one] as number
      words[one] = words[other] as number
      words[other] = first
      hashes.add(hashBytes(new Uint8Array(words.buffer)))
      count++
    }
  }
  t.equal(hashes.size, count)
})

t.test('where bytes lie in their buffer makes no difference', async t => {
  const text = Buffer.from('The same text, at any place of a buffer: é')
  for (let offset = 0; offset < 5; offset++) {
    const buffer = new Uint8Array(text.length + offset)
    buffer.set(text, offset)
    t.equal(hashBytes(buffer.subarray(offset)), hashBytes(text))
  }
})
