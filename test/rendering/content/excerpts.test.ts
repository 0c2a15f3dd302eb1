import { coreBlocks, findEmbeds, replaceEmbeds } from '@platen/rendering'
import t from 'tap'
import { grows } from '../../growth.js'
import { coreRendering } from '../core-rendering.js'
import { loadModule } from '../load-module.js'

const { createBlockRegistry } =
  await loadModule<typeof import('../../../packages/rendering/src/blocks/block-registry.js')>(
    'blocks/block-registry.js',
  )
const { firstWords, renderProse } =
  await loadModule<typeof import('../../../packages/rendering/src/content/excerpt.js')>('content/excerpt.js')

t.test('the first words, with an ending if there are more', async t => {
  t.equal(firstWords(' a  b\n c ', 2, '…'), 'a b…')
  t.equal(firstWords(' a  b\n c ', 3, '…'), 'a b c')
  t.equal(firstWords('a b', 0, '…'), '…')
  t.equal(firstWords('', 5, '…'), '')
  t.equal(firstWords(' a  b\n c ', -1, '…'), 'a b…')
  t.equal(firstWords(' a  b\n c ', -2, '…'), 'a b…')
  t.equal(firstWords(' a  b\n c ', -3, '…'), '…')
  t.equal(firstWords('a\u00a0b c', 1, '…'), 'a\u00a0b…')
})

t.test('prose is rendered, everything else is omitted', async t => {
  const rendering = { blocks: createBlockRegistry({ blocks: coreBlocks }), postId: 0 }
  const block = (name: string, html: string): string => `<!-- wp:${name} -->${html}<!-- /wp:${name} -->`
  t.equal(renderProse('no blocks', rendering), 'no blocks')
  t.equal(renderProse(`a${block('image', '<img>')}${block('html', 'b')}`, rendering), 'ab')
  t.equal(renderProse(block('group', `own${block('html', 'b')}${block('cover', 'c')}`), rendering), 'b')
  t.equal(renderProse(block('quote', `q${block('html', 'b')}`), rendering), 'qb')
  t.equal(renderProse(block('quote', `q${block('image', 'b')}`), rendering), '')
  const hidden = (name: string, html: string): string =>
    block(name, html).replace(' -->', ' {"metadata":{"blockVisibility":false}} -->')
  const text = block('paragraph', 'secret')
  for (const name of ['group', 'columns', 'column', 'media-text', 'quote', 'list']) {
    t.equal(renderProse(hidden(name, text), rendering), '', `hidden: ${name}`)
    t.equal(renderProse(block('group', hidden(name, text)), rendering), '', `within a group, hidden: ${name}`)
  }
})

