import { fixedZone, millisecondsOf, offsetText, type SiteTime, type Zone } from './site-time.js'

const DAY = 86_400_000
export const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']
const MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
]

/** Writes a number with at least `length` digits. */
export const pad = (value: number, length = 2): string => String(value).padStart(length, '0')

function ordinalEnding(day: number): string {
  if (day > 10 && day < 14) return 'th'
  return ['th', 'st', 'nd', 'rd'][day % 10] ?? 'th'
}

/** The ISO 8601 week of a day, and the year that the week belongs to. */
function weekOf(date: Date): { readonly year: number; readonly week: number } {
  const thursday = new Date(date.getTime() + (4 - (date.getUTCDay() || 7)) * DAY)
  const first = Date.UTC(thursday.getUTCFullYear(), 0, 1)
  return { year: thursday.getUTCFullYear(), week: Math.floor((thursday.getTime() - first) / DAY / 7) + 1 }
}

/** Where a local time is shown: the offset from UTC in minutes, and the zone. */
interface Place {
  readonly offset: number
  readonly zone: () => Zone
}

/** A year of at least four digits, with a plus sign from the year `plusFrom` on. */
function signedYear(date: Date, plusFrom: number): string {
  const year = date.getUTCFullYear()
  const sign = year < 0 ? '-' : year >= plusFrom ? '+' : ''
  return sign + pad(Math.abs(year), 4)
}

type Write = (date: Date, place: Place) => string | number

const dayOfYear: Write = date => Math.floor((date.getTime() - Date.UTC(date.getUTCFullYear(), 0, 1)) / DAY)
const isLeap = (year: number) => new Date(Date.UTC(year, 1, 29)).getUTCMonth() === 1
const SECONDS_OF_DAY = 86_400
/** A thousandth of a day, in the zone an hour east of UTC. */
const SECONDS_OF_BEAT = 86.4
const BEAT_ZONE = 3600
const secondsOf = (date: Date, offset: number): number => Math.round(date.getTime() / 1000 - offset * 60)
const hour12 = (date: Date) => date.getUTCHours() % 12 || 12

const LETTERS: Readonly<Record<string, Write>> = {
  d: date => pad(date.getUTCDate()),
  D: date => (WEEKDAYS[date.getUTCDay()] ?? '').slice(0, 3),
  j: date => date.getUTCDate(),
  l: date => WEEKDAYS[date.getUTCDay()] ?? '',
  N: date => date.getUTCDay() || 7,
  S: date => ordinalEnding(date.getUTCDate()),
  w: date => date.getUTCDay(),
  z: dayOfYear,
  W: date => pad(weekOf(date).week),
  F: date => MONTHS[date.getUTCMonth()] ?? '',
  m: date => pad(date.getUTCMonth() + 1),
  M: date => (MONTHS[date.getUTCMonth()] ?? '').slice(0, 3),
  n: date => date.getUTCMonth() + 1,
  t: date => new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate(),
  L: date => (isLeap(date.getUTCFullYear()) ? 1 : 0),
  o: date => weekOf(date).year,
  Y: date => pad(date.getUTCFullYear(), 4),
  x: date => signedYear(date, 10_000),
  X: date => signedYear(date, 0),
  y: date => pad(date.getUTCFullYear() % 100),
  a: date => (date.getUTCHours() < 12 ? 'am' : 'pm'),
  A: date => (date.getUTCHours() < 12 ? 'AM' : 'PM'),
  g: hour12,
  G: date => date.getUTCHours(),
  h: date => pad(hour12(date)),
  H: date => pad(date.getUTCHours()),
  i: date => pad(date.getUTCMinutes()),
  s: date => pad(date.getUTCSeconds()),
  // Local times are exact to the second.
  v: () => '000',
  u: () => '000000',
  B: (date, { offset }) =>
    pad(Math.floor(((secondsOf(date, offset) + BEAT_ZONE) % SECONDS_OF_DAY) / SECONDS_OF_BEAT), 3),
  e: (_, { zone }) => zone().name,
  T: (_, { zone }) => zone().abbreviation,
  I: (_, { zone }) => (zone().isDaylight ? 1 : 0),
  O: (_, { offset }) => offsetText(offset, ''),
  P: (_, { offset }) => offsetText(offset, ':'),
  p: (_, { offset }) => (offset === 0 ? 'Z' : offsetText(offset, ':')),
  Z: (_, { offset }) => Math.round(offset * 60),
  c: (date, { offset }) => `${date.toISOString().slice(0, 19)}${offsetText(offset, ':')}`,
  r: (date, place) => written(date, 'D, d M Y H:i:s O', place),
  U: (date, { offset }) => secondsOf(date, offset),
}

function written(date: Date, format: string, place: Place): string {
  let text = ''
  for (let index = 0; index < format.length; index++) {
    const letter = format.charAt(index)
    if (letter === '\\') text += format.charAt(++index)
    else text += (Object.hasOwn(LETTERS, letter) ? LETTERS[letter] : undefined)?.(date, place) ?? letter
  }
  return text
}

/**
 * Formats a local time in English by a site's `date_format` or `time_format`. Letters such as those of `F j, Y` are
 * replaced by parts of the date; a backslash escapes the next letter. `time` is the time of the site, or an offset in
 * minutes east of UTC.
 */
export function formatDate(local: string, format: string, time: SiteTime | number = 0): string {
  const date = new Date(millisecondsOf(local))
  if (typeof time === 'number') return written(date, format, { offset: time, zone: () => fixedZone(time) })
  // Most formats contain neither: computing them would take longer than everything else.
  const moment = () => time.moment(local)
  const place: Place = {
    get offset() {
      return time.offset(moment())
    },
    zone: () => time.zone(moment()),
  }
  return written(date, format, place)
}
