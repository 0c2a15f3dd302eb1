import { fillSite } from './sample-site.js'

/** Fills a site for the benches. The arguments are the path of its file, and the numbers of posts and of comments. */
const [path, posts, comments] = process.argv.slice(2)
if (path === undefined || posts === undefined) throw new Error('A path and a number of posts are wanted.')
await fillSite(path, Number(posts), Number(comments ?? 0))
