import { findEmbeds, replaceEmbeds } from '@platen/rendering'
import t from 'tap'

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
