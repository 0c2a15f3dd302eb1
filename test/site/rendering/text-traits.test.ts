import t from 'tap'
import { loadModule } from './load-module.js'

const { Trait, traitsOf } =
  await loadModule<typeof import('../../../packages/site/src/rendering/text-traits.js')>('rendering/text-traits.js')

/** Texts, and what of them typography may have to change. */
const TEXTS: readonly (readonly [string, number])[] = [
  ['', 0],
  ['a-b. (x) taxi x1 1x é–“', 0],
  ['"', Trait.QUOTE],
  ["'", Trait.QUOTE | Trait.FIXED],
  ['``', Trait.FIXED],
  ['a..', Trait.FIXED],
  ['a (tm)', Trait.FIXED],
  ['a-', Trait.DASH],
  ['a - b', Trait.DASH],
  ['a--b', Trait.DASH],
  ['1x2', Trait.TIMES],
  ['&', Trait.AMPERSAND],
]

t.test('traits of texts', async t => {
  for (const [text, traits] of TEXTS) t.equal(traitsOf(text, 0, text.length), traits, text)
  t.equal(traitsOf('"a-b"', 1, 3), Trait.DASH, 'of a part')
})
