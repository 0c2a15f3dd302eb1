import type { CommentRecord, UserRecord } from '../../kernel/records/index.js'

/** The email address for the avatar of a comment's author: the user's address, whatever address the comment has. */
export const avatarEmail = (comment: CommentRecord, users: ReadonlyMap<number, UserRecord>): string =>
  users.get(comment.author)?.email ?? comment.authorEmail
