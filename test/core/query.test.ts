import { parsePairs, parseQuery, writeQuery } from '@platen/core'
import t from 'tap'

/** Nested maps have no prototype; what is compared here is their content. */
const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value))

const queries: { name: string; text: string; params: Record<string, unknown> }[] = [
  { name: 'nothing', text: '', params: {} },
  { name: 'a value', text: 'a=1', params: { a: '1' } },
  { name: 'a name alone', text: 'flag', params: { flag: '' } },
  { name: 'an empty value', text: 'a=', params: { a: '' } },
  { name: 'a value with equals signs', text: 'a=b=c', params: { a: 'b=c' } },
  { name: 'empty parts', text: '&&a=1&&b=2&', params: { a: '1', b: '2' } },
  { name: 'no name', text: '=1', params: {} },
  { name: 'the last of several', text: 'a=1&a=2', params: { a: '2' } },
  { name: 'plus and percent', text: 'a=b+c%20d%2Be&f%20g=%C3%A9', params: { a: 'b c d+e', 'f g': 'é' } },
  { name: 'names after spaces', text: ' a=1&++b=2&%20c d=3', params: { a: '1', b: '2', 'c d': '3' } },
  {
    name: 'names with brackets after spaces',
    text: '+a[]=1&%20a[]=2& b[c]= d',
    params: { a: ['1', '2'], b: { c: ' d' } },
  },
  { name: 'a name of spaces', text: '+=1&a=2&++=3', params: { a: '2' } },
  { name: 'a list', text: 'a[]=1&a[]=2', params: { a: ['1', '2'] } },
  { name: 'a list with indexes', text: 'a[0]=1&a[1]=2', params: { a: ['1', '2'] } },
  { name: 'encoded brackets', text: 'a%5B%5D=1&a%5Bb%5D=2', params: { a: { 0: '1', b: '2' } } },
  { name: 'indexes that begin late', text: 'a[1]=1', params: { a: { 1: '1' } } },
  { name: 'the index after the largest', text: 'a[5]=x&a[]=y', params: { a: { 5: 'x', 6: 'y' } } },
  { name: 'indexes beside names', text: 'a[b]=1&a[]=2&a[]=3', params: { a: { b: '1', 0: '2', 1: '3' } } },
  { name: 'a map', text: 'a[b]=1&a[c]=2', params: { a: { b: '1', c: '2' } } },
  { name: 'a nested map', text: 'a[b][c]=1&a[b][d]=2', params: { a: { b: { c: '1', d: '2' } } } },
  { name: 'lists of maps', text: 'a[][b]=1&a[][b]=2', params: { a: [{ b: '1' }, { b: '2' }] } },
  { name: 'a list after a value', text: 'a=1&a[]=2', params: { a: ['2'] } },
  { name: 'a value after a list', text: 'a[]=1&a=2', params: { a: '2' } },
  { name: 'a map after a value within', text: 'a[b]=1&a[b][c]=2', params: { a: { b: { c: '2' } } } },
  { name: 'text after the brackets', text: 'a[b]c=1', params: { a: { b: '1' } } },
  { name: 'a bracket that stays open', text: 'a[b=1', params: { 'a[b': '1' } },
  { name: 'a bracket that closes nothing', text: 'a]=1', params: { 'a]': '1' } },
  { name: 'a name with a dot', text: 'a.b=1', params: { 'a.b': '1' } },
  { name: 'a percent sign that escapes nothing', text: 'a=%zz%41%', params: { a: '%zzA%' } },
  { name: 'bytes that are not UTF-8', text: 'a=%FFb%C3%A9', params: { a: '\ufffdbé' } },
  { name: 'a lone surrogate', text: 'a=%ED%A0%80', params: { a: '\ufffd\ufffd\ufffd' } },
  { name: 'a NUL', text: 'a=%00', params: { a: '\0' } },
]

