import type { FormatByRules, FormatDefinition } from './format-definition.js'

const described = { code: 'rest_invalid_date', noun: 'a date and time' } as const

/** RFC 3339, with an optional offset (without one it is the site's time) and a space allowed instead of `T`. */
const shape =
  /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])[Tt ](?:[01]\d|2[0-3]):[0-5]\d:(?:[0-5]\d|60)(?:\.\d+)?(?:[Zz]|[+-](?:[01]\d|2[0-3]):[0-5]\d)?$/
const leapSecond = /(\d\d):(\d\d):60(?:\.\d+)?(?:[Zz]|([+-])(\d\d):(\d\d))?$/
const minutesOfDay = 24 * 60
const february = 2

const strict: FormatDefinition = {
  ...described,
  test: text => shape.test(text) && isDay(text) && (text[17] !== '6' || endsDay(text)),
}

/** Checks the range of each part only: February 30 is March 1 or 2. A line feed may follow. */
const lenient: FormatDefinition = {
  ...described,
  test: text =>
    /^\d{4}-(?:0\d|1[0-2])-(?:[0-2]\d|3[01])[Tt ](?:[01]\d|2[0-4]):[0-5]\d:(?:[0-5]\d|60)(?:\.\d+)?(?:Z|[+-](?:[01]\d|2[0-4])(?::[0-5]\d)?)?\n?$/.test(
      text,
    ),
}

export const dateTime: FormatByRules = rules => (rules.dateTime === 'strict' ? strict : lenient)

/** Whether the month has this day. */
function isDay(text: string): boolean {
  const day = Number(text.slice(8, 10))
  return day <= 28 || day <= daysOf(Number(text.slice(0, 4)), Number(text.slice(5, 7)))
}

function daysOf(year: number, month: number): number {
  if (month !== february) return [4, 6, 9, 11].includes(month) ? 30 : 31
  const isLeap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0)
  return isLeap ? 29 : 28
}

/** Whether the minute is the last one of a day in UTC: leap seconds are added there. */
function endsDay(text: string): boolean {
  const [, hour, minute, sign, offsetHour = 0, offsetMinute = 0] = leapSecond.exec(text) ?? []
  const offset = Number(offsetHour) * 60 + Number(offsetMinute)
  const utc = Number(hour) * 60 + Number(minute) - (sign === '-' ? -offset : offset)
  return (utc + minutesOfDay) % minutesOfDay === minutesOfDay - 1
}
