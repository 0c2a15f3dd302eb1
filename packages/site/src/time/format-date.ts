import { millisecondsOf } from './site-time.js'

const DAY = 86_400_000
const DAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']
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

const pad = (value: number, length = 2) => String(value).padStart(length, '0')

/** `+02:00`, with `colon` as the separator. */
function offsetText(minutes: number, colon: string): string {
  const whole = Math.round(Math.abs(minutes))
  return `${minutes < 0 ? '-' : '+'}${pad(Math.trunc(whole / 60))}${colon}${pad(whole % 60)}`
}

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

type Write = (date: Date, offset: number) => string | number

const dayOfYear: Write = date => Math.floor((date.getTime() - Date.UTC(date.getUTCFullYear(), 0, 1)) / DAY)
const isLeap = (year: number) => new Date(Date.UTC(year, 1, 29)).getUTCMonth() === 1
const hour12 = (date: Date) => date.getUTCHours() % 12 || 12

const LETTERS: Readonly<Record<string, Write>> = {
  d: date => pad(date.getUTCDate()),
  D: date => (DAYS[date.getUTCDay()] ?? '').slice(0, 3),
  j: date => date.getUTCDate(),
  l: date => DAYS[date.getUTCDay()] ?? '',
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
  y: date => pad(date.getUTCFullYear() % 100),
  a: date => (date.getUTCHours() < 12 ? 'am' : 'pm'),
  A: date => (date.getUTCHours() < 12 ? 'AM' : 'PM'),
  g: hour12,
  G: date => date.getUTCHours(),
  h: date => pad(hour12(date)),
  H: date => pad(date.getUTCHours()),
  i: date => pad(date.getUTCMinutes()),
  s: date => pad(date.getUTCSeconds()),
  O: (_, offset) => offsetText(offset, ''),
  P: (_, offset) => offsetText(offset, ':'),
  Z: (_, offset) => Math.round(offset * 60),
  c: (date, offset) => `${date.toISOString().slice(0, 19)}${offsetText(offset, ':')}`,
  U: (date, offset) => Math.round(date.getTime() / 1000 - offset * 60),
}

/**
 * Formats a local time in English by a site's `date_format` or `time_format`. Letters such as those of `F j, Y` are
 * replaced by parts of the date; a backslash escapes the next letter. `offset` is in minutes east of UTC.
 */
export function formatDate(local: string, format: string, offset = 0): string {
  const date = new Date(millisecondsOf(local))
  let text = ''
  for (let index = 0; index < format.length; index++) {
    const letter = format.charAt(index)
    if (letter === '\\') text += format.charAt(++index)
    else text += (Object.hasOwn(LETTERS, letter) ? LETTERS[letter] : undefined)?.(date, offset) ?? letter
  }
  return text
}
