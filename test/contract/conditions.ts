import { type Condition, type PostRecord, where } from '@platen/site'
import { type ContractCase, odd } from './contract-test.js'
import { samplePost } from './sample-records.js'

const { posts } = where

const title = (text: string) => ({ title: text, content: `before ${text} after`, slug: text })

/** Records by name, which describes what is special about each. */
const samples = {
  umlaut: { ...title('Ärger im BÜRO'), menuOrder: -1, author: 1, dateGmt: null },
  plain: { ...title('arger im buro'), menuOrder: 0, author: 2 },
  quotes: { ...title(`100% "double" 'single'`), menuOrder: 1, author: 2, status: 'draft' },
  underscore: { ...title('under_score'), menuOrder: 2, author: 3, status: 'draft' },
  backslash: { ...title('back\\slash'), menuOrder: 2, author: 3, dateGmt: '2024-01-02T00:00:00' },
  japanese: { ...title('日本語のタイトル'), menuOrder: 3, author: 4, dateGmt: '2024-01-03T00:00:00' },
  emoji: { ...title('😀 face'), menuOrder: 4, author: 5, status: 'private', password: 'secret' },
  wide: { ...title('～ wide'), menuOrder: 5, author: 5 },
  empty: { ...title(''), menuOrder: 1000000000000, author: 0 },
}

type Name = keyof typeof samples
const all = Object.keys(samples) as Name[]
const except = (...names: Name[]) => all.filter(name => !names.includes(name))

