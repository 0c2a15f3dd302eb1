import { parseQuery, writeQuery } from '@platen/core'
import t from 'tap'

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
