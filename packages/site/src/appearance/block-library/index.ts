// The list of built-in blocks, and the blocks about the site itself.
export { blocksFeature } from './blocks-feature.js'
export { loadFeed } from './load-feed.js'
export { loginUrl } from './loginout.js'
export type { Feed, FeedEntry } from './parse-feed.js'
