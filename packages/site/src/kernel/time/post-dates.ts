import { RestError } from '@platen/core'
import { millisecondsOf, type SiteTime } from './site-time.js'

/** A date as both clocks show it. */
export interface PostDate {
  readonly local: string
  readonly utc: string
}

const SHAPE = /^(\d{4})-(\d\d)-(\d\d)[T ](\d\d):(\d\d):(\d\d)(?:\.\d+)?(?:(Z)|([+-])(\d\d)(?::?(\d\d))?)?\n?$/i
const FIRST_YEAR = millisecondsOf('0001-01-01T00:00:00')
const LAST_SECOND = millisecondsOf('9999-12-31T23:59:59')

/** A date as if it were UTC, and the offset of its zone, if it has one. Both in milliseconds. */
interface ReadDate {
  readonly shown: number
  readonly zone: number | undefined
}

function parse(given: string): ReadDate {
  const parts = SHAPE.exec(given)
  if (parts === null) throw noDate()
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = parts.slice(1, 7).map(Number)
  // Without calendar checks, 31 February overflows into March; leap seconds overflow in the same way.
  const date = new Date(0)
  date.setUTCFullYear(year, month - 1, day)
  date.setUTCHours(hour, minute, second)
  const [zulu, sign, hours, minutes] = parts.slice(7)
  if (zulu === undefined && sign === undefined) return { shown: date.getTime(), zone: undefined }
  const distance = (Number(hours ?? 0) * 60 + Number(minutes ?? 0)) * 60_000
  return { shown: date.getTime(), zone: sign === '-' ? -distance : distance }
}

const noDate = () => new RestError('invalid_date', 'The date does not exist.', 400)

/**
 * Parses an RFC 3339 date; one without an offset is local time, or UTC if `utc` is set. Throws `invalid_date` outside
 * the local years 1 to 9999.
 */
export function readDate(given: string, time: SiteTime, utc = false): PostDate {
  const { shown, zone = utc ? 0 : undefined } = parse(given)
  if (zone !== undefined) {
    const moment = shown - zone
    return inRange(moment + time.offset(moment) * 60_000, { local: time.local(moment), utc: time.utc(moment) })
  }
  const local = time.utc(shown)
  const settled = time.toUtc(local)
  const back = time.toLocal(settled)
  // A local time that the clock skips is shown as the later time.
  const isSkipped = back > local
  return inRange(shown, { local: isSkipped ? back : local, utc: settled })
}

function inRange(local: number, date: PostDate): PostDate {
  if (local < FIRST_YEAR || local > LAST_SECOND) throw noDate()
  return date
}

/** A date in local time, which lists compare with. */
export function localTime(given: string, time: SiteTime): string {
  const { shown, zone } = parse(given)
  return zone === undefined ? time.utc(shown) : time.local(shown - zone)
}
