// The stored options of a site.
export { escapedText, isLocaleCode, isSiteTimeZone, normalizedUrl, withoutTags } from './cleaning.js'
export { fingerprint } from './fingerprint.js'
export { createOptionReader, idsIn, type OptionSnapshot, postsPerPage, snapshot, startOfWeek } from './options.js'
