import type { Args, Schema } from '@platen/core'
import { sanitizeKey } from '@platen/rendering'
import { COMMENT, COMMENTS_PER_PAGE } from '../../../kernel/records/index.js'
import { idsArg, moment, orderArg, pagingArgs } from '../../../kernel/rest/index.js'

const ids = (description: string): Schema => ({ description, type: 'array', items: { type: 'integer' } })

/** The password of a post, in lists and on single comments. */
export const passwordArg: Schema = { description: 'The password of the post, when it has one.', type: 'string' }

/** A status or type from a request. Case and invalid characters are ignored. */
export const requestedName = (value: unknown): unknown => (typeof value === 'string' ? sanitizeKey(value) : value)

/** The arguments of a list of comments. */
export const commentListArgs = (context: Schema): Args => ({
  context,
  ...pagingArgs,
  per_page: { ...pagingArgs.per_page, default: COMMENTS_PER_PAGE },
  after: moment('Only comments after this moment.'),
  author: ids('Only comments of these users. Requires the right to edit posts.'),
  author_exclude: ids('Not the comments of these users. Requires the right to edit posts.'),
  author_email: {
    description: 'Only comments with this email address. Requires the right to edit posts.',
    type: 'string',
    format: 'email',
    default: null,
  },
  before: moment('Only comments before this moment.'),
  exclude: idsArg('Not the comments with these ids.'),
  include: idsArg('Only the comments with these ids.'),
  offset: { description: 'How many comments are skipped.', type: 'integer' },
  order: orderArg('desc'),
  orderby: {
    description: 'What the comments are ordered by.',
    type: 'string',
    default: 'date_gmt',
    enum: ['date', 'date_gmt', 'id', 'include', 'post', 'parent', 'type'],
  },
  parent: idsArg('Only replies to these comments; 0 for comments that are not replies.'),
  parent_exclude: idsArg('No replies to these comments.'),
  post: idsArg('Only comments on these posts.'),
  status: {
    description:
      'Only comments with this status: approve, hold, spam, trash, all (approve and hold) or any. Any other than approve requires the right to edit posts.',
    type: 'string',
    default: 'approve',
  },
  type: {
    description:
      'Only comments of this type; all for those of every type. Any other than comment requires the right to edit posts.',
    type: 'string',
    default: COMMENT,
  },
  password: passwordArg,
})
