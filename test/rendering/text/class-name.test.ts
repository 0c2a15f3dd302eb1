import t from 'tap'
import { loadModule } from '../load-module.js'

const { classNameOf } =
  await loadModule<typeof import('../../../packages/rendering/src/text/class-name.js')>('text/class-name.js')

/** Slugs of term 7, and the classes it is styled by. */
const SLUGS: readonly (readonly [string, string])[] = [
  ['big-news', 'big-news'],
  ['2024', '7'],
  ['2024-a', '2024-a'],
  ['%e6%97%a5%e6%9c%ac', '7'],
  ['%e6%97%a5a', 'a'],
  ['a-%e6%97%a5', 'a-'],
  ['%e6%97%a51', '7'],
  ['12-34', '12-34'],
  ['_', '_'],
  ['-', '7'],
  ['a%41b', 'ab'],
]

t.test('the class of a term is its slug, or its id', async t => {
  for (const [slug, name] of SLUGS) t.equal(classNameOf({ id: 7, slug }), name, slug)
})
