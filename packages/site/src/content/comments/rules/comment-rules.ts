import type { ObjectRule } from '../../../kernel/context/index.js'
import type { CommentRecord } from '../../../kernel/records/index.js'
import { postRules, type RuledPost } from '../../posts/index.js'

/** The rules about comments: users who may edit a post may edit its comments. */
export const commentRules = {
  edit_comment: (scope, _comment: CommentRecord, post: RuledPost | undefined) =>
    post === undefined ? ['moderate_comments'] : postRules.edit_post(scope, post),
} satisfies Record<string, ObjectRule>
