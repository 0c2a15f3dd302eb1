import t from 'tap'
import { loadModule } from '../load-module.js'

const { formatDate } =
  await loadModule<typeof import('../../../packages/site/src/time/format-date.js')>('time/format-date.js')

const DATES: readonly (readonly [local: string, format: string, expected: string, offset?: number])[] = [
  ['2020-06-05T10:04:09', 'F j, Y', 'June 5, 2020'],
  ['2020-06-05T10:04:09', 'Y-m-d H:i:s', '2020-06-05 10:04:09'],
  ['2020-06-05T00:04:09', 'g:i a', '12:04 am'],
  ['2020-06-05T13:04:09', 'h A G', '01 PM 13'],
  ['2020-06-01T13:04:09', 'jS', '1st'],
  ['2020-06-12T13:04:09', 'jS', '12th'],
  ['2020-06-23T13:04:09', 'jS', '23rd'],
  ['2020-06-05T10:04:09', 'D l N w', 'Fri Friday 5 5'],
  ['2020-03-01T10:04:09', 'z t L', '60 31 1'],
  ['2021-01-03T10:04:09', 'o W', '2020 53'],
  ['2018-12-31T10:04:09', 'o W', '2019 01'],
  ['2020-06-05T10:04:09', '\\Y\\e\\a\\r: y', 'Year: 20'],
  ['2020-06-05T10:04:09', 'c', '2020-06-05T10:04:09+02:00', 120],
  ['2020-06-05T10:04:09', 'O P Z', '-0330 -03:30 -12600', -210],
  ['2020-06-05T10:04:09', 'x \\', 'x '],
]

for (const [local, format, expected, offset] of DATES)
  t.test(`${local} as ${format}`, async t => {
    t.equal(formatDate(local, format, offset), expected)
  })
