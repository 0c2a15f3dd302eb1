import { coreBlocks, coreShortcodes, createBlockRegistry, createShortcodeRegistry } from '@platen/rendering'
import t from 'tap'
import { loadModule } from './load-module.js'

const { firstWords } =
  await loadModule<typeof import('../../packages/rendering/src/content/excerpt.js')>('content/excerpt.js')
const { renderContent, renderExcerpt, renderPost } =
  await loadModule<typeof import('../../packages/rendering/src/content/render-content.js')>('content/render-content.js')
const { markupWords } =
  await loadModule<typeof import('../../packages/rendering/src/paragraphs/markup-words.js')>(
    'paragraphs/markup-words.js',
  )
const { anyToParagraphs, toParagraphs } =
  await loadModule<typeof import('../../packages/rendering/src/paragraphs/paragraphs.js')>('paragraphs/paragraphs.js')
const { stripScripts, stripTags } =
  await loadModule<typeof import('../../packages/rendering/src/text/strip-tags.js')>('text/strip-tags.js')
const { createCharacterIndex } =
  await loadModule<typeof import('../../packages/rendering/src/typography/characters.js')>('typography/characters.js')
const { revised } =
  await loadModule<typeof import('../../packages/rendering/src/typography/rewrite.js')>('typography/rewrite.js')
const { typesetSimpleRun } =
  await loadModule<typeof import('../../packages/rendering/src/typography/simple-run.js')>('typography/simple-run.js')
const { typesetAnyRun } =
  await loadModule<typeof import('../../packages/rendering/src/typography/typeset.js')>('typography/typeset.js')

/** Numbers from 0 to 1 that are the same in every run. */
function randomNumbers(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return state / 2 ** 32
  }
}

const random = randomNumbers(20_260)
const pick = <T>(choices: readonly T[]): T => choices[Math.floor(random() * choices.length)] as T
const some = (most: number, make: () => string, between = ''): string =>
  Array.from({ length: Math.floor(random() * (most + 1)) }, make).join(between)

const WORDS = [
  'word',
  'a',
  "it's",
  '"quoted"',
  "'single'",
  '1980s',
  '6\'2"',
  '3x4',
  'é',
  '&amp;',
  '&',
  '&#8217;',
  ':)',
  'xn--a',
]
const MARKS = [
  ' ',
  ' ',
  ' ',
  ' -- ',
  '---',
  '-',
  '...',
  '``',
  "''",
  '"',
  "'",
  '(',
  ')',
  '[',
  ']',
  '.',
  ',',
  '&nbsp;',
  '(tm)',
  "'tis",
]
const run = (): string => some(8, () => pick([...WORDS, ...MARKS, ...WORDS]), pick(['', ' ']))

const inline = (): string =>
  pick([
    run,
    run,
    () => `<em>${run()}</em>`,
    () => `<a href="https://e.com/?a=1&b=${run().replace(/["<>]/g, '')}">${run()}</a>`,
    () => `<code>${run()}</code>`,
    () => `<br>${run()}`,
    () => `<!-- ${run().replaceAll('-', '')} -->`,
    () => `[caption width="300"]${run()}[/caption]`,
    () => '<img src="a.png" width="300" height="200">',
    () => '<',
  ])()
const text = (): string => some(5, inline, pick(['', ' ', '\n']))
const paragraphs = (): string => some(4, text, '\n\n')

const SPACES = ['', '', ' ', '\n', '\n\n', ' \n\t\n', '\r\n', '\r']
const ELEMENTS = [
  'p',
  'h2',
  'table',
  'td',
  'figure',
  'section',
  'blockquote',
  'div',
  'ul',
  'li',
  'ol',
  'em',
  'cite',
  'span',
  'p class="a"',
  'li id="b"',
]
const TAGS = [
  '<br>',
  '<br />',
  '<table>',
  '<figcaption>',
  '</td>',
  '<p',
  '</p class="a">',
  '<pre>',
  '<hr />',
  '<!-- -->',
]
/** Elements in any order and nesting, closed or not, with any white space between them. */
const piece = (): string =>
  pick([
    run,
    run,
    () => `<${pick(ELEMENTS)}>`,
    () => `<${pick(ELEMENTS)}>`,
    () => `</${pick(ELEMENTS).split(' ')[0]}>`,
    () => `</${pick(ELEMENTS).split(' ')[0]}>`,
    () => (random() < 0.1 ? pick(TAGS) : ''),
  ])()
const markup = (): string => some(20, () => piece() + pick(SPACES))

/** Text with inline elements, over one line or more. */
const line = (): string =>
  pick([
    run,
    run,
    () => `<em>${pick(SPACES)}${run()}</em>`,
    () => `<a href="/${pick(['', 'b', '\n'])}">${run()}</a>`,
    () => `<img src="a.png" alt="${run().replace(/["<>]/g, '')}"${pick([' /', '', '/'])}>`,
    () => pick(['</strong>', '<b>', '<br>', '<', '> ', '<i class="x">']),
  ])()

