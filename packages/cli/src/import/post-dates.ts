import type { PostRecord, SiteTime } from '@platen/site'
import type { WxrPost } from '../wxr/wxr-records.js'

/** The dates of a post as they are stored. */
export interface PostDates extends Pick<PostRecord, 'date' | 'dateGmt' | 'modified' | 'modifiedGmt'> {
  /** Whether the file has a publication date; otherwise it is the time of the import. */
  readonly dated: boolean
}

/**
 * Resolves the dates of a post: a missing local or UTC date is derived from the other one by the site's time zone. The
 * UTC date of a status with a floating date stays null unless the file has it.
 */
export function postDates(post: WxrPost, floats: boolean, time: SiteTime, now: number): PostDates {
  const given = post.dateGmt ?? (post.date === undefined ? post.published : undefined)
  const date = post.date ?? (given === undefined ? undefined : time.toLocal(given))
  const local = date ?? time.local(now)
  const utc = given ?? (floats ? null : time.toUtc(local))
  const modified = post.modified ?? (post.modifiedGmt === undefined ? local : time.toLocal(post.modifiedGmt))
  return {
    dated: date !== undefined,
    date: local,
    dateGmt: utc,
    modified,
    modifiedGmt: post.modifiedGmt ?? (post.modified === undefined && utc !== null ? utc : time.toUtc(modified)),
  }
}
