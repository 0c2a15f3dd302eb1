import type { UserRecord } from '../users/user-collection.js'
import type { CommentRecord } from './comment-collection.js'

/** The email address whose picture stands for the author of a comment: that of the user, whatever address the comment has. */
export const avatarEmail = (comment: CommentRecord, users: ReadonlyMap<number, UserRecord>): string =>
  users.get(comment.author)?.email ?? comment.authorEmail
