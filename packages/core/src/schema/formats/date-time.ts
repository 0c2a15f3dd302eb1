import type { FormatDefinition } from './format-definition.js'

/** Months are not counted out: the 31st of a shorter month is a day of the next. */
const date = '\\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\\d|3[01])'
const time = '(?:[01]\\d|2[0-3]):[0-5]\\d:(?:[0-5]\\d|60)(?:\\.\\d+)?'
const zone = 'Z|[+-](?:[01]\\d|2[0-3]):[0-5]\\d'

/** RFC 3339, but the zone may be missing (a time of the site) and a space may stand for the `T`. */
const shape = new RegExp(`^${date}[T ]${time}(?:${zone})?$`)
const leapSecond = /(\d\d):(\d\d):60(?:\.\d+)?(?:Z|([+-])(\d\d):(\d\d))?$/
const minutesOfDay = 24 * 60

export const dateTime: FormatDefinition = {
  code: 'rest_invalid_date',
  noun: 'a date and time',
  test: text => shape.test(text) && (text[17] !== '6' || endsDay(text)),
}

/** Leap seconds are added at the end of a day of UTC. */
function endsDay(text: string): boolean {
  const [, hour, minute, sign, offsetHour = 0, offsetMinute = 0] = leapSecond.exec(text) ?? []
  const offset = Number(offsetHour) * 60 + Number(offsetMinute)
  const utc = Number(hour) * 60 + Number(minute) - (sign === '-' ? -offset : offset)
  return (utc + minutesOfDay) % minutesOfDay === minutesOfDay - 1
}
