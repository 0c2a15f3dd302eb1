import t from 'tap'
import { renderingEntries } from './rendering-entries.js'

t.setTimeout(120_000)

/** Several times the depth that fits on the stack, however small a frame is. */
const DEPTH = 40_000

/** Nested opening and closing sequences. */
const NESTS: readonly (readonly [open: string, close: string])[] = [
  ['<!-- wp:group -->', '<!-- /wp:group -->'],
  ['[caption width="1" caption="a"][wp_caption width="1" caption="b"]', '[/wp_caption][/caption]'],
  ['[audio]', '[/audio]'],
  ['<div>', '</div>'],
  ['<i>', '</i>'],
  ['<!-- wp:a {"a":', '} /-->'],
  ['{"a":[', ']}'],
  ['feed:', ''],
  ['(', ')'],
  ['<', '>'],
  ['"', '"'],
]

/** The other entries are parts of these, or begin with one of them. */
const ENTRIES = [
  ...['content', 'generated excerpt', 'comment', 'filtered content', 'filtered comment', 'balanced tags'],
  ...['written blocks', 'shortcodes', 'an embed', 'a URL', 'stripped tags', 'a line', 'a style'],
]

/** Depth uses no stack: no code recurses on its input. */
for (const [open, close] of NESTS) {
  t.test(`${open}${close}`, async t => {
    const text = `${open.repeat(DEPTH)}x${close.repeat(DEPTH)}`
    for (const what of ENTRIES) t.doesNotThrow(() => renderingEntries[what]?.(text), what)
  })
}
