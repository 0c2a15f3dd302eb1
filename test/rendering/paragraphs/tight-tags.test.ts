import t from 'tap'
import { growsWith } from '../../growth.js'
import { loadModule } from '../load-module.js'

const { tightenTags } =
  await loadModule<typeof import('../../../packages/rendering/src/paragraphs/tight-tags.js')>(
    'paragraphs/tight-tags.js',
  )

/** Markup, and what is left of the white space in it. */
const TEXTS: readonly (readonly [string, string])[] = [
  ['a <option>b</option> c', 'a<option>b</option>c'],
  ['a\n<figcaption>\nb</figcaption>\nc', 'a<figcaption>\nb</figcaption>c'],
  ['<video>\n<source>\nx\n</video>', '<video><source>x</video>'],
  ['<video>\nx\n</video>', '<video>\nx\n</video>'],
  ['<object>\n<param>\n<embed>\n</object>', '<object><param><embed></object>'],
  ['a\n<param>\nb', 'a\n<param>\nb'],
]

t.test('white space around some tags is removed', async t => {
  for (const [html, expected] of TEXTS) t.equal(tightenTags(html), expected, html)
})

t.test('time is linear in the length of the text', async t => {
  for (const part of ['<option', ' <option>', '<object> ', '</object>', '<source> ', ' '])
    t.equal(
      await growsWith(part, text => tightenTags(`<option></object><source>${text}`), 100_000 * part.length),
      undefined,
      part,
    )
})
