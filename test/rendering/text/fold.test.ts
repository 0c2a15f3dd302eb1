import t from 'tap'
import { loadModule } from '../load-module.js'

const { fold } = await loadModule<typeof import('../../../packages/rendering/src/text/fold.js')>('text/fold.js')

t.test('marks and case do not count', async t => {
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
