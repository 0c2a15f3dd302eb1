import { isSafeUrl, urlFromHtml } from '@platen/rendering'
import { escapeProse } from '../../kernel/blocks/index.js'
import type { CommentRecord, UserRecord } from '../../kernel/records/index.js'

/** The name of the author of a comment as plain text. */
export const commentName = ({ authorName }: CommentRecord): string => (authorName === '' ? 'Anonymous' : authorName)

/** The name as HTML. */
export const commentNameHtml = (comment: CommentRecord): string => escapeProse(commentName(comment))

/** The value that browsers submit for an untouched URL field. */
const NO_URL = 'http://'

/** The website of the author of a comment, which is stored escaped for HTML; empty if there is none to link to. */
export function websiteOf({ authorUrl }: Pick<CommentRecord, 'authorUrl'>): string {
  const url = isSafeUrl(authorUrl) ? urlFromHtml(authorUrl) : ''
  return url === NO_URL ? '' : url
}

/** The email address for the avatar of a comment's author: the user's address, whatever address the comment has. */
export const avatarEmail = (comment: CommentRecord, users: ReadonlyMap<number, UserRecord>): string =>
  users.get(comment.author)?.email ?? comment.authorEmail
