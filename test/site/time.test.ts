import { isTimeZone, millisecondsOf, siteTime } from '@platen/site'
import t from 'tap'
import { loadModule } from './load-module.js'

/** Local time, and the UTC that it is; the third is how it comes back when the clock never shows it. */
const LOCAL: readonly (readonly [zone: string, local: string, utc: string, back?: string])[] = [
  ['', '2024-05-01T12:00:00', '2024-05-01T12:00:00'],
  ['UTC', '2024-05-01T12:00:00', '2024-05-01T12:00:00'],
  ['UTC+2', '2024-05-01T12:00:00', '2024-05-01T10:00:00'],
  ['UTC-3.5', '2024-05-01T12:00:00', '2024-05-01T15:30:00'],
  ['UTC+5.75', '2024-05-01T12:00:00', '2024-05-01T06:15:00'],
  ['Europe/Berlin', '2021-01-15T12:00:00', '2021-01-15T11:00:00'],
  ['Europe/Berlin', '2021-07-15T12:00:00', '2021-07-15T10:00:00'],
  ['Europe/Berlin', '2021-03-28T01:59:59', '2021-03-28T00:59:59'],
  ['Europe/Berlin', '2021-03-28T02:30:00', '2021-03-28T01:30:00', '2021-03-28T03:30:00'],
  ['Europe/Berlin', '2021-03-28T03:00:00', '2021-03-28T01:00:00'],
  ['Europe/Berlin', '2021-10-31T01:59:59', '2021-10-30T23:59:59'],
  ['Europe/Berlin', '2021-10-31T03:00:00', '2021-10-31T02:00:00'],
  ['America/New_York', '2021-03-14T01:59:59', '2021-03-14T06:59:59'],
  ['America/New_York', '2021-03-14T02:30:00', '2021-03-14T07:30:00', '2021-03-14T03:30:00'],
  ['America/New_York', '2021-03-14T03:00:00', '2021-03-14T07:00:00'],
  ['America/New_York', '2021-11-07T00:59:59', '2021-11-07T04:59:59'],
  ['America/New_York', '2021-11-07T02:00:00', '2021-11-07T07:00:00'],
  ['Australia/Lord_Howe', '2021-10-03T02:15:00', '2021-10-02T15:45:00', '2021-10-03T02:45:00'],
  ['Pacific/Apia', '2011-12-29T23:59:59', '2011-12-30T09:59:59'],
  ['Pacific/Apia', '2011-12-30T12:00:00', '2011-12-30T22:00:00', '2011-12-31T12:00:00'],
  ['Pacific/Apia', '2011-12-31T00:00:00', '2011-12-30T10:00:00'],
  ['Asia/Kathmandu', '2024-01-01T00:00:00', '2023-12-31T18:15:00'],
  ['Europe/Berlin', '1890-01-01T12:00:00', '1890-01-01T11:06:32'],
  ['Europe/Berlin', '0001-01-01T00:30:00', '0000-12-31T23:36:32'],
  ['Europe/Berlin', '0999-05-05T00:00:00', '0999-05-04T23:06:32'],
  ['Europe/Berlin', '9999-12-31T23:59:59', '9999-12-31T22:59:59'],
]

t.test('local time is a moment, whatever the clock does', async t => {
  for (const [zone, local, utc, back = local] of LOCAL) {
    const time = siteTime(zone)
    t.equal(time.toUtc(local), utc, `${local} ${zone}`)
    t.equal(time.moment(local), millisecondsOf(utc))
    t.equal(time.toLocal(utc), back, `${utc} in ${zone}`)
    t.equal(time.local(millisecondsOf(utc)), back)
    t.equal(time.utc(millisecondsOf(utc)), utc)
  }
})

t.test('an ambiguous local time is one of the two moments', async t => {
  for (const [zone, local, moments] of [
    ['Europe/Berlin', '2021-10-31T02:30:00', ['2021-10-31T00:30:00', '2021-10-31T01:30:00']],
    ['America/New_York', '2021-11-07T01:30:00', ['2021-11-07T05:30:00', '2021-11-07T06:30:00']],
    ['Australia/Lord_Howe', '2021-04-04T01:45:00', ['2021-04-03T14:45:00', '2021-04-03T15:15:00']],
  ] as const) {
    const time = siteTime(zone)
    for (const utc of moments) t.equal(time.toLocal(utc), local)
    t.ok((moments as readonly string[]).includes(time.toUtc(local)), `${local} ${zone}`)
  }
})

t.test('every hour of two years converts both ways', async t => {
  for (const zone of ['Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe', 'America/Sao_Paulo', 'UTC-9.5']) {
    const time = siteTime(zone)
    const start = millisecondsOf('2017-01-01T00:00:00')
    const wrong: string[] = []
    for (let hour = 0; hour < 2 * 365 * 24; hour++) {
      const utc = time.utc(start + hour * 3_600_000)
      const local = time.toLocal(utc)
      if (time.toLocal(time.toUtc(local)) !== local) wrong.push(utc)
    }
    t.same(wrong, [], zone)
  }
})

t.test('times are clamped to the years 0000 to 9999', async t => {
  for (const [zone, last, first] of [
    ['UTC+14', '9999-12-31T23:59:59', '0000-01-01T14:00:00'],
    ['UTC-12', '9999-12-31T11:59:59', '0000-01-01T00:00:00'],
    ['America/New_York', '9999-12-31T18:59:59', '0000-01-01T00:00:00'],
  ] as const) {
    const time = siteTime(zone)
    t.equal(time.toLocal('9999-12-31T23:59:59'), last, zone)
    t.equal(time.toLocal('0000-01-01T00:00:00'), first, zone)
    for (const edge of ['0000-01-01T00:00:00', '9999-12-31T23:59:59'])
      t.match(time.toUtc(edge), /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/)
  }
  t.equal(siteTime('').local(8.64e15), '9999-12-31T23:59:59')
  t.equal(siteTime('').utc(-8.64e15), '0000-01-01T00:00:00')
})

t.test('offsets are minutes', async t => {
  const summer = millisecondsOf('2021-07-01T00:00:00')
  for (const [zone, hours, minutes] of [
    ['', 0, 0],
    ['', 5.5, 330],
    ['', -3.75, -225],
    ['UTC', 7, 0],
    ['UTC+2', 7, 120],
    ['Europe/Berlin', 7, 120],
    ['Asia/Kathmandu', 0, 345],
    ['Nowhere/Land', 3, 180],
  ] as const) {
    t.equal(siteTime(zone, hours).offset(summer), minutes, `${zone} ${hours}`)
  }
})

t.test('zones are known by name', async t => {
  for (const name of ['UTC', 'Europe/Berlin', 'America/Argentina/Buenos_Aires']) t.ok(isTimeZone(name), name)
  for (const name of ['', 'Nowhere/Land', 'Europe/', '__proto__']) t.notOk(isTimeZone(name), name)
})

const { formatDate } =
  await loadModule<typeof import('../../packages/site/src/kernel/time/format-date.js')>('kernel/time/format-date.js')

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
