import { defineFeature } from '../../feature-base.js'
import { meta } from '../../meta/meta-collection.js'
import { postCompanions } from '../posts/post-companions.js'
import { comments } from './comment-collection.js'
import { commentsContent } from './comment-content.js'
import { commentsOption } from './comment-options.js'
import { commentRules } from './comment-rights.js'
import { commentMetaKeys } from './comment-values.js'
import { commentsOfPost } from './comments-of-post.js'
import { registerComments } from './register-comments.js'

/** The comments of readers, and the notes of editors. */
export const commentsFeature = defineFeature({
  name: 'comments',
  options: [commentsOption],
  collections: [comments, meta],
  metaObjects: ['comment'],
  rules: commentRules,
  meta: [
    {
      object: 'comment',
      key: commentMetaKeys.noteStatus,
      type: 'string',
      single: true,
      description: 'Whether the note has been dealt with.',
      schema: { enum: ['resolved', 'reopen'] },
      authorize: () => true,
    },
  ],
  setup(site) {
    site.context.get(postCompanions).push(commentsOfPost)
  },
  content: calls => ({ comments: commentsContent(calls) }),
  routes: registerComments,
})
