import t from 'tap'
import { loadModule } from '../load-module.js'

const { utf8 } = await loadModule<typeof import('../../../packages/core/src/dispatch/utf8.js')>('dispatch/utf8.js')

t.test('texts are encoded; half a pair of surrogates is replaced', async t => {
  for (const [text, bytes] of [
    ['', []],
    ['a', [0x61]],
    ['é', [0xc3, 0xa9]],
    ['😀', [0xf0, 0x9f, 0x98, 0x80]],
    ['\ud83d', [0xef, 0xbf, 0xbd]],
  ] as const)
    t.same([...utf8(text)], bytes, JSON.stringify(text))
})
