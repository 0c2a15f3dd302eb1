import { headerList } from '@platen/core'
import t from 'tap'

const none = {}

const cases: { name: string; given: Parameters<typeof headerList>; list: string[] }[] = [
  { name: 'nothing', given: [none, none, true], list: [] },
  { name: 'both', given: [{ A: '1' }, { B: '2' }, true], list: ['A', '1', 'B', '2'] },
  {
    name: 'a type with a body',
    given: [{ 'Content-Type': 'text/html' }, none, true],
    list: ['Content-Type', 'text/html'],
  },
  { name: 'a type without a body', given: [{ 'Content-Type': 'text/html', A: '1' }, none, false], list: ['A', '1'] },
  { name: 'Vary of both', given: [{ Vary: 'Cookie' }, { Vary: 'Origin' }, true], list: ['Vary', 'Cookie, Origin'] },
  { name: 'Vary of one', given: [{ Vary: 'Cookie' }, none, true], list: ['Vary', 'Cookie'] },
  { name: 'Vary of the adapter', given: [none, { Vary: 'Origin' }, true], list: ['Vary', 'Origin'] },
  {
    name: 'names that are invalid',
    given: [{ 'A B': '1', 'C:': '2', 'D\n': '3', E: '4' }, none, true],
    list: ['E', '4'],
  },
  { name: 'other characters of the adapter', given: [none, { A: 'ä\n' }, true], list: ['A', '%C3%A4%0A'] },
  { name: 'line breaks', given: [{ A: 'a\r\nSet-Cookie: b\0' }, none, true], list: ['A', 'a%0D%0ASet-Cookie: b%00'] },
  {
    name: 'other characters',
    given: [{ A: 'ä 日 😀 \ud800' }, none, true],
    list: ['A', '%C3%A4 %E6%97%A5 %F0%9F%98%80 %EF%BF%BD'],
  },
]
for (const { name, given, list } of cases) {
  t.test(name, async t => t.strictSame(headerList(...given), list))
}
