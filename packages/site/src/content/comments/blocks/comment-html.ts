import { renderComment } from '@platen/rendering'
import type { BlockScope } from '../../../kernel/blocks/index.js'
import type { CommentRecord } from '../../../kernel/records/index.js'

/** The text of a comment as HTML. */
export const commentHtml = ({ content }: CommentRecord, { site, options }: BlockScope): string =>
  renderComment(content, {
    url: site.url,
    shortcodes: site.shortcodes,
    emoticons: options.flag('use_smilies', true),
  })
