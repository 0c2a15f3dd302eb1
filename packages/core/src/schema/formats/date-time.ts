import type { FormatDefinition } from './format-definition.js'

/**
 * RFC 3339, but the zone may be missing (a time of the site), a space may stand for the `T`, and months are not counted
 * out: the 31st of a shorter month is a day of the next.
 */
const shape =
  /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])[T ](?:[01]\d|2[0-3]):[0-5]\d:(?:[0-5]\d|60)(?:\.\d+)?(?:Z|[+-](?:[01]\d|2[0-3]):[0-5]\d)?$/
const leapSecond = /(\d\d):(\d\d):60(?:\.\d+)?(?:Z|([+-])(\d\d):(\d\d))?$/
const minutesOfDay = 24 * 60

export const dateTime: FormatDefinition = {
  code: 'rest_invalid_date',
  noun: 'a date and time',
  test: text => shape.test(text) && (text.slice(17, 19) !== '60' || endsDay(text)),
}

/** Leap seconds are added at the end of a day of UTC. */
function endsDay(text: string): boolean {
  const [, hour, minute, sign, offsetHour = 0, offsetMinute = 0] = leapSecond.exec(text) ?? []
  const offset = Number(offsetHour) * 60 + Number(offsetMinute)
  const utc = Number(hour) * 60 + Number(minute) - (sign === '-' ? -offset : offset)
  return (utc + minutesOfDay) % minutesOfDay === minutesOfDay - 1
}
