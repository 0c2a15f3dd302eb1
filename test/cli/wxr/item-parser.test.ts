import t from 'tap'
import { exportText } from '../export-text.js'

type ElementsModule = typeof import('../../../packages/cli/src/wxr/parse-elements.js')
type ItemsModule = typeof import('../../../packages/cli/src/wxr/item-parser.js')

const folder = new URL('../../../../packages/cli/dist/wxr/', import.meta.url)
const { createElementParser }: ElementsModule = await import(new URL('parse-elements.js', folder).href)
const { createItemParser }: ItemsModule = await import(new URL('item-parser.js', folder).href)

type Make = (listener: Parameters<typeof createItemParser>[0]) => Omit<ReturnType<typeof createItemParser>, 'write'> & {
  write(text: string): unknown
}

/** All that a parser reports of a text in chunks, and how many elements it has reported below those of the channel. */
function reportOf(make: Make, text: string, size: number) {
  const seen: unknown[] = []
  let nested = 0
  const parser = make({
    begin(name, path, line, column) {
      if (path.length <= 2) seen.push(['begin', name, [...path], line, column])
      else nested++
    },
    complete: element => seen.push(structuredClone(element)),
  })
  try {
    for (let at = 0; at < text.length; at += size) parser.write(text.slice(at, at + size))
    seen.push(parser.place())
    parser.end()
  } catch (error) {
    if (!(error instanceof Error)) throw error
    seen.push(['error', error.message, 'line' in error && error.line, 'column' in error && error.column])
  }
  return { seen, nested }
}

/** What items are made of: plain, unusual, and broken. */
const INNER = [
  '<title>A note</title>',
  '\n  <title>\n<![CDATA[ A ]]>\n</title>\n',
  '<wp:post_id>7</wp:post_id>\n',
  '<content:encoded><![CDATA[one\ntwo </item> <item> ]]]]><![CDATA[> three]]></content:encoded>',
  '<content:encoded>a <![CDATA[b]]> c &amp; &lt;d&gt; &quot;e&apos; &#038; &#233; &#8217;</content:encoded>',
  '<category domain="category" nicename="a-b"><![CDATA[A & B]]></category>',
  '<category domain="post_tag"  nicename=\'x\' >X</category >',
  '<a b="1" c="2"/><a></a><b\n>x</b>',
  '<wp:comment><wp:comment_id>1</wp:comment_id>\n<wp:comment_content>🌱 Grün\n🌳</wp:comment_content></wp:comment>',
  '<x:y xmlns:x="urn:x"><x:z>1</x:z></x:y>',
  '<a xmlns="urn:default"><b/></a>',
  '<!-- a comment with <item> and </item> --><?target data?>',
  '<a>&#x41; &#65;</a>',
  '\r\n<a>one\r\ntwo\rthree&#13;</a>\r\n',
  '<a b="&amp;&#10;c" />',
  '<a b="x>y">z</a>',
  '<é>ü</é>\u0085\u2028',
]
const BROKEN = [
  '<a>',
  '</a>',
  '<a>&nbsp;</a>',
  '<a>]]></a>',
  '<a>\u0001</a>',
  '<a b="1" b="2"/>',
  '<p:a/>',
  '<a b=1/>',
  '<a>&#0;&#31;</a>',
  '<a>\uFFFE</a>',
  '<![CDATA[',
  '<!-- ',
  '<a b="<"/>',
  '< a/>',
  '<wp:a></a>',
  '<1/>',
]

const SIZES = [1, 3, 50, 100_000]

const both = (text: string, size: number) => [
  reportOf(createItemParser, text, size),
  reportOf(createElementParser, text, size),
]

for (const [kind, parts] of Object.entries({ INNER, BROKEN })) {
  for (const [index, part] of parts.entries()) {
    t.test(`${kind === 'INNER' ? 'in an item' : 'wrong in an item'}: ${index + 1}`, async t => {
      for (const text of [
        exportText(`<item>${part}</item>`),
        exportText(`<item/>\n<item></item> <item a="b">${part}</item><item>\n${part}</item>\n\n  <item>${part}</item>`),
        exportText(`${part}<item>${part}</item><!-- <item>${part.replace('--', '')}</item> -->`),
        exportText(`<image><item>${part}</item></image><item>${part}`),
      ]) {
        for (const size of SIZES) {
          const [read, expected] = both(text, size)
          t.same(read?.seen, expected?.seen, `${size} at once`)
        }
      }
    })
  }
}

t.test('random items', async t => {
  let seed = 5
  const random = (below: number) => {
    seed = (seed * 1103515245 + 12345) % 2147483648
    return seed % below
  }
  const some = (parts: readonly string[], count: number) =>
    Array.from({ length: count }, () => parts[random(parts.length)]).join('')
  for (let round = 0; round < 60; round++) {
    const items = Array.from({ length: 6 }, () => `<item>${some(INNER, random(6))}</item>${some(['', '\n', ' '], 2)}`)
    if (round % 3 === 0) items.splice(random(6), 0, `<item>${some(BROKEN, 1)}</item>`)
    const [read, expected] = both(exportText(items.join('')), 1 + random(400))
    t.same(read?.seen, expected?.seen, `round ${round}`)
  }
})

t.test('other prefixes and default namespaces', async t => {
  const plain = '<item><title>A</title><wp:post_id>4</wp:post_id></item>'
  for (const [what, text] of Object.entries({
    prefix: exportText(plain).replaceAll('wp:', 'w:').replace('xmlns:wp', 'xmlns:w'),
    'a default namespace': exportText(plain).replace('<rss', '<rss xmlns="urn:other"'),
    'declared by the channel': exportText(plain).replace('<channel>', '<channel xmlns:wp="urn:other">'),
    'two channels': exportText(plain).replace('</rss>', `<channel xmlns:wp="urn:x">${plain}</channel></rss>`),
    'XML 1.1': exportText(plain).replace('version="1.0"', 'version="1.1"'),
  })) {
    const [read, expected] = both(text, 1000)
    t.same(read?.seen, expected?.seen, what)
  }
})

t.test('plain items are read at once', async t => {
  const plain = `${INNER[0]}${INNER[1]}${INNER[4]}${INNER[5]}${INNER[8]}`
  const text = exportText(Array.from({ length: 20 }, () => `<item>${plain}</item>\n`).join(''))
  for (const size of SIZES) t.equal(reportOf(createItemParser, text, size).nested, 0, `${size} at once`)
})