for (const { name, text, params } of queries) {
  t.test(`reads ${name}: ${text}`, async t => {
    t.strictSame(plain(parseQuery(text)), plain(params))
  })
}

t.test('names of Object.prototype are ordinary names', async t => {
  const params = parseQuery('__proto__[x]=1&constructor=2&toString=3&a[__proto__][y]=4')
  t.same(Object.keys(params), ['__proto__', 'constructor', 'toString', 'a'])
  t.match(Object.entries(params)[0], ['__proto__', { x: '1' }])
  t.notOk('hasOwnProperty' in params || 'valueOf' in params)
  t.equal(({} as Record<string, unknown>)['x'], undefined)
  t.equal(({} as Record<string, unknown>)['y'], undefined)
})

t.test('only the first 1,000 parameters are read', async t => {
  const many = Array.from({ length: 100_000 }, (_, i) => `p${i}=${i}`).join('&')
  const params = parseQuery(many)
  t.equal(Object.keys(params).length, 1000)
  t.equal(params['p999'], '999')
  const list = parseQuery('a[]=1&'.repeat(100_000))
  t.equal((list['a'] as unknown[]).length, 1000)
})

t.test('brackets nest 64 deep', async t => {
  let value: unknown = parseQuery(`a${'[x]'.repeat(10_000)}=1`)
  let depth = 0
  while (typeof value === 'object' && value !== null) {
    value = Object.values(value)[0]
    depth++
  }
  t.equal(depth, 64)
  t.equal(value, '1')
})

t.test('parsePairs reads decoded pairs', async t => {
  const params = parsePairs([
    ['a[]', '1+1'],
    ['a[]', '%41'],
    ['b', 'x&y=z'],
    ['', 'nothing'],
  ])
  t.strictSame(plain(params), { a: ['1+1', '%41'], b: 'x&y=z' })
  const pairs = Array.from({ length: 2000 }, (_, i): [string, string] => [`p${i}`, ''])
  t.equal(Object.keys(parsePairs(pairs)).length, 1000)
})

const written: { params: Record<string, unknown>; text: string }[] = [
  { params: {}, text: '' },
  { params: { a: 1, b: 'x y&z', c: 'é' }, text: 'a=1&b=x+y%26z&c=%C3%A9' },
  { params: { yes: true, no: false, nothing: null, absent: undefined }, text: 'yes=1&no' },
  { params: { empty: '', list: ['', 'x'] }, text: 'empty&list%5B0%5D&list%5B1%5D=x' },
  { params: { list: ['a', 'b'] }, text: 'list%5B0%5D=a&list%5B1%5D=b' },
  { params: { map: { a: { b: [1.5] } } }, text: 'map%5Ba%5D%5Bb%5D%5B0%5D=1.5' },
  { params: { none: [], empty: {} }, text: '' },
  { params: { '(a)': 1, marks: "it's (a) b*c ~d!" }, text: '(a)=1&marks=it%27s+%28a%29+b%2Ac+%7Ed%21' },
  { params: { broken: 'a\ud800b' }, text: 'broken=a%EF%BF%BDb' },
  { params: { 'broken\udfff': '1' }, text: 'broken%EF%BF%BD=1' },
]

for (const { params, text } of written) {
  t.test(`writes ${JSON.stringify(params)}`, async t => {
    t.equal(writeQuery(params), text)
  })
}

const roundTrips: Record<string, unknown>[] = [
  { a: '1' },
  { a: ['1', '2', ['3', { b: '4' }]] },
  { a: { b: { c: ['x'], d: 'y' } }, 'sp ace': '+%&=#?[' },
  { a: '100% "quoted" – ünïcode 🎈', b: '\0\r\n' },
]

for (const params of roundTrips) {
  t.test(`reads back what it wrote: ${JSON.stringify(params)}`, async t => {
    t.strictSame(JSON.parse(JSON.stringify(parseQuery(writeQuery(params)))), params)
  })
}
