import { millisecondsOf, type SiteTime } from '../../time/site-time.js'

const ZONED = /(?:Z|[+-]\d{2}:?\d{2})$/i

/** A date as both clocks show it. */
export interface PostDate {
  readonly local: string
  readonly utc: string
}

function plain(given: string): string {
  return given.replace(' ', 'T').slice(0, 19)
}

/** Reads an RFC 3339 date; one without an offset is local time, or UTC when `utc` is set. */
export function readDate(given: string, time: SiteTime, utc = false): PostDate {
  if (ZONED.test(given)) {
    const milliseconds = Date.parse(given.replace(' ', 'T').replace(/([+-]\d{2})(\d{2})$/, '$1:$2').replace(/z$/, 'Z'))
    if (!Number.isNaN(milliseconds)) return { local: time.local(milliseconds), utc: time.utc(milliseconds) }
  }
  const text = plain(given)
  // Dates such as 31 February pass the format: they are the day that many days after the month began.
  const settled = Number.isNaN(millisecondsOf(text)) ? text : new Date(millisecondsOf(text)).toISOString().slice(0, 19)
  return utc ? { local: time.toLocal(settled), utc: settled } : { local: settled, utc: time.toUtc(settled) }
}

/** A date in local time: what lists compare with. */
export const localTime = (given: string, time: SiteTime): string => readDate(given, time).local
