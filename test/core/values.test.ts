import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import {
  canonicalJson,
  groupBy,
  hasFewerCharacters,
  hasMoreCharacters,
  isUrl,
  isUuid,
  newUuid,
  normalize,
  presentEmptyObjects,
  trimCharacters,
  trimEndCharacters,
  trimStartCharacters,
} from '@platen/core'
import t from 'tap'
import { grows } from '../growth.js'
import { loadModule } from './load-module.js'

const texts: readonly (readonly [value: unknown, text: string])[] = [
  [{ b: 1, a: { d: [1, { f: 1, e: 2 }], c: null } }, '{"a":{"c":null,"d":[1,{"e":2,"f":1}]},"b":1}'],
  ['é"', '"é\\""'],
  ['1', '"1"'],
  [1, '1'],
  [true, 'true'],
  [null, 'null'],
  [undefined, 'null'],
  [[undefined, 1], '[null,1]'],
  [{ a: undefined }, '{}'],
]
for (const [value, text] of texts) {
  t.test(`writes ${text}`, async t => {
    t.equal(canonicalJson(value), text)
  })
}

t.test('a value without a JSON form is a 400', async t => {
  const circular: unknown[] = []
  circular.push({ circular })
  let deep: unknown = {}
  for (let level = 0; level < 100_000; level++) deep = [deep]
  for (const value of [circular, deep, [1n]]) {
    t.throws(() => canonicalJson(value), { name: 'RestError', code: 'rest_invalid_json', status: 400 })
  }
})

const value = { a: {}, b: [{}, { c: {} }], d: null, e: 'x' }

t.test('empty objects are presented as the dialect requires', async t => {
  t.equal(presentEmptyObjects(value), value)
  t.strictSame(presentEmptyObjects(value, 'list'), { a: [], b: [[], { c: [] }], d: null, e: 'x' })
  t.strictSame(presentEmptyObjects({}, 'list'), [])
})

const { generate, generateLater } =
  await loadModule<typeof import('../../packages/core/src/generate.js')>('generate.js')

t.test('a function is generated from source, in which names refer to values', async t => {
  const add = generate<(by: number) => number>({ start: 40 }, 'return by => start + by')
  t.equal(add?.(2), 42)
  t.throws(() => generate({}, 'return ('), SyntaxError)
})

t.test('a function is replaced after many calls', async t => {
  const plain: number[] = []
  const generated: number[] = []
  const call = generateLater(
    (index: number) => plain.push(index),
    () => (index: number) => generated.push(index),
  )
  for (let index = 0; index < 1000; index++) call(index)
  t.ok(plain.length > 1 && generated.length > 1, 'both are used')
  t.strictSame(
    [...plain, ...generated],
    Array.from({ length: 1000 }, (_, index) => index),
  )
})

t.test('the function stays where code generation is disallowed', async t => {
  const url = new URL('../../../packages/core/dist/generate.js', import.meta.url)
  const program = `
    import { generate, generateLater } from ${JSON.stringify(url.href)}
    const call = generateLater(() => 'plain', () => generate({}, 'return () => "generated"'))
    console.log([...new Set(Array.from({ length: 1000 }, () => call()))].join())`
  const run = async (...options: string[]) => {
    const args = [...options, '--input-type=module', '--eval', program]
    const { stdout } = await promisify(execFile)(process.execPath, args)
    return stdout.trim()
  }
  t.equal(await run(), 'plain,generated')
  t.equal(await run('--disallow-code-generation-from-strings'), 'plain')
})

t.test('groups values by a key, in the order in which the keys first occur', async t => {
  const groups = groupBy(['pear', 'fig', 'plum', 'date', 'kiwi', 'elder'], word => word.length)
  t.strictSame(
    [...groups],
    [
      [4, ['pear', 'plum', 'date', 'kiwi']],
      [3, ['fig']],
      [5, ['elder']],
    ],
  )
})

t.test('keys are compared as those of a map', async t => {
  const [one, other] = [{ name: 'one' }, { name: 'one' }]
  t.equal(groupBy([one, other, one], value => value).size, 2)
  t.strictSame(groupBy([1, Number.NaN, 2, Number.NaN], value => value).get(Number.NaN), [Number.NaN, Number.NaN])
})

t.test('iterates once over any iterable; an empty one gives no groups', async t => {
  t.strictSame(
    [...groupBy(new Set([1, 2, 3]), value => value % 2 === 0)],
    [
      [false, [1, 3]],
      [true, [2]],
    ],
  )
  t.equal(groupBy([], () => 'key').size, 0)
})

type WhenKnownModule = typeof import('../../packages/core/src/maybe-promise.js')

