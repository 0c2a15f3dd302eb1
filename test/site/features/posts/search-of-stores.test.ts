import { createMemoryStore } from '@platen/memory'
import { postsIn } from '@platen/site'
import t from 'tap'
import { makeSite } from '../../make-site.js'
import { openNewFile } from '../../sqlite-file.js'
import { recordOf } from './counting-site.js'

/** Numbers that look random and are the same each time. */
function numbers(seed: number): (below: number) => number {
  let state = seed
  return below => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 0x100000000) * below)
  }
}

/** What texts and searches are made of: letters that fold alike, wildcards of databases, quotes, several bytes. */
const PIECES = [
  'a',
  'b',
  'ab',
  'aba',
  'A',
  'B',
  '\u00e4',
  '\u00c4',
  'a\u0308',
  '\u00df',
  'ss',
  '\u0130',
  'i',
  '%',
  '_',
  '\\',
  "'",
  '"',
  '-',
  '+',
  ',',
  ' ',
  ' ',
  ' ',
  '\u65e5',
  '\u672c',
  '\u{1f600}',
  '\ufffd',
  '\u200d',
  '*',
  '(',
  ')',
  ':',
  '.',
  '0',
  '1',
  'the',
  '\n',
  '<b>',
  '&amp;',
]

const textOf = (next: (below: number) => number, most: number) =>
  Array.from({ length: next(most) }, () => PIECES[next(PIECES.length)]).join('')

t.test('SQLite finds what memory finds, in the same order', async t => {
  const next = numbers(20_240_501)
  const sqlite = await openNewFile(`${t.testdir()}/site.sqlite`)
  t.teardown(() => sqlite.close())
  const sites = [await makeSite({ store: createMemoryStore() }), await makeSite({ store: sqlite })]
  const records = Array.from({ length: 150 }, (_, at) =>
    recordOf(`post-${at}`, {
      title: textOf(next, 8),
      content: textOf(next, 30),
      excerpt: textOf(next, 6),
      date: `2024-01-${String(1 + next(28)).padStart(2, '0')}T00:00:00`,
    }),
  )
  for (const { store } of sites)
    await store.transaction(async contents => void (await postsIn(contents).insertMany(records)))

  const orders = ['relevance', 'relevance&order=asc', 'date', 'title', 'title&order=asc', 'slug']
  const columns = [
    '',
    '&search_columns=post_title',
    '&search_columns=post_content,post_excerpt',
    '&search_semantics=exact',
  ]
  const differing: string[] = []
  let found = 0
  for (let round = 0; round < 600; round++) {
    const search = encodeURIComponent(textOf(next, 7))
    const query = `search=${search}&orderby=${orders[next(orders.length)]}${columns[next(columns.length)]}&per_page=100&_fields=id`
    const [memory, sql] = await Promise.all(
      sites.map(async ({ send }) => {
        const { status, headers, text } = await send(`GET /posts?${query}`)
        return `${status} ${headers['X-CMS-Total']} ${text()}`
      }),
    )
    if (memory !== sql) differing.push(`${query}: ${memory} | ${sql}`)
    if (memory?.startsWith('200') && !memory.endsWith('[]')) found++
  }
  t.same(differing, [])
  t.ok(found > 100, `${found} searches found something`)
})
