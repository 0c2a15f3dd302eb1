import { postStatuses } from '@platen/site/extend'
import type { WxrPost } from '../wxr/wxr-records.js'
import type { ImportRun } from './import-run.js'

const COMMENT_TYPES = new Set(['comment', 'pingback', 'trackback', 'note'])
const COMMENT_STATUSES = new Set(['', '0', '1', 'hold', 'approved', 'approve', 'spam', 'trash', 'post-trashed'])

/** Notes the values of a post that the site does not show, because nothing registers them. */
export function noteUnknown({ tx: { site }, tallies }: ImportRun, { status, line, comments }: WxrPost): void {
  if (site.get(postStatuses).get(status) === undefined) {
    tallies.note(`the status "${shown(status)}" of posts is not registered, they are not shown`, line)
  }
  for (const comment of comments) {
    if (!COMMENT_TYPES.has(comment.type)) {
      tallies.note(`comments of the type "${shown(comment.type)}" are not shown`, comment.line)
    }
    if (!COMMENT_STATUSES.has(comment.approved)) {
      tallies.note(`comments with the status "${shown(comment.approved)}" are not shown`, comment.line)
    }
  }
}

const shown = (value: string): string => (value.length > 80 ? `${value.slice(0, 80)}…` : value)
