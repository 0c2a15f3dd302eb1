import { coreShortcodes } from '@platen/rendering'
import t from 'tap'
import { grows, growsWith } from '../../growth.js'
import { loadModule } from '../load-module.js'

const { createShortcodeRegistry } = await loadModule<
  typeof import('../../../packages/rendering/src/shortcodes/shortcode-registry.js')
>('shortcodes/shortcode-registry.js')

const registry = createShortcodeRegistry({ shortcodes: coreShortcodes })
registry.register('up', (_attributes, content = '', { render }) => render(content).toUpperCase())
registry.register('attr', ({ named, positional }) => `${named['a'] ?? ''}${positional.join('+')}`)
registry.register('n', (_attributes, _content, { count, postId, tag }) => `${tag}${postId}-${count('n')}`)
registry.register('early', () => 'first', { early: true })

/** Texts, and what becomes of their shortcodes. */
const TEXTS: readonly (readonly [string, string])[] = [
  ['nothing', 'nothing'],
  ['[up]a[/up] [unknown]', 'A [unknown]'],
  ['[up]a[attr a="b"][/up]', 'AB'],
  ['[attr x y]', 'x+y'],
  ['[n][n]', 'n9-1n9-2'],
  ['[[up]a[/up]]', '[up]a[/up]'],
  ['[[attr a=1]', '[1'],
  ['[attr a=1]]', '1]'],
  ['[attr a="[up]"]', 'a="[up"]'],
  ['<b title="[attr a=\'<\']">', '<b title="">'],
  ['<b title="[attr a=1]">[attr a=2]</b>', '<b title="1">2</b>'],
  ["<b title='[attr \"]'>", `<b title='&quot;'>`],
  ['<b style="[attr" title="x] a">', '<b style="[attr" title="x] a">'],
  ['<b title="[up]a" class="b[/up]">', '<b title="a" class="b[/up]">'],
  ['<b title="[/up]">[up]a[/up]', '<b title="[/up]">A'],
  ['<!-- [attr a=1] -->', '<!-- [attr a=1] -->'],
  ['<a href="[attr]javascript:x">', '<a href="x">'],
  ['5 < 6 [attr a=1]', '5 < 6 1'],
]

t.test('shortcodes are replaced by the result of their renderers', async t => {
  for (const [text, expected] of TEXTS) t.equal(registry.render(text, 9), expected, text)
})

t.test('early shortcodes are rendered separately', async t => {
  t.equal(registry.renderEarly('[early] [up]x[/up]'), 'first [up]x[/up]')
})

t.test('strip removes enclosed text', async t => {
  t.equal(registry.strip('a [up]b[/up] [attr] [[attr]] [unknown] c'), 'a   [attr] [unknown] c')
})

t.test('names are checked, and shortcodes can be unregistered', async t => {
  t.throws(() => registry.register('a b', () => ''), TypeError)
  const unknown: object = { earlier: true }
  t.throws(() => registry.register('ab', () => '', unknown), {
    message: /"ab": unknown key "earlier"; did you mean "early"/,
  })
  t.throws(() => registry.register('ab', 'x' as never), TypeError)
  const other = createShortcodeRegistry({ shortcodes: coreShortcodes })
  other.register('x', () => 'y')
  t.ok(other.tags.has('x'))
  other.unregister('x')
  t.equal(other.render('[x]'), '[x]')
})

t.test('the core shortcodes work', async t => {
  t.same([...createShortcodeRegistry({ shortcodes: coreShortcodes }).tags].sort(), [
    'audio',
    'caption',
    'embed',
    'gallery',
    'playlist',
    'video',
    'wp_caption',
  ])
})

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
