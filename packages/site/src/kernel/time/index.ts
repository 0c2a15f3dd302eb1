// Dates and times in the zone of a site.
export { formatDate, pad, WEEKDAYS } from './format-date.js'
export { isWithin } from './is-within.js'
export { localTime, readDate } from './post-dates.js'
export { isTimeZone, millisecondsOf, siteTime, type SiteTime } from './site-time.js'
export { timeBetween } from './time-between.js'
