import type { PostRecord, SiteTime } from '@platen/site'
import type { WxrPost } from '../wxr/wxr-records.js'

/** The dates of a post as they are stored. */
export interface PostDates extends Pick<PostRecord, 'date' | 'dateGmt' | 'modified' | 'modifiedGmt'> {
  /** Whether the file has a date of publication at all; else it is that of the import. */
  readonly dated: boolean
}

/**
 * Settles the dates of a post: each clock's where the file has both, else one from the other by the site's time zone.
 * The date of a post that floats stays unsettled in UTC, unless the file has it.
 */
export function postDates(post: WxrPost, floats: boolean, time: SiteTime, now: number): PostDates {
  const known = post.dateGmt ?? (post.date === undefined ? post.published : undefined)
  const date = post.date ?? (known === undefined ? undefined : time.toLocal(known))
  const local = date ?? time.local(now)
  const utc = known ?? (floats ? null : time.toUtc(local))
  const modified = post.modified ?? (post.modifiedGmt === undefined ? local : time.toLocal(post.modifiedGmt))
  return {
    dated: date !== undefined,
    date: local,
    dateGmt: utc,
    modified,
    modifiedGmt: post.modifiedGmt ?? (post.modified === undefined && utc !== null ? utc : time.toUtc(modified)),
  }
}
