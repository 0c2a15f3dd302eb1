import { coreShortcodes } from '@platen/rendering'
import t from 'tap'
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
