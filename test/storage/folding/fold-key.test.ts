import { foldKey } from '@platen/storage'
import t from 'tap'

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
