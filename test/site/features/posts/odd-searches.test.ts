import { cmsDialect, type PostRecord, wpDialect } from '@platen/site'
import t from 'tap'
import { onEveryStore } from '../../every-store.js'

/** Posts by a letter. */
const TITLES: Readonly<Record<string, string>> = {
  a: 'zero 0 here',
  b: 'nospace',
  c: 'the "quoted" word',
  d: 'a - minus',
  e: 'one,comma',
  f: 'back\\slash',
  g: "it's",
}

/** What a search finds, in both dialects or in each of them. */
const SEARCHES: readonly (readonly [search: string, cms: string, wp?: string])[] = [
  ['-', ''],
  ['--', 'abcefg'],
  ['- -', 'abcefg'],
  ['-,-', 'abcdefg'],
  ['-"', 'abdefg'],
  ["-'", 'abcdef'],
  ['zero -', 'a'],
  ['-zero', 'bcdefg'],
  ['-zero -minus', 'bcefg'],
  ['"   "', 'acd'],
  ['zero " "', 'a'],
  ['"zero 0"', 'a'],
  ['"zero " "0 "', 'a'],
  ['"here "', ''],
  ['""', ''],
  ['"', 'c'],
  ['"quoted', 'c'],
  ['" - "', 'd'],
  ['-" "', 'acd'],
  ['0', 'a'],
  ['00', ''],
  ['"0"', 'a', ''],
  ['nospace 0', '', 'b'],
  ['0 0', 'a', ''],
  ['-0', 'bcdefg'],
  ['\\', 'f', 'abcdefg'],
  ['\\\\', '', 'f'],
  ['back\\slash', 'f', ''],
  ['back\\\\slash', '', 'f'],
  ['nospace\\', '', 'b'],
  ['\\"quoted', '', 'c'],
]

for (const dialect of [cmsDialect, wpDialect])
  onEveryStore(t, `searches of odd shapes in the dialect ${dialect.name}`, async (t, make) => {
    const { send } = await make({ dialect })
    const letters = new Map<number, string>()
    for (const [at, [letter, title]] of Object.entries(TITLES).entries()) {
      const body = { title, status: 'publish', date: `2020-01-0${at + 1}T00:00:00` }
      letters.set(((await send('POST /posts', { body })).body as PostRecord).id, letter)
    }
    for (const [search, cms, wp = cms] of SEARCHES)
      for (const orderby of ['date', 'relevance']) {
        // A text that counts as none is refused as one to order by: see the table of search texts.
        if (search === '0' && orderby === 'relevance' && dialect.zeroIsEmpty) continue
        const { body } = await send(`GET /posts?_fields=id&orderby=${orderby}&search=${encodeURIComponent(search)}`)
        const found = (body as PostRecord[]).map(({ id }) => letters.get(id)).sort()
        t.equal(found.join(''), dialect === wpDialect ? wp : cms, `${JSON.stringify(search)} by ${orderby}`)
      }
  })
