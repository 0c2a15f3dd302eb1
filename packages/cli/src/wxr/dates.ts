const DATE = /^(\d{4})-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])[ T]((?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d)$/

/** Parses a date of an export as `YYYY-MM-DDTHH:MM:SS`; `undefined` for zeros, an empty text and invalid dates. */
export function readDate(text: string): string | undefined {
  const [, year, month, day, time] = DATE.exec(text.trim()) ?? []
  if (year === undefined || month === undefined || day === undefined || year === '0000') return undefined
  return Number(day) <= lastDay(Number(year), Number(month)) ? `${year}-${month}-${day}T${time}` : undefined
}

function lastDay(year: number, month: number): number {
  if (month !== 2) return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31
  return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0 ? 29 : 28
}

/** Parses a date of a feed, such as `Fri, 05 Sep 2008 19:39:12 +0000`, as UTC in the same form. */
export function readFeedDate(text: string): string | undefined {
  if (!/^\w{3}, \d{1,2} \w{3} \d{4} \d\d:\d\d:\d\d (?:[+-]\d{4}|GMT|UTC)$/.test(text.trim())) return undefined
  const milliseconds = Date.parse(text.trim())
  const year = Number.isNaN(milliseconds) ? 0 : new Date(milliseconds).getUTCFullYear()
  // In exports, a date of zeros appears as the last day before year 1.
  return year > 0 && year < 10_000 ? new Date(milliseconds).toISOString().slice(0, 19) : undefined
}