const { whenAvailable }: WhenKnownModule = await import(
  new URL('../../../packages/core/dist/maybe-promise.js', import.meta.url).href
)

t.test('a known value is used at once', async t => {
  t.equal(
    whenAvailable(2, value => value + 1),
    3,
  )
  t.equal(
    whenAvailable(undefined, value => value),
    undefined,
  )
  t.throws(
    () =>
      whenAvailable(1, () => {
        throw new Error('refused')
      }),
    { message: 'refused' },
  )
})

t.test('a promise is used when it is fulfilled', async t => {
  t.equal(await whenAvailable(Promise.resolve(2), value => value + 1), 3)
  await t.rejects(Promise.resolve(whenAvailable(Promise.reject<number>(new Error('failed')), value => value)), {
    message: 'failed',
  })
})

t.test('so is a promise of another realm', async t => {
  const { runInNewContext } = await import('node:vm')
  const other: Promise<number> = runInNewContext('Promise.resolve(2)')
  t.notOk(other instanceof Promise)
  t.equal(await whenAvailable(other, value => value + 1), 3)
})

t.test('new UUIDs are UUIDs, and differ', async t => {
  const made = Array.from({ length: 100 }, newUuid)
  t.ok(made.every(isUuid))
  t.equal(new Set(made).size, 100)
  t.match(made[0], /^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/)
})

t.test('other texts are not UUIDs', async t => {
  const [uuid = ''] = [newUuid()]
  for (const text of ['', uuid.toUpperCase(), `{${uuid}}`, uuid.slice(1), `${uuid}\n`]) t.notOk(isUuid(text), text)
})

const PAIR = '🎈'

t.test('a character outside the Basic Multilingual Plane counts once', async t => {
  for (const [text, count] of [
    ['', 0],
    ['abc', 3],
    [PAIR.repeat(3), 3],
    [`a${PAIR}b`, 3],
    ['a\u0301', 2],
  ] as const) {
    for (const limit of [0, 1, 2, 3, 4, 6, 7]) {
      t.equal(hasMoreCharacters(text, limit), count > limit, `${text} has more than ${limit}`)
      t.equal(hasFewerCharacters(text, limit), count < limit, `${text} has fewer than ${limit}`)
    }
  }
})

t.test('texts of any length cost what the limit allows', async t => {
  for (const compare of [hasMoreCharacters, hasFewerCharacters]) {
    t.equal(
      await grows(length => {
        const text = PAIR.repeat(length)
        return () => Array.from({ length: 1000 }, () => compare(text, 200))
      }, 1_000_000),
      undefined,
    )
  }
})

for (const [text, base, expected] of [
  ['https://a.example/', undefined, true],
  ['mailto:a@b.example', undefined, true],
  ['/path', undefined, false],
  ['/path', 'https://a.example', true],
  ['https://', 'https://a.example', false],
  ['', undefined, false],
  ['https://bücher.example/', undefined, true],
  ['https://日本.example/', undefined, true],
] as const)
  t.test(`${text} ${base ?? ''}`, async t => {
    t.equal(isUrl(text, base), expected)
  })

t.test('in a process that has parsed many URLs', async t => {
  for (let count = 0; count < 100_000; count++) isUrl('https://a.example/')
  t.ok(isUrl('https://bücher.example/'))
})

t.test('successive characters', async t => {
  for (const [text, characters, both, start, end] of [
    ['//a/b//', '/', 'a/b', 'a/b//', '//a/b'],
    ['', '/', '', '', ''],
    ['///', '/', '', '', ''],
    ['a', '/', 'a', 'a', 'a'],
    ['*-a*-b-*', '-*', 'a*-b', 'a*-b-*', '*-a*-b'],
    ['a', '', 'a', 'a', 'a'],
  ] as const) {
    t.equal(trimCharacters(text, characters), both, text)
    t.equal(trimStartCharacters(text, characters), start, text)
    t.equal(trimEndCharacters(text, characters), end, text)
  }
})

t.test('texts are put in normal forms', async t => {
  t.equal(normalize('e\u0301', 'NFC'), 'é')
  t.equal(normalize('é', 'NFD'), 'e\u0301')
  t.equal(normalize('ﬁ', 'NFKC'), 'fi')
  t.equal(normalize('a\u0301\u0323', 'NFD'), 'a\u0323\u0301', 'marks are in order')
})

t.test('marks in large numbers are cut', async t => {
  t.equal(normalize(`a${'\u0301'.repeat(30)}b`, 'NFD'), `a${'\u0301'.repeat(30)}b`)
  t.equal(normalize(`a${'\u0301'.repeat(1000)}b${'\u0323'.repeat(1000)}`, 'NFD').length, 62)
})
