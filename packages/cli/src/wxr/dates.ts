/** Parses a date of an export as `YYYY-MM-DDTHH:MM:SS`; `undefined` for zeros, an empty text and invalid dates. */
export function readDate(text: string): string | undefined {
  const [, day, time] = /^(\d{4}-\d\d-\d\d)[ T](\d\d:\d\d:\d\d)$/.exec(text.trim()) ?? []
  if (day === undefined || time === undefined) return undefined
  const read = `${day}T${time}`
  const milliseconds = Date.parse(`${read}Z`)
  // The 31st of June parses as the 1st of July.
  const exists = !Number.isNaN(milliseconds) && new Date(milliseconds).toISOString().startsWith(read)
  return exists && day >= '0001' ? read : undefined
}

/** Parses a date of a feed, such as `Fri, 05 Sep 2008 19:39:12 +0000`, as UTC in the same form. */
export function readFeedDate(text: string): string | undefined {
  if (!/^\w{3}, \d{1,2} \w{3} \d{4} \d\d:\d\d:\d\d (?:[+-]\d{4}|GMT|UTC)$/.test(text.trim())) return undefined
  const milliseconds = Date.parse(text.trim())
  const year = Number.isNaN(milliseconds) ? 0 : new Date(milliseconds).getUTCFullYear()
  // Exports write a date of zeros as the last day before year 1.
  return year > 0 && year < 10_000 ? new Date(milliseconds).toISOString().slice(0, 19) : undefined
}
