import type { StoreSession } from '../../storage/index.js'
import { where } from '../built-in-collections.js'
import type { UserRecord } from '../users/user-collection.js'
import type { CommentRecord } from './comment-collection.js'

/** Loads the users who wrote comments, by their ids. */
export async function loadCommentUsers(
  { users }: Pick<StoreSession, 'users'>,
  comments: readonly CommentRecord[],
): Promise<ReadonlyMap<number, UserRecord>> {
  const ids = [...new Set(comments.map(({ author }) => author))].filter(id => id > 0)
  const { records } = ids.length === 0 ? { records: [] } : await users.find({ where: where.users.in('id', ids) })
  return new Map(records.map(user => [user.id, user]))
}

/** The email address whose picture stands for the author of a comment: that of the user, whatever address the comment has. */
export const avatarEmail = (comment: CommentRecord, users: ReadonlyMap<number, UserRecord>): string =>
  users.get(comment.author)?.email ?? comment.authorEmail
