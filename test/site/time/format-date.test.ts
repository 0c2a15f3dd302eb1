import t from 'tap'
import { loadModule } from '../load-module.js'

const { formatDate } =
  await loadModule<typeof import('../../../packages/site/src/kernel/time/format-date.js')>('kernel/time/format-date.js')
const { siteTime } =
  await loadModule<typeof import('../../../packages/site/src/kernel/time/site-time.js')>('kernel/time/site-time.js')

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
  ['2020-06-05T10:04:09', 'p e T I', '-03:30 -03:30 GMT-0330 0', -210],
  ['2020-06-05T10:04:09', 'p r', 'Z Fri, 05 Jun 2020 10:04:09 +0000'],
  ['2024-07-05T09:08:07', 'B u v U', '422 000000 000 1720170487'],
  ['2024-07-05T23:30:00', 'B', '020'],
  ['2020-06-05T10:04:09', 'x X', '2020 +2020'],
  ['2020-06-05T10:04:09', 'q \\', 'q '],
]

for (const [local, format, expected, offset] of DATES)
  t.test(`${local} as ${format}`, async t => {
    t.equal(formatDate(local, format, offset), expected)
  })

const ZONES: readonly (readonly [zone: string, local: string, format: string, expected: string])[] = [
  ['UTC', '2024-07-05T09:08:07', 'T e I p', 'UTC UTC 0 Z'],
  ['', '2024-07-05T09:08:07', 'T e I p', 'GMT+0000 +00:00 0 Z'],
  ['UTC+2', '2024-07-05T09:08:07', 'T e I P', 'GMT+0200 +02:00 0 +02:00'],
  ['Europe/Berlin', '2024-07-05T09:08:07', 'T e I O', 'CEST Europe/Berlin 1 +0200'],
  ['Europe/Berlin', '2024-01-05T09:08:07', 'T I O', 'CET 0 +0100'],
  ['America/St_Johns', '2024-07-05T09:08:07', 'T I Z', 'NDT 1 -9000'],
  ['Pacific/Auckland', '2024-01-05T09:08:07', 'T I', 'NZDT 1'],
  ['Pacific/Auckland', '2024-07-05T09:08:07', 'T I', 'NZST 0'],
  ['Asia/Tokyo', '2024-07-05T09:08:07', 'T', 'JST'],
  ['Etc/GMT+5', '2024-07-05T09:08:07', 'T e', '-05 Etc/GMT+5'],
]

for (const [zone, local, format, expected] of ZONES)
  t.test(`${format} in ${zone}`, async t => {
    t.equal(formatDate(local, format, siteTime(zone)), expected)
  })
