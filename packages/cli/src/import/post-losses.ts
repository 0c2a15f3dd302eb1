import type { PostRecord } from '@platen/site'
import { postStatuses, postTypes } from '@platen/site/extend'
import type { ImportRun } from './import-run.js'
import type { OutlinedPost } from './match-posts.js'

const DISCUSSION = new Set(['open', 'closed'])

/** Counts the values of a post that were not imported, or changed. */
export function countLosses(
  { tx: { site }, tallies }: ImportRun,
  { post, type, date, dateGmt }: OutlinedPost,
  record: PostRecord,
): void {
  const named = `${type} ${record.id} "${record.title}"`
  const lose = (isLost: boolean, what: string, example = named) => {
    if (isLost) tallies.lose(what, example)
  }
  lose(date === undefined && dateGmt === undefined, 'posts without a valid date, which have the current one')
  lose(record.status !== post.status, `posts with the status "${post.status}", which is now "${record.status}"`)
  lose(
    site.get(postStatuses).get(record.status) === undefined,
    `posts with the status "${record.status}", which the site has not registered`,
  )
  lose(
    post.sticky && (site.get(postTypes).get(type)?.sticky !== true || record.password !== ''),
    'sticky posts that cannot be sticky here',
  )
  lose(post.password !== '' && record.password === '', 'passwords of private posts')
  // The slugs of menu items are their ids.
  const isChanged = record.slug !== '' && post.slug !== '' && post.slug !== String(post.id) && record.slug !== post.slug
  lose(isChanged, 'slugs that changed', `${named}: ${post.slug}`)
  lose(
    !DISCUSSION.has(post.commentStatus) || !DISCUSSION.has(post.pingStatus),
    'posts with an invalid discussion status',
  )
}
