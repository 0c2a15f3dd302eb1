import { RestError } from '@platen/core'
import { inTransaction, systemActor } from '../../operations/tx.js'
import type { SiteContext } from '../../site-context.js'
import type { Order } from '../../storage/index.js'
import { translateStoreError } from '../../storage/translate-error.js'
import { millisecondsOf } from '../../time/site-time.js'
import { where } from '../built-in-collections.js'
import type { PostRecord } from './post-collection.js'
import { publishDuePost } from './post-operations.js'

const { posts } = where
/** Scheduled posts, for which stores have a partial index. */
const scheduled = posts.and(posts.eq('status', 'future'), posts.ne('dateGmt', null))
const byDueDate: readonly Order<PostRecord>[] = [{ by: 'field', field: 'dateGmt', direction: 'asc' }]

/** Publishes due posts; resolves with their number, rejects with the first failure. Can run concurrently. */
export async function publishDuePosts(site: SiteContext): Promise<number> {
  const { time } = await site.options()
  const now = time.utc(site.services.clock())
  const { records } = await site.store.posts.find({
    where: posts.and(scheduled, posts.lte('dateGmt', now)),
    order: byDueDate,
  })
  const failures: unknown[] = []
  let published = 0
  for (const post of records) {
    try {
      if (await publish(site, post)) published++
    } catch (thrown) {
      failures.push(thrown)
    }
  }
  if (failures.length > 0) throw failures[0]
  return published
}

/** Whether the post was published; false if another process was faster, or the post has been changed or deleted. */
async function publish(site: SiteContext, { id, version }: PostRecord): Promise<boolean> {
  try {
    await inTransaction(site, tx => publishDuePost(tx, systemActor(site), { id, version }))
    return true
  } catch (thrown) {
    const refused = translateStoreError(thrown) ?? thrown
    if (refused instanceof RestError && (refused.status === 404 || refused.status === 412)) return false
    throw thrown
  }
}

/** Publishes due posts before each request, without a daemon, for a comparison, and a query after writes. */
export function createDuePostWatch(site: SiteContext): () => Promise<void> {
  let revision: number | undefined
  let nextDue = Number.POSITIVE_INFINITY
  return async () => {
    const current = site.store.revision()
    if (current !== revision) {
      const next = await site.store.posts.first({ where: scheduled, order: byDueDate })
      nextDue =
        next?.dateGmt === undefined || next.dateGmt === null ? Number.POSITIVE_INFINITY : millisecondsOf(next.dateGmt)
      revision = current
    }
    if (site.services.clock() >= nextDue) await publishDuePosts(site)
  }
}
