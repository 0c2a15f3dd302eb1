import t from 'tap'
import { loadModule } from '../load-module.js'

const { createTextEncoding } =
  await loadModule<typeof import('../../../packages/core/src/dispatch/encode-text.js')>('dispatch/encode-text.js')
const encodeText = createTextEncoding()

t.test('texts are encoded in UTF-8; half a pair of surrogates is replaced', async t => {
  for (const [text, bytes] of [
    ['é', [0xc3, 0xa9]],
    ['😀', [0xf0, 0x9f, 0x98, 0x80]],
    ['\ud83d', [0xef, 0xbf, 0xbd]],
  ] as const)
    t.same([...(encodeText(text).bytes ?? [])], bytes, JSON.stringify(text))
})

t.test('the bytes of a text are independent of the next text', async t => {
  const [first, second] = [encodeText('é'), encodeText('ü')]
  t.same([...(first.bytes ?? []), ...(second.bytes ?? [])], [0xc3, 0xa9, 0xc3, 0xbc])
})

t.test('there are no bytes of ASCII, whatever its length', async t => {
  for (const text of ['', 'a', '\u007f', 'x'.repeat(65_535), 'x'.repeat(100_000)])
    t.equal(encodeText(text).bytes, undefined, String(text.length))
  for (const text of ['\u0080', `${'x'.repeat(65_534)}€`, `${'x'.repeat(100_000)}€`, '€'.repeat(65_535)])
    t.same(encodeText(text).bytes, new TextEncoder().encode(text), String(text.length))
})

t.test('the hash differs with the text, whatever was encoded before', async t => {
  const texts = ['a', 'b', 'ab', 'x'.repeat(70_000), `${'x'.repeat(69_999)}y`]
  const hashes = texts.map(text => encodeText(text).hash)
  t.equal(new Set(hashes).size, texts.length)
  t.same(
    texts.map(text => encodeText(text).hash),
    hashes,
  )
})

t.test('the hash of a text is that of its bytes, whatever its length', async t => {
  const { hashBytes } =
    await loadModule<typeof import('../../../packages/core/src/dispatch/hash.js')>('dispatch/hash.js')
  for (const end of ['', 'é', '😀', '\ud83d'])
    for (const length of [0, 15, 16, 65_534, 65_535, 65_536, 65_537, 131_071, 131_072, 131_073, 200_001]) {
      const text = `${'some text '.repeat(length).slice(0, length)}${end}`
      t.equal(encodeText(text).hash, hashBytes(new TextEncoder().encode(text)), `${length} and ${end}`)
    }
})

t.test('a short text that is sent again is not encoded again', async t => {
  const [short, long] = ['s'.repeat(1000), 'l'.repeat(100_000)]
  t.equal(encodeText(short), encodeText(`${short.slice(0, 10)}${short.slice(10)}`))
  t.not(encodeText(long), encodeText(long))
})
