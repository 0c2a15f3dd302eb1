import { createWxrNotes, readWxr, type WxrPost, type WxrRecord } from '@platen/cli'
import t, { type Test } from 'tap'
import { chunksOf, element, exportText, item } from '../export-text.js'

/** The records of a text, and the notes as `line: text (count)`. The text is read in chunks of several sizes. */
async function read(t: Test, text: string) {
  const results = []
  for (const size of [1, 7, 64, 1 << 16]) {
    const notes = createWxrNotes()
    const records: WxrRecord[] = []
    for await (const record of readWxr(chunksOf(text, size), notes)) records.push(record)
    results.push({ records, notes: notes.list().map(({ line, text, count }) => `${line}: ${text} (${count})`) })
  }
  const [first = { records: [], notes: [] }, ...others] = results
  for (const other of others) t.same(other, first, 'the same in chunks of any size')
  return first
}

async function postOf(t: Test, text: string) {
  const { records, notes } = await read(t, text)
  const post = records.find(({ kind }) => kind === 'post') as WxrPost
  return { post, notes }
}

/** The error of reading chunks. */
async function failureOf(chunks: Uint8Array[]): Promise<unknown> {
  try {
    for await (const _ of readWxr(chunks));
  } catch (error) {
    return error
  }
}

const contentOf = (source: string) => exportText(`<item><content:encoded>${source}</content:encoded></item>`)
const removed = (line: number, count = 1) => `${line}: control characters are removed (${count})`

const controls: Record<string, { text: string; expected: object; notes: string[] }> = {
  'in a title': {
    text: exportText('<item><title>a\u0008b</title></item>'),
    expected: { title: 'ab' },
    notes: [removed(10)],
  },
  'in a section, several': {
    text: contentOf('<![CDATA[\u0000a\n\u000bb\u001f\tc\u000c]]>'),
    expected: { content: 'a\nb\tc' },
    notes: [removed(10, 4)],
  },
  'that are no characters of Unicode': {
    text: contentOf('a\uFFFE<b>\uFFFF</b>'),
    expected: { content: 'a<b></b>' },
    notes: [removed(10, 2)],
  },
  'as references': {
    text: contentOf('a&#1;b&#x1F;c&#0;d&#xFFFE;e&#9;f'),
    expected: { content: 'abcde\tf' },
    notes: [removed(10, 4)],
  },
  'in the name of a tag': {
    text: exportText('<item><ti\u0001tle>a</title></item>'),
    expected: { title: 'a' },
    notes: [removed(10)],
  },
  'in the end of a section': {
    text: contentOf('<![CDATA[a]\u0002]>'),
    expected: { content: 'a' },
    notes: [removed(10)],
  },
  'in an attribute': {
    text: exportText('<item><category domain="post_tag" nicename="a\u0003b&#4;">A</category></item>'),
    expected: { terms: [{ taxonomy: 'post_tag', slug: 'ab', name: 'A' }] },
    notes: [removed(10, 2)],
  },
  'before the document and between its elements': {
    text: `\u0000${exportText('\u0001<item>\u0002</item>')}\u0003`,
    expected: { title: '' },
    notes: [removed(1, 4)],
  },
  'in a comment on line 12': {
    text: exportText(
      `\n\n${item({}, element('wp:comment', { 'wp:comment_content': 'a\u0007b' }) + element('wp:postmeta', { 'wp:meta_key': 'k\u0008', 'wp:meta_value': '\u000e' }))}`,
    ),
    expected: { comments: [{ content: 'ab' }], meta: [{ key: 'k', value: '' }] },
    notes: [removed(12, 3)],
  },
}
for (const [name, { text, expected, notes }] of Object.entries(controls)) {
  t.test(`control characters ${name}`, async t => {
    const result = await postOf(t, text)
    t.match(result.post, expected)
    t.same(result.notes, notes)
  })
}

t.test('the column of an error counts the characters that were removed', async t => {
  const text = exportText('\u0000<item>\n\u0001\u0002<title>\u0003a</item>')
  for (const size of [1, 5, 1000]) {
    t.match(await failureOf(chunksOf(text, size)), { line: 11, column: 12 })
  }
})

