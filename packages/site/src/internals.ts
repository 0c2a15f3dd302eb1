// Internals for tests: bundled with the package, so that tests use the same registries, but not exported.
export { conditionOf, holds } from './access/rights.js'
export {
  canEditComment,
  canReadComment,
  editComments,
  onPosts,
  readComments,
} from './features/comments/comment-rights.js'
export { ensureUserStyles } from './features/global-styles/user-styles.js'
export { builtInFeatures } from './features/index.js'
export { canReadPost, deletePosts, editPosts, readPosts } from './features/posts/post-rights.js'
export { readTerms } from './features/terms/term-rights.js'
export { readAccounts, readUsers } from './features/users/user-rights.js'
export { archiveTitle } from './permalinks/archive-at-url.js'
export { postAtUrl } from './permalinks/post-at-url.js'