const ATTRIBUTES = [
  '',
  '',
  '',
  '{"level":3} ',
  '{"style":{"elements":{"link":{"color":{}}}}} ',
  '{"metadata":{"blockVisibility":false}} ',
]
const leaf = (): string => {
  const attributes = pick(ATTRIBUTES)
  const space = pick([' ', ' ', ' ', '  ', '\n', ''])
  const [name, html] = pick([
    ['paragraph', `<p>${text()}</p>`],
    ['paragraph', `<p class="a">${text()}</p>`],
    ['core/paragraph', `<p>${text()}</p>`],
    ['heading', `<h2>${text()}</h2>`],
    ['html', text()],
    ['code', `<pre><code>${text()}</code></pre>`],
    ['latest-posts', ''],
    ['my/own', `<b>${text()}</b>`],
    ['more', '<!--more-->'],
  ] as const)
  return `<!-- wp:${name}${space}${attributes}-->\n${html}\n<!-- /wp:${name}${space}-->`
}
const item = (): string => `<!-- wp:list-item -->\n<li>${text()}</li>\n<!-- /wp:list-item -->`
const block = (): string =>
  pick([
    leaf,
    leaf,
    leaf,
    () => '<!-- wp:spacer /-->',
    () => `<!-- wp:group --><div>${some(3, leaf)}</div><!-- /wp:group -->`,
    () =>
      `<!-- wp:quote -->\n<blockquote>${some(2, leaf, '\n\n')}<cite>${run()}</cite></blockquote>\n<!-- /wp:quote -->`,
    () => `<!-- wp:list -->\n<ul>${some(2, item, '\n\n')}</ul>\n<!-- /wp:list -->`,
    () =>
      `<!-- wp:columns --><div><!-- wp:column --><div>${block()}</div><!-- /wp:column --></div><!-- /wp:columns -->`,
  ])()
const content = (): string =>
  pick([leaf, () => some(2, leaf, '\n\n'), () => some(4, block, '\n\n'), paragraphs, () => block() + text()])()

const rendering = {
  blocks: createBlockRegistry({ blocks: coreBlocks }),
  shortcodes: createShortcodeRegistry({ shortcodes: coreShortcodes }),
  postId: 7,
}
const COUNT = 2_000

t.test('runs: the fast and the general path agree', async t => {
  let simple = 0
  for (let count = 0; count < 5 * COUNT; count++) {
    const text = run()
    const rewrite = { result: '', copied: 0 }
    if (!typesetSimpleRun(rewrite, createCharacterIndex(), text, 0, text.length)) continue
    simple++
    if (revised(rewrite, text) !== typesetAnyRun(text)) t.equal(revised(rewrite, text), typesetAnyRun(text), text)
  }
  t.ok(simple > COUNT / 2, `${simple} simple runs`)
})

t.test('paragraphs: the fast and the general path agree', async t => {
  let marked = 0
  for (let count = 0; count < COUNT; count++) {
    const html = pick([paragraphs, markup, () => some(4, () => line() + pick(SPACES))])()
    if (/^[^<]*<em>[^<]*<\/em>[^<]*$/.test(html)) marked++
    if (toParagraphs(html) !== anyToParagraphs(html)) t.equal(toParagraphs(html), anyToParagraphs(html), html)
  }
  t.ok(marked > COUNT / 100, `${marked} with inline tags alone`)
})

t.test('words: the fast and the general path agree', async t => {
  let fast = 0
  for (let count = 0; count < COUNT; count++) {
    const simple = pick([paragraphs, markup])().replace(/\[\/?caption[^\]]*\]/g, '')
    const html = pick([simple, toParagraphs(simple)])
    const limit = Math.floor(random() * 12)
    const found = markupWords(html, limit, '…')
    if (found === undefined) continue
    fast++
    const expected = firstWords(stripTags(stripScripts(toParagraphs(html))), limit, '…')
    if (found !== expected) t.equal(found, expected, html)
  }
  t.ok(fast > COUNT / 10, `${fast} fast ones`)
})

t.test('posts: shared steps and separate rendering agree', async t => {
  for (let count = 0; count < COUNT; count++) {
    const post = { content: content(), excerpt: '' }
    const both = renderPost(post, rendering)
    const [first, second] = pick([
      () => [both.content(), both.excerpt()],
      () => [both.excerpt(), both.content()].reverse(),
    ])()
    const expected = renderContent(post.content, rendering)
    // A shortcode that shows nothing keeps an excerpt from sharing steps with the content.
    const alone = renderExcerpt({ ...post, content: `${post.content}[gallery]` }, rendering)
    if (first !== expected) t.equal(first, expected, post.content)
    if (!/\[[[/]?caption/.test(post.content) && second !== alone) t.equal(second, alone, post.content)
  }
})
