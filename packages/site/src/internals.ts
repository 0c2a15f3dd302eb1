// Internals for tests: bundled with the package, so that tests use the same registries, but not exported.
export { ensureUserStyles } from './appearance/global-styles/index.js'
export { canReadPost, permittedPosts, postAtUrl } from './content/posts/index.js'
export { archiveTitle } from './content/terms/index.js'
export { builtInFeatures } from './site/index.js'
