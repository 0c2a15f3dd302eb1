import { ImportError, type ImportSummary, importWxr, WxrError } from '@platen/cli'
import t from 'tap'
import { damaged } from '../damaged-exports.js'
import { carries, element, exportText, item, meta } from '../export-text.js'
import { contentsOf, newSite } from '../new-site.js'
import { garden } from './garden.js'
import { comment } from './imported.js'

t.setTimeout(600_000)

const FILES = 5000
const text = exportText(
  `${garden}\n${element('wp:wp_author', { 'wp:author_login': 'bo', 'wp:author_first_name': 'Bo' })}\n${item(
    {
      title: 'Sage',
      guid: 'g7',
      creator: 'cleo',
      post_id: 30,
      post_date: '2021-01-02 03:04:05',
      content: '<p>a &amp; b</p>',
    },
    carries('category', 'herbs') + carries('soil', 'sand') + meta('note', 'a:1:{i:0;s:1:"a";}') + comment(7, 0, 'Grün'),
  )}\n<item><title>Tom &amp; Jerry</title><guid>g8</guid><content:encoded><p>raw</p></content:encoded></item>`,
)

/** How many elements a file contains, outside of sections and comments. */
function elementsOf(bytes: Uint8Array) {
  const outline = Buffer.from(bytes)
    .toString()
    .replace(/(?![\t\n])\p{Cc}/gu, '')
    .replace(/\uFFFE|\uFFFF/g, '')
    .replace(/<!\[CDATA\[.*?\]\]>|<!--.*?-->|<\?.*?\?>|<![^>]*>/gs, '')
  const count = (names: string) => [...outline.matchAll(new RegExp(`(?<!<)<(?:${names})(?=[\\s/>])`, 'g'))].length
  return {
    posts: count('item'),
    comments: count('wp:comment'),
    authors: count('wp:author|wp:wp_author'),
    terms: count('wp:category|wp:tag|wp:term'),
  }
}

/** How many records of a kind a summary counts. */
function countedIn(summary: ImportSummary, kind: string): number {
  const tallies = [...summary].filter(([name]) => name === kind || name.startsWith(`${kind} of `))
  return tallies.reduce((sum, [, { created, skipped, refused = 0 }]) => sum + created + skipped + refused, 0)
}

t.test('damaged exports', async t => {
  let site = await newSite(t)
  let before = JSON.stringify(await contentsOf(site.context.store))
  const outcomes = { imported: 0, refused: 0 }
  for (let i = 0; i < FILES; i++) {
    const { what, bytes } = damaged(text, i)
    try {
      const summary = await importWxr(site.context, [bytes])
      const elements = elementsOf(bytes)
      const context = { what, elements, summary: [...summary], notes: summary.notes }
      if (countedIn(summary, 'posts') !== elements.posts) t.fail('not every item is counted', context)
      if (countedIn(summary, 'comments') !== elements.comments) t.fail('not every comment is counted', context)
      if (countedIn(summary, 'authors') < elements.authors) t.fail('not every author is counted', context)
      if (countedIn(summary, 'terms') < elements.terms) t.fail('not every term is counted', context)
      if (
        /has another (?:name|prefix)/.test(what) &&
        summary.notes.length === 0 &&
        !what.includes(',') &&
        text !== Buffer.from(bytes).toString()
      )
        t.fail('silence', context)
      outcomes.imported++
      site = await newSite(t)
      before = JSON.stringify(await contentsOf(site.context.store))
    } catch (error) {
      outcomes.refused++
      if (!(error instanceof WxrError || error instanceof ImportError)) t.fail(`a crash: ${what}`, { error })
      else if (error instanceof WxrError && !(error.line >= 1 && error.column >= 1))
        t.fail(`no position: ${what}`, { error })
      const after = await contentsOf(site.context.store)
      if (JSON.stringify(after) !== before) t.fail(`half an import: ${what}`)
    }
  }
  t.comment(`${outcomes.imported} imported, ${outcomes.refused} refused`)
  t.ok(outcomes.imported > FILES / 10 && outcomes.refused > FILES / 10)
})