t.test('prefixes that are not declared', async t => {
  const channel =
    '<atom:link href="a" rel="self"/><itunes:author>me</itunes:author><sy:updatePeriod>hourly</sy:updatePeriod>'
  const inItem = '<media:content url="a.jpg"><media:title>A</media:title></media:content><rdf:li rdf:about="x"/>'
  const { post, notes } = await postOf(t, exportText(`${channel}${item({ title: 'A' }, inItem)}`))
  t.match(post, { title: 'A' })
  t.same(notes, [
    '10: <itunes:author> in <channel> is not imported (1)',
    '10: <sy:updatePeriod> in <channel> is not imported (1)',
    '10: <media:content> in <item> is not imported (1)',
  ])
  const attributes = exportText('<item rdf:about="a"><title xml:lang="de" xlink:href="b">A</title></item>')
  t.match((await postOf(t, attributes)).post, { title: 'A' })
  const undeclared = exportText(item({ title: 'A', content: 'c', post_id: 3, creator: 'ada' })).replace(
    / *xmlns:\w+="[^"]*"\n?/g,
    '',
  )
  t.match((await postOf(t, undeclared)).post, { title: 'A', content: 'c', id: 3, creator: 'ada' })
})

const asWritten: Record<string, [source: string, text: string]> = {
  'names of HTML': ['a&nbsp;b&hellip;&eacute;&unknown;', 'a&nbsp;b&hellip;&eacute;&unknown;'],
  'a bare ampersand': ['Tom & Jerry &Co &&amp;', 'Tom & Jerry &Co &&'],
  'names without a semicolon': ['&copy 2020 &amp 1 &#65', '&copy 2020 &amp 1 &#65'],
  'an address': ['http://a.example/?b=1&c=2&amp;d=3', 'http://a.example/?b=1&c=2&d=3'],
  'the end of a section': ['a ]]> b', 'a ]]> b'],
  'references are decoded once': ['&amp;nbsp; &amp;lt; &#38;amp; &#x26;', '&nbsp; &lt; &amp; &'],
  'no characters': ['&#xD800;&#1114112;&#99999999999;', '\uFFFD\uFFFD&#99999999999;'],
  'signs of an order': ['1 < 2 > 0', '1 < 2 > 0'],
}
for (const [name, [source, text]] of Object.entries(asWritten)) {
  t.test(`as written: ${name}`, async t => {
    const { post, notes } = await postOf(
      t,
      exportText(`<item><title>${source}</title><category domain="a" nicename="${source}">${source}</category></item>`),
    )
    t.same([post.title, post.terms, notes], [text, [{ taxonomy: 'a', slug: text, name: text }], []])
  })
}

const markup: Record<string, [source: string, text: string]> = {
  'well-formed': ['<p class="a">Tom &amp; <b>J</b><br/></p>', '<p class="a">Tom &amp; <b>J</b><br/></p>'],
  HTML: ['<p>a<br>b<img src=a.jpg alt="x>y"><P>c', '<p>a<br>b<img src=a.jpg alt="x>y"><P>c'],
  'white space around it': ['\n  <p>a</p>\n', '\n  <p>a</p>\n'],
  'with comments': [
    '<!-- wp:paragraph -->\n<p>a</p>\n<!-- /wp:paragraph -->',
    '<!-- wp:paragraph -->\n<p>a</p>\n<!-- /wp:paragraph -->',
  ],
  'only a comment': ['<!--more-->', '<!--more-->'],
  'a comment beside a section': ['<!-- layout -->\n<![CDATA[<p>a</p>]]>', '<p>a</p>'],
  'with a section': ['<p>a</p><![CDATA[<b>&amp;</b>]]><i>c</i>', '<p>a</p><b>&amp;</b><i>c</i>'],
  escaped: ['&lt;p&gt;a &amp;amp; b&lt;/p&gt;', '<p>a &amp; b</p>'],
  'names of RSS': [
    '<title>a</title><link>b</link><description>c</description>',
    '<title>a</title><link>b</link><description>c</description>',
  ],
  'ends of nothing': ['a</p></b>', 'a</p></b>'],
}
for (const [name, [source, text]] of Object.entries(markup)) {
  t.test(`markup without a section: ${name}`, async t => {
    const fields = ['content:encoded', 'excerpt:encoded', 'wp:post_password'].map(
      field => `<${field}>${source}</${field}>`,
    )
    const meta = `<wp:postmeta><wp:meta_key>k</wp:meta_key><wp:meta_value>${source}</wp:meta_value></wp:postmeta>`
    const comment = `<wp:comment><wp:comment_content>${source}</wp:comment_content></wp:comment>`
    const { post, notes } = await postOf(t, exportText(`<item>${fields.join('')}${meta}${comment}</item>`))
    t.same(
      [post.content, post.excerpt, post.password, post.meta[0]?.value, post.comments[0]?.content],
      [text, text, text, text, text],
    )
    t.same(notes, [])
  })
}

