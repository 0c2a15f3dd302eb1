import { createBoundedCache } from '@platen/core'

/** A time zone at some moment. */
export interface Zone {
  /** Its name, or the offset of one without a name: `+02:00`. */
  readonly name: string
  /** An abbreviation such as `CEST`, or an offset if there is none: `+03`. */
  readonly abbreviation: string
  readonly isDaylight: boolean
}

/** Converts between UTC and local time, both as `YYYY-MM-DDTHH:MM:SS`, clamped to the years 0000 to 9999. */
export interface SiteTime {
  /** Formats a Unix time in milliseconds as local time. */
  local(milliseconds: number): string
  /** Formats a Unix time in milliseconds as UTC. */
  utc(milliseconds: number): string
  /** The Unix time in milliseconds of a local time, as for `toUtc`. */
  moment(local: string): number
  /** Converts local time to UTC. A time skipped by daylight saving moves forward by the length of the gap. */
  toUtc(local: string): string
  /** Converts UTC to local time. */
  toLocal(utc: string): string
  /** The offset from UTC in minutes at a Unix time in milliseconds; historic zones have fractions of minutes. */
  offset(milliseconds: number): number
  /** The zone at a Unix time in milliseconds. */
  zone(milliseconds: number): Zone
}

const FIRST = Date.parse('0000-01-01T00:00:00Z')
const LAST = Date.parse('9999-12-31T23:59:59Z')
const DAY = 86_400_000

const within = (first: number, milliseconds: number, last: number) => Math.min(Math.max(milliseconds, first), last)
const text = (milliseconds: number) => new Date(within(FIRST, milliseconds, LAST)).toISOString().slice(0, 19)

/** Parses a UTC text to Unix time in milliseconds. */
export const millisecondsOf = (utc: string): number => Date.parse(`${utc}Z`)

/** An offset in minutes as `+02:00`, with `colon` as the separator. */
export function offsetText(minutes: number, colon: string): string {
  const whole = Math.round(Math.abs(minutes))
  const pad = (value: number) => String(value).padStart(2, '0')
  return `${minutes < 0 ? '-' : '+'}${pad(Math.trunc(whole / 60))}${colon}${pad(whole % 60)}`
}

/** A zone without a name, by its offset in minutes. */
export const fixedZone = (minutes: number): Zone => ({
  name: offsetText(minutes, ':'),
  abbreviation: `GMT${offsetText(minutes, '')}`,
  isDaylight: false,
})

/** Each locale abbreviates the zones that its speakers know. */
const LOCALES = ['en-US', 'en-GB', 'en-CA', 'en-AU', 'en-NZ', 'en-IN', 'en-ZA', 'ja-JP']

/**
 * Creates the function that returns the abbreviation of a named zone at a Unix time in milliseconds; its offset if it has
 * none.
 */
function abbreviationsIn(zone: string): (milliseconds: number, minutes: number) => string {
  const formats: Intl.DateTimeFormat[] = []
  return (milliseconds, minutes) => {
    for (const [i, locale] of LOCALES.entries()) {
      formats[i] ??= new Intl.DateTimeFormat(locale, { timeZone: zone, timeZoneName: 'short' })
      const parts = formats[i].formatToParts(milliseconds)
      const name = parts.find(({ type }) => type === 'timeZoneName')?.value ?? ''
      if (/^[A-Z]{2,5}$/.test(name)) return name
    }
    return offsetText(minutes, '').replace(/00$/, '')
  }
}

/** The formatter of a named zone. Throws a `RangeError` for an unsupported name. */
const formatterOf = (zone: string): Intl.DateTimeFormat =>
  new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  })

/** The offset of a zone from UTC in milliseconds, as its formatter shows it. */
function shownOffset(format: Intl.DateTimeFormat, moment: number): number {
  // The formatter writes years before 1 in the previous era, and years after 9999 with five digits.
  const milliseconds = within(FIRST + 367 * DAY, moment, LAST - DAY)
  const parts: Record<string, string> = {}
  for (const { type, value } of format.formatToParts(milliseconds)) parts[type] = value
  const shown = Date.parse(
    `${parts['year']?.padStart(4, '0')}-${parts['month']}-${parts['day']}T${parts['hour']}:${parts['minute']}:${parts['second']}Z`,
  )
  return shown - Math.floor(milliseconds / 1000) * 1000
}

/** The memory limit of the cached offsets of a zone by day, because formatters take microseconds. */
const MAX_BYTES = 256 * 1024
const OFFSET_BYTES = 16

/** Creates the function that returns the offset of a named zone from UTC, both in milliseconds. */
function offsetsIn(zone: string): (moment: number) => number {
  const format = formatterOf(zone)
  const offsets = createBoundedCache<number | 'changes'>(MAX_BYTES)
  return moment => {
    const day = Math.floor(moment / DAY)
    const key = String(day)
    let known = offsets.get(key)
    if (known === undefined) {
      const first = shownOffset(format, day * DAY)
      // Clocks are not changed twice within a day.
      known = shownOffset(format, (day + 1) * DAY - 1) === first ? first : 'changes'
      offsets.set(key, known, OFFSET_BYTES)
    }
    return known === 'changes' ? shownOffset(format, moment) : known
  }
}

/** Whether the runtime supports a time zone of this name. */
export function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en-US', { timeZone: name })
    return true
  } catch {
    return false
  }
}

/**
 * Creates the time of a zone: a name such as `Europe/Paris`, or a fixed offset such as `UTC+2` or `UTC-3.5`. An empty
 * zone is UTC plus `fixedHours`.
 */
export function siteTime(zone: string, fixedHours = 0): SiteTime {
  const fixed = /^UTC([+-]\d+(?:\.\d+)?)?$/.exec(zone)
  const hours = fixed === null ? fixedHours : Number(fixed[1] ?? 0)
  const named = zone !== '' && fixed === null && isTimeZone(zone) ? offsetsIn(zone) : undefined
  const offset = named ?? (() => Math.round(hours * 60) * 60_000)
  const local = (milliseconds: number) => text(milliseconds + offset(milliseconds))
  const moment = (given: string): number => {
    const asUtc = millisecondsOf(given)
    // The offset depends on the result. One correction finds it, except for times that a clock change skips.
    const guess = asUtc - offset(asUtc)
    const corrected = asUtc - offset(guess)
    return within(FIRST, corrected + offset(corrected) === asUtc ? corrected : Math.max(guess, corrected), LAST)
  }
  const abbreviation = named === undefined && zone !== 'UTC' ? undefined : abbreviationsIn(zone)
  return Object.freeze({
    offset: (milliseconds: number) => offset(milliseconds) / 60_000,
    zone(milliseconds: number) {
      const minutes = offset(milliseconds) / 60_000
      if (abbreviation === undefined) return fixedZone(minutes)
      const year = Number(text(milliseconds).slice(0, 4))
      const standard = Math.min(...[0, 6].map(month => offset(Date.UTC(year, month, 1)) / 60_000))
      return { name: zone, abbreviation: abbreviation(milliseconds, minutes), isDaylight: minutes > standard }
    },
    local,
    utc: text,
    moment,
    toUtc: (given: string) => text(moment(given)),
    toLocal: (utc: string) => local(millisecondsOf(utc)),
  })
}
