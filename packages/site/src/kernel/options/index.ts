// The stored options of a site.
export { escapedText, isLocaleCode, isSiteTimeZone, normalizedUrl, withoutTags } from './cleaning.js'
export { fingerprint } from './fingerprint.js'
export { createOptionReader, idsIn, type OptionSnapshot, snapshot } from './options.js'
export { postsPerPage } from './posts-per-page.js'
export { startOfWeek } from './start-of-week.js'
