import { escapeUrl } from '@platen/rendering'
import type { ArchiveEntry } from './archive-entries.js'

const counted = (count: number | undefined, shows: boolean): string =>
  shows && count !== undefined ? `&nbsp;(${count})` : ''

/** The items of a list of archives. */
export const archiveItems = (entries: readonly ArchiveEntry[], shows: boolean): string =>
  entries
    .map(({ url, text, count }) => `	<li><a href='${escapeUrl(url)}'>${text}</a>${counted(count, shows)}</li>\n`)
    .join('')

/** The options of a menu of archives, whose values are their URLs. */
export const archiveOptions = (entries: readonly ArchiveEntry[], shows: boolean): string =>
  entries
    .map(({ url, text, count }) => `	<option value='${escapeUrl(url)}'> ${text} ${counted(count, shows)}</option>\n`)
    .join('')
