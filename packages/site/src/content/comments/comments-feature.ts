import type { SiteContext, SitePrincipal } from '../../kernel/context/index.js'
import { defineFeature } from '../../kernel/features/index.js'
import { commentMetaKeys, comments, meta } from '../../kernel/records/index.js'
import { postCompanions } from '../posts/index.js'
import { commentLocks } from './comment-locks.js'
import { commentsOption } from './comment-options.js'
import { commentsOfPost } from './comments-of-post.js'
import { commentsContent } from './operations/comment-content.js'
import { commentsUrl } from './rest/comment-links.js'
import { registerComments } from './rest/register-comments.js'
import { commentRules, onPosts, readComments } from './rules/comment-rights.js'

/** The comments of readers, and the notes of editors. */
export const commentsFeature = defineFeature({
  name: 'comments',
  options: [commentsOption],
  collections: [comments, meta],
  metaObjects: [
    {
      name: 'comment',
      collection: comments,
      targets: {
        readable: (site: SiteContext, principal: SitePrincipal) => readComments(principal, onPosts(site, principal)),
        urls: (site: SiteContext) => new Map([['', commentsUrl(site)]]),
        locks: (ids: readonly number[]) => ids.flatMap(id => commentLocks(id)),
      },
    },
  ],
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
