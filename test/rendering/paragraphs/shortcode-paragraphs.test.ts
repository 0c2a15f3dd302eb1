import t from 'tap'
import { loadModule } from '../load-module.js'

const { unwrapShortcodes } = await loadModule<
  typeof import('../../../packages/rendering/src/paragraphs/shortcode-paragraphs.js')
>('paragraphs/shortcode-paragraphs.js')

/** Paragraphs, and what is left of those around a shortcode. */
const TEXTS: readonly (readonly [string, string])[] = [
  ['<p>[a]</p>', '[a]'],
  ['<p> [a]\n</p>', '[a]'],
  ['<p>&nbsp;[a]&nbsp;</p>', '[a]'],
  ['<p>[a]x</p>', '<p>[a]x</p>'],
  ['<p>[a][a]</p>', '<p>[a][a]</p>'],
  ['<p>[a]x</p><p>y[/a]</p>', '[a]x</p><p>y[/a]'],
  ['<p>[[a]]</p>', '<p>[[a]]</p>'],
  ['<p class="x">[a]</p>', '<p class="x">[a]</p>'],
  ['<p>[b]</p>', '<p>[b]</p>'],
  ['<p>[a]</p>\n<p>[a]</p>', '[a]\n[a]'],
]

t.test('the paragraph around a single shortcode is removed', async t => {
  for (const [html, expected] of TEXTS) t.equal(unwrapShortcodes(html, new Set(['a'])), expected, html)
})
