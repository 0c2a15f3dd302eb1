import { isSafeUrl } from '@platen/rendering'
import type { CommentRecord } from '../../features/comments/comment-collection.js'
import { escapeProse } from '../block-html.js'

/** The website of the author of a comment; empty if there is none to link to. */
export const commentLink = ({ authorUrl }: CommentRecord): string => (isSafeUrl(authorUrl) ? authorUrl : '')

/** The name of the author of a comment as plain text. */
export const commentName = ({ authorName }: CommentRecord): string => (authorName === '' ? 'Anonymous' : authorName)

/** The same as HTML. */
export const commentNameHtml = (comment: CommentRecord): string => escapeProse(commentName(comment))
