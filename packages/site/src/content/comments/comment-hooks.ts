import type { RestError } from '@platen/core'
import { defineEvent, defineFilter } from '../../kernel/context/index.js'
import type { Actor } from '../../kernel/operations/index.js'
import type { CommentRecord, CommentStatus, PostRecord } from '../../kernel/records/index.js'

/** A comment of any type was created or changed; `before` is absent for a new one. */
export const commentSaved = defineEvent<{
  readonly comment: CommentRecord
  readonly before: CommentRecord | undefined
}>('comment.saved')

/** A comment of any type was permanently deleted. */
export const commentDeleted = defineEvent<{ readonly comment: CommentRecord }>('comment.deleted')

/** The content of a comment as HTML. */
export const commentContent = defineFilter<{ readonly value: string; readonly comment: CommentRecord }>(
  'comment.content',
)

/** Whether a post accepts comments from anonymous callers; initially the option `comments.anonymous` of the site. */
export const anonymousComments = defineFilter<{ readonly value: boolean; readonly post: PostRecord }>(
  'comment.anonymous',
)

/** A comment that is about to be stored. */
export type CheckedComment = Omit<CommentRecord, 'id' | 'version' | 'status'>

/**
 * The status of a new comment: a check for spam returns another status, or an error that refuses the comment. Notes are
 * not checked.
 */
export const commentCheck = defineFilter<{
  readonly value: CommentStatus | RestError
  readonly comment: CheckedComment
  readonly post: PostRecord
  readonly actor: Actor
}>('comment.check')
