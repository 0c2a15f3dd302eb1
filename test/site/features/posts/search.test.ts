import type { PostRecord } from '@platen/site'
import t, { type Test } from 'tap'
import { onEveryStore } from '../../every-store.js'
import type { TestSite } from '../../make-site.js'

/** Posts by a letter, each a day later than the one before. */
const POSTS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  a: { title: 'foo bar', content: 'x' },
  b: { title: 'bar', content: 'foo' },
  c: { title: 'baz 50% off_now', content: 'foo and c' },
  d: { title: 'bar foo', content: 'x' },
  e: { title: 'other', content: 'the bar foo bar' },
  f: { title: 'other two', content: 'bar', excerpt: 'foo bar' },
  g: { title: 'fooo barr', content: 'x' },
  h: { title: '\u00c9t\u00e9 \u65e5\u672c\u8a9e', content: 'back\\slash "quoted" it\u2019s' },
}

async function filled(made: TestSite): Promise<ReadonlyMap<number, string>> {
  const letters = new Map<number, string>()
  for (const [at, [letter, post]] of Object.entries(POSTS).entries()) {
    const body = { ...post, status: 'publish', date: `2020-01-0${at + 1}T00:00:00` }
    letters.set(((await made.send('POST /posts', { body })).body as PostRecord).id, letter)
  }
  return letters
}

/** Asks a site for searches and compares with the letters of what is expected, in this order. */
async function compare(
  t: Test,
  made: TestSite,
  cases: readonly (readonly [search: string, letters: string])[],
  more: string,
) {
  const letters = await filled(made)
  for (const [search, expected] of cases) {
    const { status, body } = await made.send(
      `GET /posts?_fields=id&per_page=100&search=${encodeURIComponent(search)}&${more}`,
    )
    const found = status === 200 ? (body as PostRecord[]).map(({ id }) => letters.get(id)).join('') : `${status}`
    t.equal(found, expected, JSON.stringify(search))
  }
}

const BY_RELEVANCE: readonly (readonly [search: string, letters: string])[] = [
  ['foo', 'gdafecb'],
  ['foo bar', 'agdbfe'],
  ['"foo bar"', 'afe'],
  ['FOO Bar', 'agdbfe'],
  ['f\u00f6o', 'gdafecb'],
  ['foo,bar', 'gdabfe'],
  ['foo+bar', 'gdabfe'],
  ['\n foo \t bar ', 'agdbfe'],
  ["foo 'bar'", 'gdabfe'],
  ['"foo" "bar"', 'gdabfe'],
  ['foo"bar"', 'gdabfe'],
  ['"foo bar', 'afe'],
  ['foo "', 'gdafecb'],
  ["foo'", 'gdafecb'],
  ['"" foo', 'gdafecb'],
  ['foo -', 'gdafecb'],
  ['foo - bar', 'gdabfe'],
  ['foo the', 'gdafecb'],
  ['THE foo "of" www', 'gdafecb'],
  ['the bar foo', 'gdabef'],
  ['foo z', 'gdafecb'],
  ['foo a', 'gdacfeb'],
  ['foo b c d e f g h i j k', 'gdafecb'],
  ['foo -bar', 'c'],
  ['-bar foo', 'c'],
  ['foo "-bar"', 'c'],
  ['foo -bar -off', ''],
  ['foo -the', 'gdacb'],
  ['fo', 'gdafecb'],
  ['oo ba', 'gadcbfe'],
  ['foo bar foo bar foo bar', 'gdabfe'],
  ['foo bar foo bar foo bar foo', 'gfedba'],
  ['foo bar foo bar foo bar -off', 'gdabfe'],
  ['bar foo bar foo bar foo bar foo bar foo', ''],
  ['nothing', ''],
]

const BY_DATE: readonly (readonly [search: string, letters: string])[] = [
  ['-foo', 'h'],
  ['-foo -bar', 'h'],
  ['-baz', 'hgfedba'],
  ['-"foo bar" foo', 'fea'],
  ['%', 'c'],
  ['50%', 'c'],
  ['baz 50%', 'c'],
  ['5%f', ''],
  ['_', 'c'],
  ['off_now', 'c'],
  ['offxnow', ''],
  ['b%z', ''],
  ['the', 'fe'],
  ['z', 'c'],
  ['a b', ''],
  ['back\\slash', 'h'],
  ['\\', 'h'],
  ['\u65e5\u672c', 'h'],
  ['\u672c', 'h'],
  ['ete', 'h'],
  ['\u00c9T\u00c9', 'h'],
  ['it\u2019s', 'h'],
  ['quoted', 'h'],
  ['*', ''],
  ['foo*', ''],
  ['foo OR bar', 'gfedba'],
  ['title:foo', ''],
  ['NEAR(foo bar)', ''],
  ['(foo', ''],
  ["'; drop table posts; --", ''],
  ['foo\0nothing', ''],
  ['\0', 'hgfedcba'],
  ['', 'hgfedcba'],
  ['   ', 'hgfedcba'],
]

onEveryStore(t, 'the best first', async (t, make) => {
  await compare(t, await make(), BY_RELEVANCE, 'orderby=relevance')
})

onEveryStore(t, 'what is found', async (t, make) => {
  await compare(t, await make(), BY_DATE, 'orderby=date')
})

onEveryStore(t, 'the other way round', async (t, make) => {
  await compare(
    t,
    await make(),
    [
      ['foo bar', 'adgbfe'],
      ['foo', 'adgbcef'],
    ],
    'orderby=relevance&order=asc',
  )
})

onEveryStore(t, 'where it is looked for', async (t, make) => {
  const made = await make()
  await compare(
    t,
    made,
    [
      ['foo', 'gda'],
      ['foo bar', 'gda'],
      ['-foo', 'hfecb'],
    ],
    'search_columns=post_title',
  )
  const other = await make()
  await compare(
    t,
    other,
    [
      ['foo', 'fecb'],
      ['foo bar', 'fe'],
    ],
    'search_columns[]=post_content&search_columns[]=post_excerpt',
  )
})

onEveryStore(t, 'what cannot be searched for', async (t, make) => {
  const { send } = await make()
  for (const [query, code] of [
    ['orderby=relevance', 'rest_no_search_term_defined'],
    ['orderby=relevance&search=', 'rest_no_search_term_defined'],
    ['orderby=relevance&search=%20', 'rest_no_search_term_defined'],
    ['search[]=x', 'rest_invalid_param'],
    ['search_columns=post_name', 'rest_invalid_param'],
  ] as const)
    t.match(await send(`GET /posts?${query}`), { status: 400, body: { code } }, query)
})
