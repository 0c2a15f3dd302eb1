import t from 'tap'
import { grows, growsWith } from '../../growth.js'
import { loadModule } from '../load-module.js'

const { findShortcodes, parseShortcodeAttributes } = await loadModule<
  typeof import('../../../packages/rendering/src/shortcodes/shortcode-parser.js')
>('shortcodes/shortcode-parser.js')

/** What stands between name and bracket, and what it means. */
const ATTRIBUTES: readonly (readonly [text: string, named: Record<string, string>, positional: string[]])[] = [
  ['', {}, []],
  [' a="1" b=\'2\' c=3', { a: '1', b: '2', c: '3' }, []],
  [' A = "1"', { a: '1' }, []],
  [' a="1" a="2"', { a: '2' }, []],
  [' x "y z" \'w\'', {}, ['x', 'y z', 'w']],
  [' a="1"b', {}, ['a="1"b']],
  [' a=1/2', { a: '1/2' }, []],
  [' data-x="1"', { 'data-x': '1' }, []],
  ['\u00a0a="1"', { a: '1' }, []],
  [' a="\\t\\x41\\101\\q\\\\"', { a: '\tAAq\\' }, []],
  [' a="<b>x</b>" b="<c"', { a: '<b>x</b>', b: '' }, []],
  [' https://e.com/a.mp3', {}, ['https://e.com/a.mp3']],
]

t.test('attributes', async t => {
  for (const [text, named, positional] of ATTRIBUTES) {
    const found = parseShortcodeAttributes(text)
    t.same({ ...found.named }, named, text)
    t.same(found.positional, positional, text)
  }
})

const found = (text: string): string[] =>
  [...findShortcodes(text, tag => tag === 'a' || tag === 'b-c')].map(
    ({ start, end, tag, attributes, content }) => `${start}-${end} ${tag}|${attributes}|${content}`,
  )

t.test('shortcodes are found from left to right', async t => {
  t.same(found('x[a]y'), ['1-4 a||undefined'])
  t.same(found('[a k=1]in[/a]'), ['0-13 a| k=1|in'])
  t.same(found('[a/]x[/a]'), ['0-4 a||undefined'])
  t.same(found('[a][a]x[/a]'), ['0-11 a||[a]x'])
  t.same(found('[b-c][other][A]'), ['0-5 b-c||undefined'])
  t.same(found('[[a]]'), ['0-5 a||undefined'])
  t.same(found('[a'), [])
})

t.test('time is linear in the length of the text', async t => {
  for (const part of ['[a', '[a]', '[a ', '[', '[a]x[/b]', '[[a]]'])
    t.equal(await growsWith(part, found, 100_000 * part.length), undefined, part)
  const attributes = (length: number) => {
    const text = `${'a="b '.repeat(length / 4)}${' '.repeat(length)}x${'y'.repeat(length)}`
    return () => parseShortcodeAttributes(text)
  }
  t.equal(await grows(attributes, 200_000), undefined, 'attributes')
})
