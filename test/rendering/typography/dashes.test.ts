import t from 'tap'
import { loadModule } from '../load-module.js'

const { setDashes } =
  await loadModule<typeof import('../../../packages/rendering/src/typography/dashes.js')>('typography/dashes.js')

/** Texts, and how their dashes are set. */
const TEXTS: readonly (readonly [string, string])[] = [
  ['none', 'none'],
  ['a-b -c d- e', 'a-b -c d- e'],
  ['a - b', 'a &#8211; b'],
  ['-', '&#8211;'],
  ['a--b', 'a&#8211;b'],
  ['a -- b&nbsp;--&nbsp;c\u00a0--', 'a &#8212; b&nbsp;&#8212;&nbsp;c\u00a0&#8212;'],
  ['a---b----c', 'a&#8212;b&#8212;-c'],
  ['xn--a xn---a', 'xn--a xn&#8212;a'],
]

t.test('hyphens that represent dashes', async t => {
  for (const [text, set] of TEXTS) t.equal(setDashes(text), set, text)
})
