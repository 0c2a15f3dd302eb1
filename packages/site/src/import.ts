// What imports of other sites store content with.
export { type ImportedComment, importComment, isCountedComment, storedComment } from './content/comments/index.js'
export { storedFilesOf } from './content/media/index.js'
export { addMeta, type MetaObject, type MetaValue, referenceKind } from './content/meta/index.js'
export {
  type ImportedPost,
  importPosts,
  type PostPlacement,
  placePosts,
  postMetaKeys,
  rewriteContent,
} from './content/posts/index.js'
export { type ImportedTerm, importTerm, placeTerms } from './content/terms/index.js'
export { canKeepId, type ParentLink } from './kernel/operations/index.js'
export { commentMetaKeys } from './kernel/records/index.js'
export { type ImportedUser, importUser } from './people/users/index.js'
