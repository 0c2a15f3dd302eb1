import { millisecondsOf } from '../../../../kernel/time/index.js'

const DAY = 86_400_000
const SUNDAY = 0
const MONDAY = 1

const dateOf = (milliseconds: number): Date => new Date(milliseconds)
const textOf = (milliseconds: number): string => dateOf(milliseconds).toISOString().slice(0, 10)

/** A week of a year: its number in links, and its first and last day. */
export interface Week {
  readonly year: string
  readonly number: number
  readonly first: string
  readonly last: string
}

/** The number of weeks that have begun on a weekday in the year, up to a moment. */
function begunWeeks(milliseconds: number, weekday: number): number {
  const date = dateOf(milliseconds)
  const dayOfYear = Math.floor((milliseconds - Date.UTC(date.getUTCFullYear(), 0, 1)) / DAY)
  return Math.floor((dayOfYear + 7 - ((date.getUTCDay() - weekday + 7) % 7)) / 7)
}

/**
 * The number of a week within its year. Weeks that start on Monday are counted from the first one with at least four
 * days, all others from the first full one; the days before it are in week 0.
 */
function weekNumber(milliseconds: number, startOfWeek: number): number {
  if (startOfWeek !== MONDAY) return begunWeeks(milliseconds - startOfWeek * DAY, SUNDAY)
  const firstWeekday = dateOf(Date.UTC(dateOf(milliseconds).getUTCFullYear(), 0, 1)).getUTCDay()
  const isLong = firstWeekday >= 2 && firstWeekday <= 4
  return begunWeeks(milliseconds, MONDAY) + (isLong ? 1 : 0)
}

/** The week of a day such as `2024-05-17`; `startOfWeek` is 0 for Sunday to 6 for Saturday. */
export function weekOf(day: string, startOfWeek: number): Week {
  const milliseconds = millisecondsOf(`${day}T00:00:00`)
  const start = milliseconds - ((dateOf(milliseconds).getUTCDay() - startOfWeek + 7) % 7) * DAY
  return {
    year: day.slice(0, 4),
    number: weekNumber(milliseconds, startOfWeek),
    first: textOf(start),
    last: textOf(start + 6 * DAY),
  }
}
