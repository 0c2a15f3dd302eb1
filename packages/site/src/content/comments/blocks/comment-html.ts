import { renderComment } from '@platen/rendering'
import type { CommentRecord } from '../../features/comments/comment-collection.js'
import type { BlockScope } from '../block-scope.js'

/** The text of a comment as HTML. */
export const commentHtml = ({ content }: CommentRecord, { site, options }: BlockScope): string =>
  renderComment(content, {
    url: site.url,
    shortcodes: site.shortcodes,
    emoticons: options.flag('use_smilies', true),
  })
