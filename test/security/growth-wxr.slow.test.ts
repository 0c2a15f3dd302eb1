import { readWxr, WxrError } from '@platen/cli'
import t from 'tap'
import { chunksOf, exportText } from '../cli/export-text.js'
import { importText } from '../cli/import/imported.js'
import { grows } from '../growth.js'
import { makeSite } from '../site/make-site.js'
import { ALPHABETS, LONGEST, longestOf, repeated } from './alphabets.js'

t.setTimeout(280_000)

async function read(text: string): Promise<void> {
  try {
    for await (const _ of readWxr(chunksOf(text, 65_536))) {
      // Only reading is measured.
    }
  } catch (error) {
    if (!(error instanceof WxrError)) throw error
  }
}

const times = (length: number, make: (i: number) => string) => Array.from({ length }, (_, i) => make(i)).join('')
const item = (inner: string) => exportText(`<item>${inner}</item>`)

/** Files that are long in one way each. */
const FILES: Readonly<Record<string, (length: number) => string>> = {
  'nested elements': length => item('<a>'.repeat(length) + '</a>'.repeat(length)),
  'nested elements that declare names': length =>
    item(times(length, i => `<x${i}:a xmlns:x${i}="u:${i}">`) + times(length, i => `</x${length - 1 - i}:a>`)),
  'nested elements that are never closed': length => item('<a>'.repeat(length)),
  'elements beside each other': length => item('<wp:postmeta/>'.repeat(length)),
  meta: length =>
    item(
      times(
        length,
        i => `<wp:postmeta><wp:meta_key>${i}</wp:meta_key><wp:meta_value>${i}</wp:meta_value></wp:postmeta>`,
      ),
    ),
  comments: length => item(times(length, i => `<wp:comment><wp:comment_id>${i}</wp:comment_id></wp:comment>`)),
  categories: length => item(times(length, i => `<category domain="post_tag" nicename="a${i}">a</category>`)),
  items: length => exportText(times(length, i => `<item><title>${i}</title></item>`)),
  attributes: length => item(`<a ${times(length, i => `a${i}="1" `)}/>`),
  'declared names': length => item(`<a ${times(length, i => `xmlns:a${i}="u:${i}" `)}/>`),
  'a long attribute': length => item(`<a b="${' '.repeat(length)}"/>`),
  'a long name': length => item(`<${'a'.repeat(length)}/>`),
  'a long comment': length => item(`<!--${' -'.repeat(length)}-->`),
  'sections of characters': length => item(`<content:encoded>${'<![CDATA[a]]>'.repeat(length)}</content:encoded>`),
  references: length => item(`<content:encoded>${'&amp;'.repeat(length)}</content:encoded>`),
  'a section of brackets': length => item(`<content:encoded><![CDATA[${']'.repeat(length)}]]></content:encoded>`),
  'a declaration': length => `<?xml version="1.0" ${' '.repeat(length)}?>${exportText('')}`,
  'serialized lists': length =>
    item(
      `<wp:postmeta><wp:meta_key>a</wp:meta_key><wp:meta_value>${'a:1:{i:0;'.repeat(length)}</wp:meta_value></wp:postmeta>`,
    ),
}

/** How many of what a file repeats make a million characters. */
const longest = (file: (length: number) => string) => Math.ceil(LONGEST / (file(2000).length / 2000))

t.test('files', async t => {
  for (const [what, file] of Object.entries(FILES)) {
    const make = (length: number) => {
      const text = file(length)
      return () => read(text)
    }
    t.equal(await grows(make, longest(file)), undefined, what)
  }
})

/** Elements that are read by the same code. */
const SHARED = [['title', 'wp:post_name', 'wp:status', 'pubDate', 'guid', 'wp:post_date']]

t.test('long texts', async t => {
  for (const piece of ALPHABETS) {
    for (const place of ['content:encoded', 'title', 'wp:post_name', 'wp:status', 'pubDate', 'guid', 'wp:post_date']) {
      const make = (length: number) => {
        const text = item(`<${place}><![CDATA[${repeated(piece, length).replaceAll(']]>', '')}]]></${place}>`)
        return () => read(text)
      }
      t.equal(await grows(make, longestOf(piece, place, SHARED)), undefined, `${place}: ${piece}`)
    }
  }
})

const post = (id: number, more: string) =>
  `<item><title>P${id}</title><guid>p${id}</guid><wp:post_id>${id}</wp:post_id><wp:post_type>page</wp:post_type>${more}</item>`
const comment = (id: number, more = '') =>
  `<wp:comment><wp:comment_id>${id}</wp:comment_id><wp:comment_content>a</wp:comment_content>${more}</wp:comment>`

/** Channels whose import could take longer and longer, and how many records there are. */
const IMPORTS: Readonly<Record<string, readonly [length: number, body: (length: number) => string]>> = {
  'replies before what they answer': [
    500,
    length =>
      post(
        1,
        times(length, i => comment(length - i, `<wp:comment_parent>${length - i - 1}</wp:comment_parent>`)),
      ),
  ],
  'comments that are alike': [
    500,
    length =>
      post(
        1,
        times(length, i => comment(i + 1)),
      ).repeat(2),
  ],
  'pages below each other': [
    100,
    length => times(length, i => post(length - i, `<wp:post_parent>${length - i - 1}</wp:post_parent>`)),
  ],
  'terms below each other': [
    200,
    length =>
      times(
        length,
        i =>
          `<wp:category><wp:category_nicename>a${i}</wp:category_nicename><wp:cat_name>a${i}</wp:cat_name><wp:category_parent>a${i + 1}</wp:category_parent></wp:category>`,
      ),
  ],
}

t.test('imports', async t => {
  for (const [what, [count, body]] of Object.entries(IMPORTS)) {
    const make = async (length: number) => {
      const { site } = await makeSite()
      const text = body(length)
      return () => importText(site, text)
    }
    t.equal(await grows(make, count * 4), undefined, what)
  }
})
