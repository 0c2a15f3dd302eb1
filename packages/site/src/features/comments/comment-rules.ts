import type { ObjectRule } from '../../access/object-rules.js'
import type { RuledPost } from '../posts/post-rights.js'
import type { CommentRecord } from './comment-collection.js'

/** The rules about comments: users who may edit a post may edit its comments. */
export const commentRules = {
  edit_comment: (scope, _comment: CommentRecord, post: RuledPost | undefined) =>
    post === undefined ? scope.principal.can('moderate_comments') : scope.principal.can('edit_post', post),
} satisfies Record<string, ObjectRule>
