import assert from 'node:assert/strict'
import type { Condition } from '../index.js'
import { type AddCase, odd } from './cases.js'
import { type BookRecord, sampleCollections } from './sample-collections.js'
import { sampleBook } from './sample-records.js'

const whereBooks = sampleCollections.books.where

const { and, containsText, endsWithText, eq, equalsText, gt, gte, has, lt, lte, ne, not, notIn, or } = whereBooks
const { in: isIn, startsWithText } = whereBooks

const title = (text: string) => ({ title: text, content: `before ${text} after`, code: text })

/** Records by name, which describes what is special about each. */
const samples = {
  umlaut: { ...title('Ärger im BÜRO'), volume: -1, author: 1, due: null },
  plain: { ...title('arger im buro'), volume: 0, author: 2 },
  quotes: { ...title(`100% "double" 'single'`), volume: 1, author: 2, status: 'draft' },
  underscore: { ...title('under_score'), volume: 2, author: 3, status: 'draft' },
  backslash: { ...title('back\\slash'), volume: 2, author: 3, due: '2024-01-02T00:00:00' },
  japanese: { ...title('日本語のタイトル'), volume: 3, author: 4, due: '2024-01-03T00:00:00' },
  emoji: { ...title('😀 face'), volume: 4, author: 5, status: 'private', restriction: 'secret' },
  wide: { ...title('～ wide'), volume: 5, author: 5 },
  empty: { ...title(''), volume: 1000000000000, author: 0 },
}

type Name = keyof typeof samples
const all = Object.keys(samples) as Name[]
const except = (...names: Name[]) => all.filter(name => !names.includes(name))

