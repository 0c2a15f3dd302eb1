import t from 'tap'
import { growsWith } from '../../growth.js'
import { loadModule } from '../load-module.js'

const { stripScripts, stripTags, textOf } =
  await loadModule<typeof import('../../../packages/rendering/src/text/strip-tags.js')>('text/strip-tags.js')

/** Markup, and its text. */
const TEXTS: readonly (readonly [string, string])[] = [
  ['plain', 'plain'],
  ['<b>a</b> c', 'a c'],
  ['a<br>b', 'ab'],
  ['a < b', 'a < b'],
  ['5 < 6 and 7 > 3', '5 < 6 and 7 > 3'],
  ['a <b', 'a '],
  ['<a title="x > y">z</a>', 'z'],
  ['a<!-- b > c -->d', 'ad'],
  ['a<!-- b', 'a'],
  ['<<b>a', ''],
  ['<?php x ?>y', 'y'],
]

t.test('tags are removed, text stays', async t => {
  for (const [html, text] of TEXTS) t.equal(stripTags(html), text, html)
})

t.test('scripts and style sheets are removed with their content', async t => {
  t.equal(stripScripts('a<script type="x">b<c></SCRIPT>d<style>e</style>f'), 'adf')
  t.equal(stripScripts('a<script>b'), 'a<script>b')
  t.equal(textOf(' <p>a</p><script>b</script> '), 'a')
})

t.test('time is linear in the length of the text', async t => {
  for (const part of ['<', '<b', '<b "', '<!--', '<script>', '>', '<b>'])
    t.equal(await growsWith(part, text => stripTags(stripScripts(text)), 200_000 * part.length), undefined, part)
})
