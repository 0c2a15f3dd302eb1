// Blocks that show posts and lists of them.
export { dateEntries, loadPostDays } from './archives/archive-entries.js'
export { archiveItems, archiveOptions, archives } from './archives/archives.js'
export { calendar } from './archives/calendar.js'
export { calendarHtml, loadCalendar } from './archives/calendar-html.js'
export { latestPosts } from './latest/latest-posts.js'
export { postBlocks } from './post-blocks.js'
export { loadLinks, loadRelations, loadUsers, type PostRelations } from './post-relations.js'
export { addListedPosts, type UsedPosts, usedPosts } from './used-posts.js'
