// Internals for tests: bundled with the package, so that tests use the same registries, but not exported.
export { ensureUserStyles } from './features/global-styles/user-styles.js'
export { builtInFeatures } from './features/built-in-features.js'
export { permittedPosts } from './features/posts/permitted-posts.js'
export { canReadPost } from './features/posts/post-visibility.js'
export { archiveTitle } from './permalinks/archive-at-url.js'
export { postAtUrl } from './permalinks/post-at-url.js'
