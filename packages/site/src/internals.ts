// Internals for tests: bundled with the package, so that tests use the same registries, but not exported.
export { ensureUserStyles } from './appearance/global-styles/index.js'
export { canEditComment, canReadComment, editComments, onPosts, readComments } from './content/comments/index.js'
export { canReadPost, deletePosts, editPosts, postAtUrl, readPosts } from './content/posts/index.js'
export { archiveTitle, readTerms } from './content/terms/index.js'
export { allBut, allOf, anyOf, conditionOf, holds, relatedTo, rightBy } from './kernel/context/index.js'
export { indexedMetaIn } from './kernel/records/index.js'
export { readAccounts, readUsers } from './people/users/index.js'
export { builtInFeatures } from './site/index.js'
