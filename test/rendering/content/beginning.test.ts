import t from 'tap'
import { coreRendering } from '../core-rendering.js'
import { loadModule } from '../load-module.js'

const { beginningOf } =
  await loadModule<typeof import('../../../packages/rendering/src/content/beginning.js')>('content/beginning.js')
const { renderPost } =
  await loadModule<typeof import('../../../packages/rendering/src/content/render-content.js')>(
    'content/render-content.js',
  )

const { tags } = coreRendering.shortcodes
const excerptOf = (content: string, words?: number) =>
  renderPost({ content, excerpt: '' }, { ...coreRendering, words }).excerpt()

const block = (name: string, html: string) => `<!-- wp:${name} -->\n${html}\n<!-- /wp:${name} -->\n\n`

const PIECES = [
  'word ',
  `it's "quoted" -- text… `,
  'a <strong>strong</strong> <a title="b" href="/x">link</a>, ',
  '<em>unclosed ',
  'closed</em> ',
  '\n\n',
  '\n',
  '<!-- comment --> ',
  '<ul><li>one</li><li>two</li></ul>\n',
  '<pre>code "here"\n\n  more</pre>\n',
  'a & c &amp; d &lt; ',
  ':) 6\'2" 3x4 ',
  '[unknown tag="1"] ',
  '<sup data-fn="a" class="fn"><a href="#a">1</a></sup>',
  '<h2>Heading</h2>\n',
]
const BLOCKS = [
  block('paragraph', '<p>Some "words" of a paragraph.</p>'),
  block('heading', '<h2 class="wp-block-heading">A heading</h2>'),
  block('group', `<div class="wp-block-group">${block('paragraph', '<p>Within a group</p>')}</div>`),
  block('list', `<ul>${block('list-item', '<li>one</li>')}${block('list-item', '<li>two</li>')}</ul>`),
  block('image', '<figure><img src="/a.png" alt="not shown"/></figure>'),
  '<!-- wp:latest-posts /-->\n\n',
  'text between blocks ',
]

let state = 7
const pick = <T>(choices: readonly T[]): T => {
  state = (Math.imul(state, 1664525) + 1013904223) >>> 0
  return choices[Math.floor((state / 2 ** 32) * choices.length)] as T
}
const filled = (start: string, pieces: readonly string[], length: number) => {
  let text = start
  while (text.length < length) text += pick(pieces)
  return text
}

t.test('an excerpt is the same, however long the content is', async t => {
  for (let run = 0; run < 200; run++) {
    for (const pieces of [PIECES, BLOCKS, [...BLOCKS, ...PIECES]]) {
      const start = filled(pieces === PIECES ? '' : (BLOCKS[0] ?? ''), pieces, 10_000)
      const words = pick([undefined, 0, 5, 60])
      const short = excerptOf(filled(start, pieces, 20_000), words)
      const long = filled(start, pieces, 40_000 + run)
      if (excerptOf(long, words) !== short) t.equal(excerptOf(long, words), short, JSON.stringify(start.slice(0, 1500)))
    }
  }
  const long = filled('', PIECES, 40_000)
  t.ok((beginningOf(long, 55, tags)?.length ?? long.length) <= 16_384, 'only its beginning is read')
})

t.test('contents whose first words depend on the rest are read whole', async t => {
  const rest = 'word '.repeat(10_000)
  const cases: Record<string, string> = {
    script: `<script>var a${' b'.repeat(100)}`,
    shortcode: `[gallery]${' b'.repeat(100)}`,
    'one word': 'x'.repeat(20_000),
    'few words': `${'<br>'.repeat(10_000)}one `,
    'more tag': 'one two <!--more--> three',
    'blocks after it': '',
  }
  for (const [name, start] of Object.entries(cases)) {
    const end = name === 'script' ? '</script> end' : name === 'shortcode' ? '[/gallery] end' : ''
    const blocks = name === 'blocks after it' ? block('paragraph', '<p>a</p>') : ''
    const content = `${start}${rest}${end}${blocks}`
    const excerpt = excerptOf(content)
    if (end !== '') t.equal(excerpt, '<p>end</p>\n', name)
    else t.match(excerpt, name === 'more tag' ? '<p>one two</p>\n' : /word \[&hellip;\]<\/p>\n$/, name)
  }
  t.equal(beginningOf(rest, -1, tags), undefined)
  t.equal(beginningOf(rest, 5000, tags), undefined)
  t.equal(beginningOf('short', 55, tags), undefined)
})

t.test('no more is read of a longer content', async t => {
  for (const piece of [
    block('paragraph', '<p>Lorem "ipsum" -- dolor sit amet.</p>'),
    'A line of a text.\n\n',
    'word ',
  ]) {
    const beginning = beginningOf(piece.repeat(8000), 55, tags)
    t.ok(beginning !== undefined && beginning.length > 8000)
    t.equal(beginningOf(piece.repeat(80_000), 55, tags), beginning)
  }
})