t.test('authors by their old name', async t => {
  const author = element('wp:wp_author', {
    'wp:author_id': 4,
    'wp:author_login': 'ada',
    'wp:author_first_name': 'Ada',
    'wp:author_last_name': 'Lin',
  })
  t.match(await read(t, exportText(author)), {
    records: [{ kind: 'author', id: 4, login: 'ada', firstName: 'Ada', lastName: 'Lin' }],
    notes: [],
  })
})

t.test('encodings that are not declared as they are', async t => {
  const text = exportText(item({ title: 'Grün' }))
  const files = {
    'UTF-16 without a mark': Buffer.from(text.replace('UTF-8', 'UTF-16'), 'utf16le'),
    'big endian': Buffer.from(text, 'utf16le').swap16(),
    'UTF-8 that says UTF-16': Buffer.from(text.replace('UTF-8', 'UTF-16')),
    'line breaks of Windows': Buffer.from(text.replaceAll('\n', '\r\n')),
  }
  for (const [name, bytes] of Object.entries(files)) {
    for (const size of [1, 1 << 16]) {
      const chunks = Array.from({ length: Math.ceil(bytes.length / size) }, (_, i) =>
        bytes.subarray(i * size, (i + 1) * size),
      )
      const records: WxrRecord[] = []
      for await (const record of readWxr(chunks)) records.push(record)
      t.match(records, [{ title: 'Grün', line: 10 }], name)
    }
  }
})

const damage: Record<string, { text: string; line: number; column: number; message: RegExp }> = {
  'an item in an item': {
    text: exportText('<item>\n<item></item></item>'),
    line: 11,
    column: 1,
    message: /<item> in <item>/,
  },
  'a field that is not closed': {
    text: exportText('<item><title>a\n<wp:post_id>1</wp:post_id></item>'),
    line: 11,
    column: 1,
    message: /<wp:post_id> in <title>, which is not closed \(line 10\)/,
  },
  'a section that is not closed': {
    text: exportText('<item><title><![CDATA[a</title>\n<content:encoded><![CDATA[b]]></content:encoded></item>'),
    line: 11,
    column: 49,
    message: /<item>.* in <title>/,
  },
  'an item outside of the channel': {
    text: exportText('').replace('</channel>', '</channel><item/>'),
    line: 11,
    column: 11,
    message: /<item> in <rss>/,
  },
  'a comment outside of an item': {
    text: exportText('<wp:comment/>'),
    line: 10,
    column: 1,
    message: /<wp:comment> in <channel>/,
  },
  'a second document': { text: exportText('').repeat(2), line: 14, column: 1, message: /<rss> after the end/ },
  'a quote that is missing': {
    text: exportText(
      '<item><category domain="a nicename="b">A</category><title>B</title>\n<category domain="c">C</category></item>',
    ).replace('nicename="b"', 'nicename=b'),
    line: 10,
    column: 7,
    message: /A tag in <item> has no end/,
  },
  'a quote that is missing in markup': {
    text: exportText(
      '<item><content:encoded>\n<p class="a>b</p></content:encoded><wp:post_name>"</wp:post_name></item>',
    ),
    line: 11,
    column: 1,
    message: /A tag in <content:encoded> has no end/,
  },
  'a declaration between fields': {
    text: exportText('<item><!ENTITY a "b"></item>'),
    line: 10,
    column: 7,
    message: /A declaration in <item>/,
  },
  'a channel that is not closed': {
    text: exportText('').replace('</channel>', ''),
    line: 12,
    column: 1,
    message: /<rss>.* in <channel>/,
  },
  'an unknown element that is not closed': {
    text: exportText('<item><x:y></item>'),
    line: 10,
    column: 12,
    message: /<item>.* in <x:y>/,
  },
}
for (const [name, { text, line, column, message }] of Object.entries(damage)) {
  t.test(`damaged structure: ${name}`, async t => {
    for (const size of [1, 1000]) {
      t.match(await failureOf(chunksOf(text, size)), { name: 'WxrError', line, column, message })
    }
  })
}

t.test('what follows the document', async t => {
  const { notes } = await read(t, `${exportText(item({}))}<!-- made in 0.1 s -->\n\nWarning: a`)
  t.same(notes, ['15: text after the end of the export is not imported (1)'])
})
