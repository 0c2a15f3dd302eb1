const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const WEEK = 7 * DAY
const MONTH = 30 * DAY
const YEAR = 365 * DAY

const UNITS: readonly (readonly [name: string, length: number, until: number])[] = [
  ['second', 1000, MINUTE],
  ['minute', MINUTE, HOUR],
  ['hour', HOUR, DAY],
  ['day', DAY, WEEK],
  ['week', WEEK, MONTH],
  ['month', MONTH, YEAR],
  ['year', YEAR, Number.POSITIVE_INFINITY],
]

/** How long ago a moment was, or how far ahead it is, in English: `2 days ago`. Both are milliseconds since 1970. */
export function timeBetween(moment: number, now: number): string {
  const distance = Math.abs(now - moment)
  const [name, length] = UNITS.find(([, , until]) => distance < until) ?? ['second', 1000]
  const count = Math.max(Math.round(distance / length), 1)
  const text = `${count} ${name}${count === 1 ? '' : 's'}`
  return moment > now ? `${text} from now` : `${text} ago`
}
