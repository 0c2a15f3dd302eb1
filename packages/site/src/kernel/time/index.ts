// Dates and times in the zone of a site, and time limits.
export { formatDate, pad, WEEKDAYS } from './format-date.js'
export { isWithin } from './is-within.js'
export { localTime, readDate } from './post-dates.js'
export { isTimeZone, millisecondsOf, type SiteTime, siteTime } from './site-time.js'
export { timeBetween } from './time-between.js'
export { withTimeLimit } from './with-time-limit.js'