t.test('marks of footnotes are removed, as the editor writes them', async t => {
  const { withoutFootnoteMarks } =
    await loadModule<typeof import('../../../packages/rendering/src/content/render-content.js')>(
      'content/render-content.js',
    )
  const mark = (text: string, of = 'q'): string =>
    `<sup data-fn="${of}" class="fn"><a href="#q" id="x">${text}</a></sup>`
  t.equal(withoutFootnoteMarks(`a${mark('1')} b${mark('22')}`), 'a b')
  for (const kept of [
    mark('n'),
    mark(''),
    mark('1', ''),
    '<sup>1</sup>',
    mark('1').replace(/"/g, "'"),
    '<sup data-fn="',
  ])
    t.equal(withoutFootnoteMarks(kept), kept)
  for (const beginning of ['<sup data-fn="', '<sup data-fn="q" class="fn"> ']) {
    const run = (length: number) => {
      const html = beginning.repeat(length / beginning.length) + ' '.repeat(length)
      return () => void withoutFootnoteMarks(html)
    }
    t.equal(await grows(run, 100_000), undefined, beginning)
  }
})

const { divideContent } =
  await loadModule<typeof import('../../../packages/rendering/src/content/more-tag.js')>('content/more-tag.js')

t.test('content without tags is one page, and all of it is the teaser', async t => {
  t.same(divideContent('text'), { teaser: 'text', hasMore: false, moreText: '', pages: ['text'], hidesTeaser: false })
})

t.test('the more tag ends the teaser and may have a text', async t => {
  const divided = divideContent('a<!--more Read on -->b<!--noteaser-->')
  t.equal(divided.teaser, 'a')
  t.equal(divided.moreText, 'Read on')
  t.ok(divided.hasMore && divided.hidesTeaser)
})

t.test('page breaks make pages; the teaser is on the first', async t => {
  t.same(divideContent('a\n<!--nextpage-->\nb<!--nextpage-->c').pages, ['a', 'b', 'c'])
  t.same(divideContent('<!--nextpage-->b').pages, ['b'])
  t.equal(divideContent('a<!--nextpage-->b<!--more-->c').teaser, 'a')
})

t.test('both may be blocks', async t => {
  const content = 'a<!-- wp:more {"customText":"x"} -->\n<!--more x-->\n<!-- /wp:more -->b'
  t.equal(divideContent(content).teaser, 'a')
  t.same(divideContent('a<!-- wp:nextpage -->\n<!--nextpage-->\n<!-- /wp:nextpage -->b').pages, ['a', 'b'])
})

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

const A = 'https://a.example/1'
const B = 'https://b.example/2'
const mark = (content: string) =>
  replaceEmbeds(content, ({ url, width, height }) => `{${[url, width, height].filter(Boolean).join(' ')}}`)

const CASES: readonly (readonly [content: string, expected: string])[] = [
  [A, `{${A}}`],
  [`Before\n\n${A}\n\nAfter`, `Before\n\n{${A}}\n\nAfter`],
  [`Before\r\n \t${A} \t\r\nAfter`, `Before\r\n \t{${A}} \t\r\nAfter`],
  [`${A}\n${B}`, `{${A}}\n{${B}}`],
  [`See ${A}`, `See ${A}`],
  [`${A} is here`, `${A} is here`],
  [`<a href="${A}">\n${A}</a>`, `<a href="${A}">\n${A}</a>`],
  [`<p>${A}</p>`, `<p>{${A}}</p>`],
  [`<p class="x">\n${A}\n</p>`, `<p class="x">\n{${A}}\n</p>`],
  [`<p>${A} more</p>`, `<p>${A} more</p>`],
  ['https://a.example/?a=1&amp;b=2', '{https://a.example/?a=1&b=2}'],
  [`[embed]${A}[/embed]`, `{${A}}`],
  [`x [embed width="300" height=9] ${A} [/embed] y`, `x {${A} 300 9} y`],
  [`[embed HEIGHT='20' width=12345 height=7]${A}[/embed]`, `{${A} 20}`],
  [`[embed width="0"]${A}[/embed]`, `{${A}}`],
  [`[[embed]${A}[/embed]]`, `[[embed]${A}[/embed]]`],
  [`[embed]\n${A}\n[/embed]`, `{${A}}`],
  [
    `<!-- wp:embed {"url":"${A}"} -->\n<figure><div>\n${A}\n</div></figure>\n<!-- /wp:embed -->`,
    `<!-- wp:embed {"url":"${A}"} -->\n<figure><div>\n{${A}}\n</div></figure>\n<!-- /wp:embed -->`,
  ],
  [`<pre>\n${A}\n</pre>\n${B}`, `<pre>\n${A}\n</pre>\n{${B}}`],
  [`<pre><code>\n${A}\n</code>\n${A}\n</pre>`, `<pre><code>\n${A}\n</code>\n${A}\n</pre>`],
  [`<script>\n${A}\n`, `<script>\n${A}\n`],
  [`<!--\n${A}\n-->\n${B}`, `<!--\n${A}\n-->\n{${B}}`],
  [`<!--\n${A}`, `<!--\n${A}`],
  [`<p title="\n${A}\n">\n${B}`, `<p title="\n${A}\n">\n{${B}}`],
  [`<p title="\n${A}`, `<p title="\n{${A}}`],
  [`[Embed]${A}[/Embed]`, `[Embed]${A}[/Embed]`],
  ['ftp://a.example/', 'ftp://a.example/'],
  ['https://', 'https://'],
  [`https://a.example/${'x'.repeat(2000)}`, `https://a.example/${'x'.repeat(2000)}`],
]

t.test('finds the URLs of embeds', async t => {
  for (const [content, expected] of CASES) t.equal(mark(content), expected, JSON.stringify(content.slice(0, 80)))
})

t.test('what has no HTML stays', async t => {
  const content = `${A}\n${B}`
  t.equal(
    replaceEmbeds(content, () => undefined),
    content,
  )
  t.equal(
    replaceEmbeds(content, ({ url }) => (url === B ? '<b>b</b>' : undefined)),
    `${A}\n<b>b</b>`,
  )
})

t.test('HTML cannot be read as shortcodes or paragraphs', async t => {
  t.equal(
    replaceEmbeds(A, () => '<p>[gallery]\n\nx</p>'),
    '<p>&#91;gallery&#93; x</p>',
  )
})

t.test('positions', async t => {
  t.same(findEmbeds(` ${A}\n[embed]${B}[/embed]`), [
    { url: A, width: undefined, start: 1, end: 1 + A.length },
    { url: B, width: undefined, start: 2 + A.length, end: 2 + A.length + B.length + 15 },
  ])
})
