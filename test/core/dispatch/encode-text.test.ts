import t from 'tap'
import { loadModule } from '../load-module.js'

const { encodeText } =
  await loadModule<typeof import('../../../packages/core/src/dispatch/encode-text.js')>('dispatch/encode-text.js')

t.test('texts are encoded in UTF-8; half a pair of surrogates is replaced', async t => {
  for (const [text, bytes] of [
    ['', []],
    ['a', [0x61]],
    ['é', [0xc3, 0xa9]],
    ['😀', [0xf0, 0x9f, 0x98, 0x80]],
    ['\ud83d', [0xef, 0xbf, 0xbd]],
  ] as const)
    t.same([...encodeText(text).bytes], bytes, JSON.stringify(text))
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

t.test('a short text that is sent again is not encoded again', async t => {
  const [short, long] = ['s'.repeat(1000), 'l'.repeat(100_000)]
  t.equal(encodeText(short), encodeText(`${short.slice(0, 10)}${short.slice(10)}`))
  t.not(encodeText(long), encodeText(long))
})
