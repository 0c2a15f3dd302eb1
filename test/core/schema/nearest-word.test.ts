import { nearestWord } from '@platen/core'
import t from 'tap'

const words = ['minimum', 'maximum', 'maxLength', 'id', 'permission', 'type']

const cases: readonly (readonly [given: string, nearest: string | undefined])[] = [
  ['minimun', 'minimum'],
  ['maxlenght', 'maxLength'],
  ['MAXIMUM', 'maximum'],
  ['typ', 'type'],
  ['min', 'minimum'],
  ['permission_callback', 'permission'],
  ['colour', undefined],
  ['c', undefined],
  ['', undefined],
  ['x'.repeat(100_000), undefined],
]

for (const [given, nearest] of cases)
  t.test(`"${given.slice(0, 20)}"`, async t => t.equal(nearestWord(given, words), nearest))

t.equal(nearestWord('a', []), undefined)