const cases: readonly [name: string, condition: Condition<BookRecord>, expected: readonly Name[]][] = [
  ['eq text', eq('title', 'Ärger im BÜRO'), ['umlaut']],
  ['eq text in another case', eq('title', 'ärger im büro'), []],
  ['eq text with quotes', eq('title', `100% "double" 'single'`), ['quotes']],
  ['eq text that looks like a pattern', eq('title', '%'), []],
  ['eq empty text', eq('title', ''), ['empty']],
  ['eq number', eq('author', 2), ['plain', 'quotes']],
  ['eq negative number', eq('volume', -1), ['umlaut']],
  ['eq large number', eq('volume', 1000000000000), ['empty']],
  ['eq fraction', eq('volume', 1.5), []],
  ['eq NaN', eq('volume', Number.NaN), []],
  ['eq infinity', eq('volume', Number.POSITIVE_INFINITY), []],
  ['eq null', eq('due', null), ['umlaut']],
  ['eq null of a field that never is', eq('title', odd(null)), []],
  ['eq number of a text', eq('title', odd(1)), []],
  ['eq text of a number', eq('author', odd('2')), []],
  ['eq boolean', eq('author', odd(true)), []],
  ['eq false', eq('author', odd(false)), []],
  ['ne text', ne('status', 'available'), ['quotes', 'underscore', 'emoji']],
  ['ne number', ne('author', 5), except('emoji', 'wide')],
  ['ne null', ne('due', null), except('umlaut')],
  ['ne value of a field that may be null', ne('due', '2024-01-02T00:00:00'), except('backslash')],
  ['ne value of another kind', ne('author', odd('2')), all],
  ['ne NaN', ne('author', Number.NaN), all],
  ['lt number', lt('volume', 1), ['umlaut', 'plain']],
  ['lte number', lte('volume', 1), ['umlaut', 'plain', 'quotes']],
  ['gt number', gt('volume', 4), ['wide', 'empty']],
  ['gte number', gte('volume', 4), ['emoji', 'wide', 'empty']],
  ['lt fraction', lt('volume', 0.5), ['umlaut', 'plain']],
  ['lt infinity', lt('volume', Number.POSITIVE_INFINITY), all],
  ['gt NaN', gt('volume', Number.NaN), []],
  ['lt text', lt('title', 'arger'), ['quotes', 'empty']],
  ['gte text, by code points', gte('title', '～'), ['emoji', 'wide']],
  ['gt text, by code points', gt('title', '～ wide'), ['emoji']],
  ['lt text, by code points', lt('title', '😀'), except('emoji')],
  ['lte acquired that may be null', lte('due', '2024-01-01T00:00:00'), except('umlaut', 'backslash', 'japanese')],
  ['gt acquired that may be null', gt('due', '2024-01-01T00:00:00'), ['backslash', 'japanese']],
  ['not lte acquired that may be null', not(lte('due', '2024-01-01T00:00:00')), ['umlaut', 'backslash', 'japanese']],
  ['lte null', lte('due', null), []],
  ['gt null', gt('due', null), []],
  ['lt number of a text', lt('title', odd(5)), []],
  ['gt text of a number', gt('author', odd('')), []],
  ['gt boolean', gt('author', odd(false)), []],
  ['in texts', isIn('status', ['draft', 'private']), ['quotes', 'underscore', 'emoji']],
  ['in texts with what nobody has', isIn('status', ['nobody', 'private', '%']), ['emoji']],
  ['in many texts', isIn('code', [...'abcdefghijk', 'under_score', '😀 face']), ['underscore', 'emoji']],
  ['in numbers', isIn('author', [3, 4]), ['underscore', 'backslash', 'japanese']],
  ['in three numbers', isIn('author', [3, 4, 0]), ['underscore', 'backslash', 'japanese', 'empty']],
  ['in many numbers', isIn('author', [4, ...Array.from({ length: 20 }, (_, at) => at + 10)]), ['japanese']],
  ['in one', isIn('author', [4]), ['japanese']],
  ['in the same twice', isIn('author', [4, 4, 4]), ['japanese']],
  ['in nothing', isIn('author', []), []],
  ['in null', isIn('due', [null]), ['umlaut']],
  ['in null or a value', isIn('due', [null, '2024-01-02T00:00:00']), ['umlaut', 'backslash']],
  ['in null of a field that never is', isIn('author', odd([null, 4])), ['japanese']],
  ['in values of other kinds', isIn('author', odd(['4', true, null, Number.NaN])), []],
  ['in values of all kinds', isIn('author', odd(['4', true, null, 4, Number.NaN])), ['japanese']],
  ['in of a field that may be null', isIn('due', ['2024-01-02T00:00:00', 'x']), ['backslash']],
  ['notIn texts', notIn('status', ['draft', 'private']), except('quotes', 'underscore', 'emoji')],
  ['notIn numbers', notIn('author', [3, 4]), except('underscore', 'backslash', 'japanese')],
  ['notIn nothing', notIn('author', []), all],
  ['notIn null', notIn('due', [null]), except('umlaut')],
  ['notIn of a field that may be null', notIn('due', ['2024-01-02T00:00:00']), except('backslash')],
  [
    'notIn many of a field that may be null',
    notIn('due', [...'abcdefghijkl', '2024-01-02T00:00:00']),
    except('backslash'),
  ],
  ['notIn null or a value', notIn('due', [null, '2024-01-02T00:00:00']), except('umlaut', 'backslash')],
  ['notIn values of other kinds', notIn('author', odd(['3'])), all],
  ['equalsText', equalsText('title', 'ARGER IM BÚRO'), ['umlaut', 'plain']],
  ['equalsText of a long text', equalsText('content', 'Before arger im buro after'), ['umlaut', 'plain']],
  ['equalsText with pattern characters', equalsText('title', 'under%score'), []],
  ['equalsText of empty text', equalsText('title', ''), ['empty']],
  ['equalsText of nothing but a mark', equalsText('title', '\u0301'), ['empty']],
  ['equalsText of a number', equalsText('author', '2'), []],
  ['equalsText of a field without folded text', equalsText('status', 'DRAFT'), ['quotes', 'underscore']],
  ['equalsText of a field that may be null', equalsText('due', '2024-01-02t00:00:00'), ['backslash']],
  ['containsText', containsText('title', 'gér IM b'), ['umlaut', 'plain']],
  ['containsText of a long text', containsText('content', 'RE ÄRG'), ['umlaut', 'plain']],
  ['containsText, one character', containsText('title', 'Ü'), ['umlaut', 'plain', 'quotes', 'underscore']],
  ['containsText, two characters', containsText('title', 'UN'), ['underscore']],
  ['containsText, percent', containsText('title', '%'), ['quotes']],
  ['containsText, percent and more', containsText('title', '0% "'), ['quotes']],
  ['containsText, underscore', containsText('title', 'r_s'), ['underscore']],
  ['containsText, underscore is not a wildcard', containsText('title', 'arger_im'), []],
  ['containsText, percent is not a wildcard', containsText('title', 'arg%im'), []],
  ['containsText, star is not a wildcard', containsText('title', 'arg*'), []],
  ['containsText, double quotes', containsText('title', '"double"'), ['quotes']],
  ['containsText, nothing but quotes', containsText('title', '"""'), []],
  ['containsText, single quotes', containsText('title', `'single'`), ['quotes']],
  ['containsText, backslash', containsText('title', 'k\\s'), ['backslash']],
  ['containsText, a single backslash', containsText('title', '\\'), ['backslash']],
  ['containsText, Japanese', containsText('title', '本語'), ['japanese']],
  ['containsText, longer Japanese', containsText('title', '日本語の'), ['japanese']],
  ['containsText, voiced kana folded', containsText('title', 'ダイトル'), ['japanese']],
  ['containsText, emoji', containsText('title', '😀 f'), ['emoji']],
  ['containsText, emoji alone', containsText('title', '😀'), ['emoji']],
  ['containsText, words of a query language', containsText('content', 'before OR after'), []],
  ['containsText, replacement character', containsText('title', '\uFFFD\uFFFD\uFFFD'), []],
  ['containsText, NUL', containsText('title', 'arg\0er'), []],
  ['containsText, empty', containsText('title', ''), all],
  ['containsText, empty, of a number', containsText('author', ''), all],
  ['containsText, empty, of null', containsText('due', ''), all],
  ['containsText of a number', containsText('volume', '1'), []],
  ['containsText longer than any text', containsText('title', 'ab'.repeat(30000)), []],
  ['containsText of a field without folded text', containsText('status', 'IVA'), ['emoji']],
  ['containsText of a field that may be null', containsText('due', '-01-03t'), ['japanese']],
  ['not containsText', not(containsText('title', 'arger')), except('umlaut', 'plain')],
  ['not containsText of a field that may be null', not(containsText('due', '-01-03')), except('japanese')],
  ['startsWithText', startsWithText('title', 'ARG'), ['umlaut', 'plain']],
  ['startsWithText in the middle', startsWithText('title', 'im'), []],
  ['startsWithText with pattern characters', startsWithText('title', '100%'), ['quotes']],
  ['startsWithText, emoji', startsWithText('title', '😀'), ['emoji']],
  ['startsWithText, empty', startsWithText('title', ''), all],
  ['startsWithText of a long text', startsWithText('content', 'BEFORE back'), ['backslash']],
  ['startsWithText longer than the text', startsWithText('title', 'under_score and more'), []],
  ['startsWithText of a number', startsWithText('author', '2'), []],
  ['endsWithText', endsWithText('title', 'bÜro'), ['umlaut', 'plain']],
  ['endsWithText in the middle', endsWithText('title', 'im'), []],
  ['endsWithText with pattern characters', endsWithText('title', '_score'), ['underscore']],
  ['endsWithText, all of it', endsWithText('title', 'under_score'), ['underscore']],
  ['endsWithText, Japanese', endsWithText('title', 'タイトル'), ['japanese']],
  ['endsWithText, empty', endsWithText('title', ''), all],
  ['endsWithText longer than the text', endsWithText('title', 'an under_score'), []],
  ['has on a text', has('title', 'under_score'), []],
  ['has on a number', has('author', '2'), []],
  ['and', and(eq('status', 'draft'), eq('author', 2)), ['quotes']],
  ['and of nothing', and(), all],
  ['and of one', and(eq('author', 4)), ['japanese']],
  ['and with parts left out', and(undefined, eq('author', 4), undefined), ['japanese']],
  ['and with what never holds', and(eq('author', 4), or()), []],
  ['or', or(eq('status', 'private'), eq('author', 2)), ['plain', 'quotes', 'emoji']],
  ['or of nothing', or(), []],
  ['or with what always holds', or(eq('author', 4), and()), all],
  [
    'or of one text in several fields',
    or(containsText('title', '_sco'), containsText('content', '_sco'), containsText('blurb', '_sco')),
    ['underscore'],
  ],
  [
    'or of texts of several lengths',
    or(containsText('title', '日'), containsText('content', '_sco'), containsText('title', '日本語')),
    ['underscore', 'japanese'],
  ],
  [
    'or of an empty text and others',
    and(eq('author', 2), or(containsText('title', ''), containsText('content', 'zzz'))),
    ['plain', 'quotes'],
  ],
  [
    'or with what is not folded text',
    or(containsText('status', 'priv'), containsText('title', 'wide')),
    ['emoji', 'wide'],
  ],
  ['not', not(eq('status', 'available')), ['quotes', 'underscore', 'emoji']],
  ['not of always', not(and()), []],
  ['not of never', not(or()), all],
  ['not of not', not(not(eq('author', 4))), ['japanese']],
  ['not of or', not(or(eq('author', 2), eq('due', null))), except('umlaut', 'plain', 'quotes')],
  [
    'and in or in and',
    and(gt('author', 1), or(and(eq('status', 'draft'), eq('author', 3)), eq('author', 4))),
    ['underscore', 'japanese'],
  ],
  [
    'five hundred parts',
    or(...Array.from({ length: 500 }, (_, at) => eq('author', at + 4))),
    ['japanese', 'emoji', 'wide'],
  ],
  [
    'three thousand parts',
    and(eq('author', 4), ...Array.from({ length: 3000 }, (_, at) => ne('volume', at + 10))),
    ['japanese'],
  ],
]

