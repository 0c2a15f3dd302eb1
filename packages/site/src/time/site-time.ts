/** Converts between UTC and a site's local time; texts are `YYYY-MM-DDTHH:MM:SS`. */
export interface SiteTime {
  /** Local time of a moment in milliseconds since 1970. */
  local(milliseconds: number): string
  /** UTC of a moment. */
  utc(milliseconds: number): string
  /** The UTC text of a local text. */
  toUtc(local: string): string
  /** The local text of a UTC text. */
  toLocal(utc: string): string
  /** The offset from UTC at a moment, in minutes. */
  offset(milliseconds: number): number
}

const text = (milliseconds: number) => new Date(milliseconds).toISOString().slice(0, 19)

/** The milliseconds since 1970 of a text that is read as UTC. */
export const millisecondsOf = (utc: string): number => Date.parse(`${utc}Z`)

const formats = new Map<string, Intl.DateTimeFormat>()

function offsetIn(zone: string, milliseconds: number): number {
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
  const shown = Date.parse(`${parts['year']?.padStart(4, '0')}-${parts['month']}-${parts['day']}T${parts['hour']}:${parts['minute']}:${parts['second']}Z`)
  return Math.round((shown - Math.floor(milliseconds / 1000) * 1000) / 60000)
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
    zone === '' || fixed !== null || !isTimeZone(zone) ? () => Math.round(hours * 60) : (milliseconds: number) => offsetIn(zone, milliseconds)
  const local = (milliseconds: number) => text(milliseconds + offset(milliseconds) * 60000)
  return Object.freeze({
    offset,
    local,
    utc: text,
    toUtc(given: string) {
      const asUtc = millisecondsOf(given)
      // The offset at the wanted moment is not known before the moment is: one correction settles it but for the gap of a change.
      const guess = asUtc - offset(asUtc) * 60000
      return text(asUtc - offset(guess) * 60000)
    },
    toLocal: (utc: string) => local(millisecondsOf(utc)),
  })
}
