import type { NewRecord, PostRecord } from '@platen/site'
import { postStatuses } from '@platen/site'
import type { WxrPost } from '../wxr/wxr-records.js'
import { type ImportRun, localName } from './import-run.js'
import { mimeTypeOf } from './mime-types.js'
import { type PostDates, postDates } from './post-dates.js'

/** The part of a post's record that does not depend on other records. */
export type PostOutline = Omit<NewRecord<PostRecord>, 'id' | 'author' | 'parent' | 'slug' | 'commentCount'> &
  Pick<PostDates, 'dated'> & { readonly id?: never }

/** Creates the outline of a post's record. */
export function postOutline(run: ImportRun, post: WxrPost): PostOutline {
  const { options, site } = run
  const now = site.services.clock()
  const floats = site.get(postStatuses).get(post.status)?.dateFloating === true
  const dates = postDates(post, floats, options.time, now)
  const isAhead = dates.dateGmt !== null && dates.dateGmt > options.time.utc(now)
  return {
    ...dates,
    type: localName(run, post.type),
    // A published post with a date in the future is scheduled.
    status: post.status === 'publish' && isAhead ? 'future' : post.status,
    title: post.title,
    content: post.content,
    excerpt: post.excerpt,
    password: post.password,
    menuOrder: post.menuOrder,
    commentStatus: post.commentStatus,
    pingStatus: post.pingStatus,
    guid: post.guid,
    mimeType: mimeTypeOf(post.attachmentUrl),
  }
}
