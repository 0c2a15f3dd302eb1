import t from 'tap'
import { loadModule } from '../load-module.js'

const { fold } = await loadModule<typeof import('../../../packages/rendering/src/text/fold.js')>('text/fold.js')

t.test('accents and case are folded', async t => {
  for (const [text, folded] of [
    ['ABC', 'abc'],
    ['Émile', 'emile'],
    ['E\u0301mile', 'emile'],
    ['ΆΛΦΑ', 'αλφα'],
    ['日本', '日本'],
    ['', ''],
  ] as const) {
    t.equal(fold(text), folded, text)
  }
})
