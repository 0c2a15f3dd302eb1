// The records of a site. Their collections relate to each other both ways, so they are declared together.
export {
  type ApplicationPasswordRecord,
  applicationPasswords,
  applicationPasswordsIn,
  whereApplicationPasswords,
} from './application-password-collection.js'
export { type AssignmentRecord, assignments, assignmentsIn, whereAssignments } from './assignment-collection.js'
export {
  COMMENTS_PER_PAGE,
  type CommentRecord,
  type CommentRelations,
  comments,
  commentsIn,
  whereComments,
} from './comment-collection.js'
export {
  APPROVED,
  COMMENT,
  type CommentStatus,
  commentMetaKeys,
  HELD,
  isCounted,
  isPutAway,
  isRestoring,
  NOTE,
  POST_TRASHED,
  statusNamed,
  TRASHED,
} from './comment-values.js'
export {
  type IndexedMetaRecord,
  indexedMeta,
  indexedMetaIn,
  whereIndexedMeta,
} from './indexed-meta-collection.js'
export { type MetaRecord, meta, metaIn, whereMeta } from './meta-collection.js'
export { type PostRecord, type PostRelated, type PostRelations, posts, postsIn, wherePosts } from './post-collection.js'
export { type TermRecord, type TermRelations, terms, termsIn, whereTerms } from './term-collection.js'
export { type UserRecord, type UserRelations, users, usersIn, whereUsers } from './user-collection.js'
export { usersById } from './users-by-id.js'
