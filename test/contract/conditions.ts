import { type PostRecord, postsIn, wherePosts } from '@platen/site'
import type { Condition } from '@platen/storage'
import { type ContractCase, odd } from './contract-test.js'
import { samplePost } from './sample-records.js'

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
  ['eq text', wherePosts.eq('title', 'Ärger im BÜRO'), ['umlaut']],
  ['eq text in another case', wherePosts.eq('title', 'ärger im büro'), []],
  ['eq text with quotes', wherePosts.eq('title', `100% "double" 'single'`), ['quotes']],
  ['eq text that looks like a pattern', wherePosts.eq('title', '%'), []],
  ['eq empty text', wherePosts.eq('title', ''), ['empty']],
  ['eq number', wherePosts.eq('author', 2), ['plain', 'quotes']],
  ['eq negative number', wherePosts.eq('menuOrder', -1), ['umlaut']],
  ['eq large number', wherePosts.eq('menuOrder', 1000000000000), ['empty']],
  ['eq fraction', wherePosts.eq('menuOrder', 1.5), []],
  ['eq NaN', wherePosts.eq('menuOrder', Number.NaN), []],
  ['eq infinity', wherePosts.eq('menuOrder', Number.POSITIVE_INFINITY), []],
  ['eq null', wherePosts.eq('dateGmt', null), ['umlaut']],
  ['eq null of a field that never is', wherePosts.eq('title', odd(null)), []],
  ['eq number of a text', wherePosts.eq('title', odd(1)), []],
  ['eq text of a number', wherePosts.eq('author', odd('2')), []],
  ['eq boolean', wherePosts.eq('author', odd(true)), []],
  ['eq false', wherePosts.eq('author', odd(false)), []],
  ['ne text', wherePosts.ne('status', 'publish'), ['quotes', 'underscore', 'emoji']],
  ['ne number', wherePosts.ne('author', 5), except('emoji', 'wide')],
  ['ne null', wherePosts.ne('dateGmt', null), except('umlaut')],
  ['ne value of a field that may be null', wherePosts.ne('dateGmt', '2024-01-02T00:00:00'), except('backslash')],
  ['ne value of another kind', wherePosts.ne('author', odd('2')), all],
  ['ne NaN', wherePosts.ne('author', Number.NaN), all],
  ['lt number', wherePosts.lt('menuOrder', 1), ['umlaut', 'plain']],
  ['lte number', wherePosts.lte('menuOrder', 1), ['umlaut', 'plain', 'quotes']],
  ['gt number', wherePosts.gt('menuOrder', 4), ['wide', 'empty']],
  ['gte number', wherePosts.gte('menuOrder', 4), ['emoji', 'wide', 'empty']],
  ['lt fraction', wherePosts.lt('menuOrder', 0.5), ['umlaut', 'plain']],
  ['lt infinity', wherePosts.lt('menuOrder', Number.POSITIVE_INFINITY), all],
  ['gt NaN', wherePosts.gt('menuOrder', Number.NaN), []],
  ['lt text', wherePosts.lt('title', 'arger'), ['quotes', 'empty']],
  ['gte text, by code points', wherePosts.gte('title', '～'), ['emoji', 'wide']],
  ['gt text, by code points', wherePosts.gt('title', '～ wide'), ['emoji']],
  ['lt text, by code points', wherePosts.lt('title', '😀'), except('emoji')],
  [
    'lte date that may be null',
    wherePosts.lte('dateGmt', '2024-01-01T00:00:00'),
    except('umlaut', 'backslash', 'japanese'),
  ],
  ['gt date that may be null', wherePosts.gt('dateGmt', '2024-01-01T00:00:00'), ['backslash', 'japanese']],
  [
    'not lte date that may be null',
    wherePosts.not(wherePosts.lte('dateGmt', '2024-01-01T00:00:00')),
    ['umlaut', 'backslash', 'japanese'],
  ],
  ['lte null', wherePosts.lte('dateGmt', null), []],
  ['gt null', wherePosts.gt('dateGmt', null), []],
  ['lt number of a text', wherePosts.lt('title', odd(5)), []],
  ['gt text of a number', wherePosts.gt('author', odd('')), []],
  ['gt boolean', wherePosts.gt('author', odd(false)), []],
  ['in texts', wherePosts.in('status', ['draft', 'private']), ['quotes', 'underscore', 'emoji']],
  ['in texts with what nobody has', wherePosts.in('status', ['nobody', 'private', '%']), ['emoji']],
  ['in many texts', wherePosts.in('slug', [...'abcdefghijk', 'under_score', '😀 face']), ['underscore', 'emoji']],
  ['in numbers', wherePosts.in('author', [3, 4]), ['underscore', 'backslash', 'japanese']],
  ['in three numbers', wherePosts.in('author', [3, 4, 0]), ['underscore', 'backslash', 'japanese', 'empty']],
  ['in many numbers', wherePosts.in('author', [4, ...Array.from({ length: 20 }, (_, at) => at + 10)]), ['japanese']],
  ['in one', wherePosts.in('author', [4]), ['japanese']],
  ['in the same twice', wherePosts.in('author', [4, 4, 4]), ['japanese']],
  ['in nothing', wherePosts.in('author', []), []],
  ['in null', wherePosts.in('dateGmt', [null]), ['umlaut']],
  ['in null or a value', wherePosts.in('dateGmt', [null, '2024-01-02T00:00:00']), ['umlaut', 'backslash']],
  ['in null of a field that never is', wherePosts.in('author', odd([null, 4])), ['japanese']],
  ['in values of other kinds', wherePosts.in('author', odd(['4', true, null, Number.NaN])), []],
  ['in values of all kinds', wherePosts.in('author', odd(['4', true, null, 4, Number.NaN])), ['japanese']],
  ['in of a field that may be null', wherePosts.in('dateGmt', ['2024-01-02T00:00:00', 'x']), ['backslash']],
  ['notIn texts', wherePosts.notIn('status', ['draft', 'private']), except('quotes', 'underscore', 'emoji')],
  ['notIn numbers', wherePosts.notIn('author', [3, 4]), except('underscore', 'backslash', 'japanese')],
  ['notIn nothing', wherePosts.notIn('author', []), all],
  ['notIn null', wherePosts.notIn('dateGmt', [null]), except('umlaut')],
  ['notIn of a field that may be null', wherePosts.notIn('dateGmt', ['2024-01-02T00:00:00']), except('backslash')],
  [
    'notIn many of a field that may be null',
    wherePosts.notIn('dateGmt', [...'abcdefghijkl', '2024-01-02T00:00:00']),
    except('backslash'),
  ],
  ['notIn null or a value', wherePosts.notIn('dateGmt', [null, '2024-01-02T00:00:00']), except('umlaut', 'backslash')],
  ['notIn values of other kinds', wherePosts.notIn('author', odd(['3'])), all],
  ['equalsText', wherePosts.equalsText('title', 'ARGER IM BÚRO'), ['umlaut', 'plain']],
  ['equalsText of a long text', wherePosts.equalsText('content', 'Before arger im buro after'), ['umlaut', 'plain']],
  ['equalsText with pattern characters', wherePosts.equalsText('title', 'under%score'), []],
  ['equalsText of empty text', wherePosts.equalsText('title', ''), ['empty']],
  ['equalsText of nothing but a mark', wherePosts.equalsText('title', '\u0301'), ['empty']],
  ['equalsText of a number', wherePosts.equalsText('author', '2'), []],
  ['equalsText of a field without folded text', wherePosts.equalsText('status', 'DRAFT'), ['quotes', 'underscore']],
  ['equalsText of a field that may be null', wherePosts.equalsText('dateGmt', '2024-01-02t00:00:00'), ['backslash']],
  ['containsText', wherePosts.containsText('title', 'gér IM b'), ['umlaut', 'plain']],
  ['containsText of a long text', wherePosts.containsText('content', 'RE ÄRG'), ['umlaut', 'plain']],
  ['containsText, one character', wherePosts.containsText('title', 'Ü'), ['umlaut', 'plain', 'quotes', 'underscore']],
  ['containsText, two characters', wherePosts.containsText('title', 'UN'), ['underscore']],
  ['containsText, percent', wherePosts.containsText('title', '%'), ['quotes']],
  ['containsText, percent and more', wherePosts.containsText('title', '0% "'), ['quotes']],
  ['containsText, underscore', wherePosts.containsText('title', 'r_s'), ['underscore']],
  ['containsText, underscore is not a wildcard', wherePosts.containsText('title', 'arger_im'), []],
  ['containsText, percent is not a wildcard', wherePosts.containsText('title', 'arg%im'), []],
  ['containsText, star is not a wildcard', wherePosts.containsText('title', 'arg*'), []],
  ['containsText, double quotes', wherePosts.containsText('title', '"double"'), ['quotes']],
  ['containsText, nothing but quotes', wherePosts.containsText('title', '"""'), []],
  ['containsText, single quotes', wherePosts.containsText('title', `'single'`), ['quotes']],
  ['containsText, backslash', wherePosts.containsText('title', 'k\\s'), ['backslash']],
  ['containsText, a single backslash', wherePosts.containsText('title', '\\'), ['backslash']],
  ['containsText, Japanese', wherePosts.containsText('title', '本語'), ['japanese']],
  ['containsText, longer Japanese', wherePosts.containsText('title', '日本語の'), ['japanese']],
  ['containsText, voiced kana folded', wherePosts.containsText('title', 'ダイトル'), ['japanese']],
  ['containsText, emoji', wherePosts.containsText('title', '😀 f'), ['emoji']],
  ['containsText, emoji alone', wherePosts.containsText('title', '😀'), ['emoji']],
  ['containsText, words of a query language', wherePosts.containsText('content', 'before OR after'), []],
  ['containsText, replacement character', wherePosts.containsText('title', '\uFFFD\uFFFD\uFFFD'), []],
  ['containsText, NUL', wherePosts.containsText('title', 'arg\0er'), []],
  ['containsText, empty', wherePosts.containsText('title', ''), all],
  ['containsText, empty, of a number', wherePosts.containsText('author', ''), all],
  ['containsText, empty, of null', wherePosts.containsText('dateGmt', ''), all],
  ['containsText of a number', wherePosts.containsText('menuOrder', '1'), []],
  ['containsText longer than any text', wherePosts.containsText('title', 'ab'.repeat(30000)), []],
  ['containsText of a field without folded text', wherePosts.containsText('status', 'IVA'), ['emoji']],
  ['containsText of a field that may be null', wherePosts.containsText('dateGmt', '-01-03t'), ['japanese']],
  ['not containsText', wherePosts.not(wherePosts.containsText('title', 'arger')), except('umlaut', 'plain')],
  [
    'not containsText of a field that may be null',
    wherePosts.not(wherePosts.containsText('dateGmt', '-01-03')),
    except('japanese'),
  ],
  ['startsWithText', wherePosts.startsWithText('title', 'ARG'), ['umlaut', 'plain']],
  ['startsWithText in the middle', wherePosts.startsWithText('title', 'im'), []],
  ['startsWithText with pattern characters', wherePosts.startsWithText('title', '100%'), ['quotes']],
  ['startsWithText, emoji', wherePosts.startsWithText('title', '😀'), ['emoji']],
  ['startsWithText, empty', wherePosts.startsWithText('title', ''), all],
  ['startsWithText of a long text', wherePosts.startsWithText('content', 'BEFORE back'), ['backslash']],
  ['startsWithText longer than the text', wherePosts.startsWithText('title', 'under_score and more'), []],
  ['startsWithText of a number', wherePosts.startsWithText('author', '2'), []],
  ['endsWithText', wherePosts.endsWithText('title', 'bÜro'), ['umlaut', 'plain']],
  ['endsWithText in the middle', wherePosts.endsWithText('title', 'im'), []],
  ['endsWithText with pattern characters', wherePosts.endsWithText('title', '_score'), ['underscore']],
  ['endsWithText, all of it', wherePosts.endsWithText('title', 'under_score'), ['underscore']],
  ['endsWithText, Japanese', wherePosts.endsWithText('title', 'タイトル'), ['japanese']],
  ['endsWithText, empty', wherePosts.endsWithText('title', ''), all],
  ['endsWithText longer than the text', wherePosts.endsWithText('title', 'an under_score'), []],
  ['has on a text', wherePosts.has('title', 'under_score'), []],
  ['has on a number', wherePosts.has('author', '2'), []],
  ['and', wherePosts.and(wherePosts.eq('status', 'draft'), wherePosts.eq('author', 2)), ['quotes']],
  ['and of nothing', wherePosts.and(), all],
  ['and of one', wherePosts.and(wherePosts.eq('author', 4)), ['japanese']],
  ['and with parts left out', wherePosts.and(undefined, wherePosts.eq('author', 4), undefined), ['japanese']],
  ['and with what never holds', wherePosts.and(wherePosts.eq('author', 4), wherePosts.or()), []],
  ['or', wherePosts.or(wherePosts.eq('status', 'private'), wherePosts.eq('author', 2)), ['plain', 'quotes', 'emoji']],
  ['or of nothing', wherePosts.or(), []],
  ['or with what always holds', wherePosts.or(wherePosts.eq('author', 4), wherePosts.and()), all],
  [
    'or of one text in several fields',
    wherePosts.or(
      wherePosts.containsText('title', '_sco'),
      wherePosts.containsText('content', '_sco'),
      wherePosts.containsText('excerpt', '_sco'),
    ),
    ['underscore'],
  ],
  [
    'or of texts of several lengths',
    wherePosts.or(
      wherePosts.containsText('title', '日'),
      wherePosts.containsText('content', '_sco'),
      wherePosts.containsText('title', '日本語'),
    ),
    ['underscore', 'japanese'],
  ],
  [
    'or of an empty text and others',
    wherePosts.and(
      wherePosts.eq('author', 2),
      wherePosts.or(wherePosts.containsText('title', ''), wherePosts.containsText('content', 'zzz')),
    ),
    ['plain', 'quotes'],
  ],
  [
    'or with what is not folded text',
    wherePosts.or(wherePosts.containsText('status', 'priv'), wherePosts.containsText('title', 'wide')),
    ['emoji', 'wide'],
  ],
  ['not', wherePosts.not(wherePosts.eq('status', 'publish')), ['quotes', 'underscore', 'emoji']],
  ['not of always', wherePosts.not(wherePosts.and()), []],
  ['not of never', wherePosts.not(wherePosts.or()), all],
  ['not of not', wherePosts.not(wherePosts.not(wherePosts.eq('author', 4))), ['japanese']],
  [
    'not of or',
    wherePosts.not(wherePosts.or(wherePosts.eq('author', 2), wherePosts.eq('dateGmt', null))),
    except('umlaut', 'plain', 'quotes'),
  ],
  [
    'and in or in and',
    wherePosts.and(
      wherePosts.gt('author', 1),
      wherePosts.or(
        wherePosts.and(wherePosts.eq('status', 'draft'), wherePosts.eq('author', 3)),
        wherePosts.eq('author', 4),
      ),
    ),
    ['underscore', 'japanese'],
  ],
  [
    'five hundred parts',
    wherePosts.or(...Array.from({ length: 500 }, (_, at) => wherePosts.eq('author', at + 4))),
    ['japanese', 'emoji', 'wide'],
  ],
  [
    'three thousand parts',
    wherePosts.and(
      wherePosts.eq('author', 4),
      ...Array.from({ length: 3000 }, (_, at) => wherePosts.ne('menuOrder', at + 10)),
    ),
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
      const { id } = await postsIn(store).insert(samplePost(samples[name]))
      names.set(id, name)
    }
    for (const [name, condition, expected] of cases) {
      const { records, total } = await postsIn(store).find({ where: condition, total: true })
      const found = records.map(({ id }) => names.get(id))
      t.same(found, expected, name)
      t.equal(total, expected.length, `${name}: total`)
      t.equal(await postsIn(store).count(condition), expected.length, `${name}: count`)
      const titles = new Set(records.map(({ title }) => title))
      t.same([...(await postsIn(store).distinct('title', condition))].sort(), [...titles].sort(), `${name}: distinct`)
      t.same(
        await postsIn(store).tally('title', condition),
        tallied(records.map(({ title }) => title)),
        `${name}: tally`,
      )
      t.equal((await postsIn(store).first({ where: condition }))?.id, records[0]?.id, `${name}: first`)
    }
    const everything = { op: 'and', all: [] } as const
    const { records } = await postsIn(store).find({})
    for (const length of [1, 4, 7, 100]) {
      const starts = records.map(({ title }) => [...title].slice(0, length).join(''))
      t.same(await postsIn(store).tally('title', everything, length), tallied(starts), `beginnings of ${length}`)
    }
  })
}
