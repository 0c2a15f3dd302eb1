import type { SiteBlock } from '../../../kernel/blocks/index.js'
import { avatar } from './avatar.js'
import { commentAuthorName } from './comment-author-name.js'
import { commentContent } from './comment-content.js'
import { commentDate } from './comment-date.js'
import { commentEditLink } from './comment-edit-link.js'
import { commentReplyLink } from './comment-reply-link.js'
import { commentTemplate } from './comment-template.js'
import { comments, postComments } from './comments.js'
import {
  commentsPagination,
  commentsPaginationNext,
  commentsPaginationNumbers,
  commentsPaginationPrevious,
} from './comments-pagination.js'
import { commentsTitle } from './comments-title.js'
import { latestComments } from './latest-comments.js'
import { postCommentsForm } from './post-comments-form.js'

/** The blocks that show comments. */
export const commentBlocks: readonly SiteBlock[] = Object.freeze([
  avatar,
  comments,
  postComments,
  commentTemplate,
  commentAuthorName,
  commentContent,
  commentDate,
  commentEditLink,
  commentReplyLink,
  commentsTitle,
  commentsPagination,
  commentsPaginationPrevious,
  commentsPaginationNumbers,
  commentsPaginationNext,
  postCommentsForm,
  latestComments,
])
