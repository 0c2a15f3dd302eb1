// Comments on posts.
export { commentBlocks } from './blocks/comment-blocks.js'
export { websiteOf } from './comment-author.js'
export {
  anonymousComments,
  type CheckedComment,
  commentCheck,
  commentContent,
  commentDeleted,
  commentSaved,
} from './comment-hooks.js'
export type { CommentOptions, CommentsConfig } from './comment-options.js'
export { commentsFeature } from './comments-feature.js'
export type { CommentsContent } from './operations/comment-content.js'
export type { CommentChanges, CommentInput, CommentTarget, NewComment } from './operations/comment-input.js'
export {
  createComment,
  deleteComment,
  restoreComment,
  trashComment,
  updateComment,
} from './operations/comment-operations.js'
export { type ImportedComment, importComment, isCountedComment, storedComment } from './operations/import-comments.js'
export { canEditComment, canReadComment, editComments, onPosts, readComments } from './rules/comment-rights.js'