/** How often each text occurs. */
function tallied(texts: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1)
  return counts
}

/** Every operator with every kind of value. */
export function conditionCases(add: AddCase): void {
  add('conditions', async (_store, { books }) => {
    const names = new Map<number, Name>()
    for (const name of all) {
      const { id } = await books.insert(sampleBook(samples[name]))
      names.set(id, name)
    }
    for (const [name, condition, expected] of cases) {
      const { records, total } = await books.find({ where: condition, total: true })
      const found = records.map(({ id }) => names.get(id))
      assert.deepEqual(found, expected, name)
      assert.equal(total, expected.length, `${name}: total`)
      assert.equal(await books.count(condition), expected.length, `${name}: count`)
      const titles = new Set(records.map(({ title }) => title))
      assert.deepEqual([...(await books.distinct('title', condition))].sort(), [...titles].sort(), `${name}: distinct`)
      assert.deepEqual(
        await books.tally('title', condition),
        tallied(records.map(({ title }) => title)),
        `${name}: tally`,
      )
      assert.equal((await books.first({ where: condition }))?.id, records[0]?.id, `${name}: first`)
    }
    const everything = { op: 'and', all: [] } as const
    const { records } = await books.find({})
    for (const length of [1, 4, 7, 100]) {
      const starts = records.map(({ title }) => [...title].slice(0, length).join(''))
      assert.deepEqual(await books.tally('title', everything, length), tallied(starts), `beginnings of ${length}`)
    }
  })
}
