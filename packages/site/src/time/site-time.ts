import { LRUCache } from 'lru-cache'

/**
 * Converts between UTC and a site's local time; texts are `YYYY-MM-DDTHH:MM:SS`. What lies beyond the years that four
 * digits can write is held at their edges.
 */
export interface SiteTime {
  /** Local time of a moment in milliseconds since 1970. */
  local(milliseconds: number): string
  /** UTC of a moment. */
  utc(milliseconds: number): string
  /** The UTC text of a local text. A time that the clock skips is as much later as the clock is put forward. */
  toUtc(local: string): string
  /** The local text of a UTC text. */
  toLocal(utc: string): string
  /** The offset from UTC at a moment, in minutes; zones of old had fractions of them. */
  offset(milliseconds: number): number
}

const FIRST = Date.parse('0000-01-01T00:00:00Z')
const LAST = Date.parse('9999-12-31T23:59:59Z')
const DAY = 86_400_000

const within = (first: number, milliseconds: number, last: number) => Math.min(Math.max(milliseconds, first), last)
const text = (milliseconds: number) => new Date(within(FIRST, milliseconds, LAST)).toISOString().slice(0, 19)

/** The milliseconds since 1970 of a text that is read as UTC. */
export const millisecondsOf = (utc: string): number => Date.parse(`${utc}Z`)

/** Formats by zone. Zones may be written in any case, so there is no end of names. */
const formats = new LRUCache<string, Intl.DateTimeFormat>({ max: 16 })

/** The offset of a zone from UTC at a moment, in milliseconds. */
function offsetIn(zone: string, moment: number): number {
  // Formats write the years before the first one as those of another era, and later ones than 9999 with five digits.
  const milliseconds = within(FIRST + 367 * DAY, moment, LAST - DAY)
  let format = formats.get(zone)
  if (format === undefined) {
    format = new Intl.DateTimeFormat('en-US', {
      timeZone: zone,
      hourCycle: 'h23',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
    })
    formats.set(zone, format)
  }
  const parts: Record<string, string> = {}
  for (const { type, value } of format.formatToParts(milliseconds)) parts[type] = value
  const shown = Date.parse(
    `${parts['year']?.padStart(4, '0')}-${parts['month']}-${parts['day']}T${parts['hour']}:${parts['minute']}:${parts['second']}Z`,
  )
  return shown - Math.floor(milliseconds / 1000) * 1000
}

/** Whether a text names a time zone that this runtime knows. */
export function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en-US', { timeZone: name })
    return true
  } catch {
    return false
  }
}

/**
 * Time in a zone: a name such as `Europe/Paris`, or a fixed offset such as `UTC+2` or `UTC-3.5`; empty is UTC with the
 * offset `fixedHours`.
 */
export function siteTime(zone: string, fixedHours = 0): SiteTime {
  const fixed = /^UTC([+-]\d+(?:\.\d+)?)?$/.exec(zone)
  const hours = fixed === null ? fixedHours : Number(fixed[1] ?? 0)
  const offset =
    zone === '' || fixed !== null || !isTimeZone(zone)
      ? () => Math.round(hours * 60) * 60_000
      : (milliseconds: number) => offsetIn(zone, milliseconds)
  const local = (milliseconds: number) => text(milliseconds + offset(milliseconds))
  return Object.freeze({
    offset: (milliseconds: number) => offset(milliseconds) / 60_000,
    local,
    utc: text,
    toUtc(given: string) {
      const asUtc = millisecondsOf(given)
      // The offset at the wanted moment is not known before the moment is: one correction settles it but for the gap of a change.
      const guess = asUtc - offset(asUtc)
      const settled = asUtc - offset(guess)
      return text(settled + offset(settled) === asUtc ? settled : Math.max(guess, settled))
    },
    toLocal: (utc: string) => local(millisecondsOf(utc)),
  })
}
