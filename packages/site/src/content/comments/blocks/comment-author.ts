import { escapeProse } from '../../../kernel/blocks/index.js'
import type { CommentRecord } from '../../../kernel/records/index.js'

/** The name of the author of a comment as plain text. */
export const commentName = ({ authorName }: CommentRecord): string => (authorName === '' ? 'Anonymous' : authorName)

/** The same as HTML. */
export const commentNameHtml = (comment: CommentRecord): string => escapeProse(commentName(comment))
