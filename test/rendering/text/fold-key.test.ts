import t from 'tap'
import { loadModule } from '../load-module.js'

const { foldKey } = await loadModule<typeof import('../../../packages/rendering/src/text/fold.js')>('text/fold.js')

t.test('keys are folded as they always were', async t => {
  for (const [text, folded] of [
    ['ABC', 'abc'],
    ['Émile', 'emile'],
    ['E\u0301mile', 'emile'],
    ['Søren', 'søren'],
    ['й', 'и'],
    ['ａ', 'ａ'],
    ['कि', 'क'],
  ] as const) {
    t.equal(foldKey(text), folded, text)
  }
})