const cases: readonly [name: string, condition: Condition<PostRecord>, expected: readonly Name[]][] = [
  ['eq text', posts.eq('title', 'Ärger im BÜRO'), ['umlaut']],
  ['eq text in another case', posts.eq('title', 'ärger im büro'), []],
  ['eq text with quotes', posts.eq('title', `100% "double" 'single'`), ['quotes']],
  ['eq text that looks like a pattern', posts.eq('title', '%'), []],
  ['eq empty text', posts.eq('title', ''), ['empty']],
  ['eq number', posts.eq('author', 2), ['plain', 'quotes']],
  ['eq negative number', posts.eq('menuOrder', -1), ['umlaut']],
  ['eq large number', posts.eq('menuOrder', 1000000000000), ['empty']],
  ['eq fraction', posts.eq('menuOrder', 1.5), []],
  ['eq NaN', posts.eq('menuOrder', Number.NaN), []],
  ['eq infinity', posts.eq('menuOrder', Number.POSITIVE_INFINITY), []],
  ['eq null', posts.eq('dateGmt', null), ['umlaut']],
  ['eq null of a field that never is', posts.eq('title', odd(null)), []],
  ['eq number of a text', posts.eq('title', odd(1)), []],
  ['eq text of a number', posts.eq('author', odd('2')), []],
  ['eq boolean', posts.eq('author', odd(true)), []],
  ['eq false', posts.eq('author', odd(false)), []],
  ['ne text', posts.ne('status', 'publish'), ['quotes', 'underscore', 'emoji']],
  ['ne number', posts.ne('author', 5), except('emoji', 'wide')],
  ['ne null', posts.ne('dateGmt', null), except('umlaut')],
  ['ne value of a field that may be null', posts.ne('dateGmt', '2024-01-02T00:00:00'), except('backslash')],
  ['ne value of another kind', posts.ne('author', odd('2')), all],
  ['ne NaN', posts.ne('author', Number.NaN), all],
  ['lt number', posts.lt('menuOrder', 1), ['umlaut', 'plain']],
  ['lte number', posts.lte('menuOrder', 1), ['umlaut', 'plain', 'quotes']],
  ['gt number', posts.gt('menuOrder', 4), ['wide', 'empty']],
  ['gte number', posts.gte('menuOrder', 4), ['emoji', 'wide', 'empty']],
  ['lt fraction', posts.lt('menuOrder', 0.5), ['umlaut', 'plain']],
  ['lt infinity', posts.lt('menuOrder', Number.POSITIVE_INFINITY), all],
  ['gt NaN', posts.gt('menuOrder', Number.NaN), []],
  ['lt text', posts.lt('title', 'arger'), ['quotes', 'empty']],
  ['gte text, by code points', posts.gte('title', '～'), ['emoji', 'wide']],
  ['gt text, by code points', posts.gt('title', '～ wide'), ['emoji']],
  ['lt text, by code points', posts.lt('title', '😀'), except('emoji')],
  ['lte date that may be null', posts.lte('dateGmt', '2024-01-01T00:00:00'), except('umlaut', 'backslash', 'japanese')],
  ['gt date that may be null', posts.gt('dateGmt', '2024-01-01T00:00:00'), ['backslash', 'japanese']],
  [
    'not lte date that may be null',
    posts.not(posts.lte('dateGmt', '2024-01-01T00:00:00')),
    ['umlaut', 'backslash', 'japanese'],
  ],
  ['lte null', posts.lte('dateGmt', null), []],
  ['gt null', posts.gt('dateGmt', null), []],
  ['lt number of a text', posts.lt('title', odd(5)), []],
  ['gt text of a number', posts.gt('author', odd('')), []],
  ['gt boolean', posts.gt('author', odd(false)), []],
  ['in texts', posts.in('status', ['draft', 'private']), ['quotes', 'underscore', 'emoji']],
  ['in texts with what nobody has', posts.in('status', ['nobody', 'private', '%']), ['emoji']],
  ['in many texts', posts.in('slug', [...'abcdefghijk', 'under_score', '😀 face']), ['underscore', 'emoji']],
  ['in numbers', posts.in('author', [3, 4]), ['underscore', 'backslash', 'japanese']],
  ['in three numbers', posts.in('author', [3, 4, 0]), ['underscore', 'backslash', 'japanese', 'empty']],
  ['in many numbers', posts.in('author', [4, ...Array.from({ length: 20 }, (_, at) => at + 10)]), ['japanese']],
  ['in one', posts.in('author', [4]), ['japanese']],
  ['in the same twice', posts.in('author', [4, 4, 4]), ['japanese']],
  ['in nothing', posts.in('author', []), []],
  ['in null', posts.in('dateGmt', [null]), ['umlaut']],
  ['in null or a value', posts.in('dateGmt', [null, '2024-01-02T00:00:00']), ['umlaut', 'backslash']],
  ['in null of a field that never is', posts.in('author', odd([null, 4])), ['japanese']],
  ['in values of other kinds', posts.in('author', odd(['4', true, null, Number.NaN])), []],
  ['in values of all kinds', posts.in('author', odd(['4', true, null, 4, Number.NaN])), ['japanese']],
  ['in of a field that may be null', posts.in('dateGmt', ['2024-01-02T00:00:00', 'x']), ['backslash']],
  ['notIn texts', posts.notIn('status', ['draft', 'private']), except('quotes', 'underscore', 'emoji')],
  ['notIn numbers', posts.notIn('author', [3, 4]), except('underscore', 'backslash', 'japanese')],
  ['notIn nothing', posts.notIn('author', []), all],
  ['notIn null', posts.notIn('dateGmt', [null]), except('umlaut')],
  ['notIn of a field that may be null', posts.notIn('dateGmt', ['2024-01-02T00:00:00']), except('backslash')],
  [
    'notIn many of a field that may be null',
    posts.notIn('dateGmt', [...'abcdefghijkl', '2024-01-02T00:00:00']),
    except('backslash'),
  ],
  ['notIn null or a value', posts.notIn('dateGmt', [null, '2024-01-02T00:00:00']), except('umlaut', 'backslash')],
  ['notIn values of other kinds', posts.notIn('author', odd(['3'])), all],
  ['equalsText', posts.equalsText('title', 'ARGER IM BÚRO'), ['umlaut', 'plain']],
  ['equalsText of a long text', posts.equalsText('content', 'Before arger im buro after'), ['umlaut', 'plain']],
  ['equalsText with pattern characters', posts.equalsText('title', 'under%score'), []],
  ['equalsText of empty text', posts.equalsText('title', ''), ['empty']],
  ['equalsText of nothing but a mark', posts.equalsText('title', '\u0301'), ['empty']],
  ['equalsText of a number', posts.equalsText('author', '2'), []],
  ['equalsText of a field without folded text', posts.equalsText('status', 'DRAFT'), ['quotes', 'underscore']],
  ['equalsText of a field that may be null', posts.equalsText('dateGmt', '2024-01-02t00:00:00'), ['backslash']],
  ['containsText', posts.containsText('title', 'gér IM b'), ['umlaut', 'plain']],
  ['containsText of a long text', posts.containsText('content', 'RE ÄRG'), ['umlaut', 'plain']],
  ['containsText, one character', posts.containsText('title', 'Ü'), ['umlaut', 'plain', 'quotes', 'underscore']],
  ['containsText, two characters', posts.containsText('title', 'UN'), ['underscore']],
  ['containsText, percent', posts.containsText('title', '%'), ['quotes']],
  ['containsText, percent and more', posts.containsText('title', '0% "'), ['quotes']],
  ['containsText, underscore', posts.containsText('title', 'r_s'), ['underscore']],
  ['containsText, underscore is not a wildcard', posts.containsText('title', 'arger_im'), []],
  ['containsText, percent is not a wildcard', posts.containsText('title', 'arg%im'), []],
  ['containsText, star is not a wildcard', posts.containsText('title', 'arg*'), []],
  ['containsText, double quotes', posts.containsText('title', '"double"'), ['quotes']],
  ['containsText, nothing but quotes', posts.containsText('title', '"""'), []],
  ['containsText, single quotes', posts.containsText('title', `'single'`), ['quotes']],
  ['containsText, backslash', posts.containsText('title', 'k\\s'), ['backslash']],
  ['containsText, a single backslash', posts.containsText('title', '\\'), ['backslash']],
  ['containsText, Japanese', posts.containsText('title', '本語'), ['japanese']],
  ['containsText, longer Japanese', posts.containsText('title', '日本語の'), ['japanese']],
  ['containsText, voiced kana folded', posts.containsText('title', 'ダイトル'), ['japanese']],
  ['containsText, emoji', posts.containsText('title', '😀 f'), ['emoji']],
  ['containsText, emoji alone', posts.containsText('title', '😀'), ['emoji']],
  ['containsText, words of a query language', posts.containsText('content', 'before OR after'), []],
  ['containsText, replacement character', posts.containsText('title', '\uFFFD\uFFFD\uFFFD'), []],
  ['containsText, NUL', posts.containsText('title', 'arg\0er'), []],
  ['containsText, empty', posts.containsText('title', ''), all],
  ['containsText, empty, of a number', posts.containsText('author', ''), all],
  ['containsText, empty, of null', posts.containsText('dateGmt', ''), all],
  ['containsText of a number', posts.containsText('menuOrder', '1'), []],
  ['containsText longer than any text', posts.containsText('title', 'ab'.repeat(30000)), []],
  ['containsText of a field without folded text', posts.containsText('status', 'IVA'), ['emoji']],
  ['containsText of a field that may be null', posts.containsText('dateGmt', '-01-03t'), ['japanese']],
  ['not containsText', posts.not(posts.containsText('title', 'arger')), except('umlaut', 'plain')],
  [
    'not containsText of a field that may be null',
    posts.not(posts.containsText('dateGmt', '-01-03')),
    except('japanese'),
  ],
  ['startsWithText', posts.startsWithText('title', 'ARG'), ['umlaut', 'plain']],
  ['startsWithText in the middle', posts.startsWithText('title', 'im'), []],
  ['startsWithText with pattern characters', posts.startsWithText('title', '100%'), ['quotes']],
  ['startsWithText, emoji', posts.startsWithText('title', '😀'), ['emoji']],
  ['startsWithText, empty', posts.startsWithText('title', ''), all],
  ['startsWithText of a long text', posts.startsWithText('content', 'BEFORE back'), ['backslash']],
  ['startsWithText longer than the text', posts.startsWithText('title', 'under_score and more'), []],
  ['startsWithText of a number', posts.startsWithText('author', '2'), []],
  ['endsWithText', posts.endsWithText('title', 'bÜro'), ['umlaut', 'plain']],
  ['endsWithText in the middle', posts.endsWithText('title', 'im'), []],
  ['endsWithText with pattern characters', posts.endsWithText('title', '_score'), ['underscore']],
  ['endsWithText, all of it', posts.endsWithText('title', 'under_score'), ['underscore']],
  ['endsWithText, Japanese', posts.endsWithText('title', 'タイトル'), ['japanese']],
  ['endsWithText, empty', posts.endsWithText('title', ''), all],
  ['endsWithText longer than the text', posts.endsWithText('title', 'an under_score'), []],
  ['has on a text', posts.has('title', 'under_score'), []],
  ['has on a number', posts.has('author', '2'), []],
  ['and', posts.and(posts.eq('status', 'draft'), posts.eq('author', 2)), ['quotes']],
  ['and of nothing', posts.and(), all],
  ['and of one', posts.and(posts.eq('author', 4)), ['japanese']],
  ['and with parts left out', posts.and(undefined, posts.eq('author', 4), undefined), ['japanese']],
  ['and with what never holds', posts.and(posts.eq('author', 4), posts.or()), []],
  ['or', posts.or(posts.eq('status', 'private'), posts.eq('author', 2)), ['plain', 'quotes', 'emoji']],
  ['or of nothing', posts.or(), []],
  ['or with what always holds', posts.or(posts.eq('author', 4), posts.and()), all],
  [
    'or of one text in several fields',
    posts.or(
      posts.containsText('title', '_sco'),
      posts.containsText('content', '_sco'),
      posts.containsText('excerpt', '_sco'),
    ),
    ['underscore'],
  ],
  [
    'or of texts of several lengths',
    posts.or(
      posts.containsText('title', '日'),
      posts.containsText('content', '_sco'),
      posts.containsText('title', '日本語'),
    ),
    ['underscore', 'japanese'],
  ],
  [
    'or of an empty text and others',
    posts.and(posts.eq('author', 2), posts.or(posts.containsText('title', ''), posts.containsText('content', 'zzz'))),
    ['plain', 'quotes'],
  ],
  [
    'or with what is not folded text',
    posts.or(posts.containsText('status', 'priv'), posts.containsText('title', 'wide')),
    ['emoji', 'wide'],
  ],
  ['not', posts.not(posts.eq('status', 'publish')), ['quotes', 'underscore', 'emoji']],
  ['not of always', posts.not(posts.and()), []],
  ['not of never', posts.not(posts.or()), all],
  ['not of not', posts.not(posts.not(posts.eq('author', 4))), ['japanese']],
  [
    'not of or',
    posts.not(posts.or(posts.eq('author', 2), posts.eq('dateGmt', null))),
    except('umlaut', 'plain', 'quotes'),
  ],
  [
    'and in or in and',
    posts.and(
      posts.gt('author', 1),
      posts.or(posts.and(posts.eq('status', 'draft'), posts.eq('author', 3)), posts.eq('author', 4)),
    ),
    ['underscore', 'japanese'],
  ],
  [
    'five hundred parts',
    posts.or(...Array.from({ length: 500 }, (_, at) => posts.eq('author', at + 4))),
    ['japanese', 'emoji', 'wide'],
  ],
  [
    'three thousand parts',
    posts.and(posts.eq('author', 4), ...Array.from({ length: 3000 }, (_, at) => posts.ne('menuOrder', at + 10))),
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
export function conditionCases(add: ContractCase): void {
  add('conditions', async (t, store) => {
    const names = new Map<number, Name>()
    for (const name of all) {
      const { id } = await store.posts.insert(samplePost(samples[name]))
      names.set(id, name)
    }
    for (const [name, condition, expected] of cases) {
      const { records, total } = await store.posts.find({ where: condition, total: true })
      const found = records.map(({ id }) => names.get(id))
      t.same(found, expected, name)
      t.equal(total, expected.length, `${name}: total`)
      t.equal(await store.posts.count(condition), expected.length, `${name}: count`)
      const titles = new Set(records.map(({ title }) => title))
      t.same([...(await store.posts.distinct('title', condition))].sort(), [...titles].sort(), `${name}: distinct`)
      t.same(await store.posts.tally('title', condition), tallied(records.map(({ title }) => title)), `${name}: tally`)
      t.equal((await store.posts.first({ where: condition }))?.id, records[0]?.id, `${name}: first`)
    }
    const everything = { op: 'and', all: [] } as const
    const { records } = await store.posts.find({})
    for (const length of [1, 4, 7, 100]) {
      const starts = records.map(({ title }) => [...title].slice(0, length).join(''))
      t.same(await store.posts.tally('title', everything, length), tallied(starts), `beginnings of ${length}`)
    }
  })
}
