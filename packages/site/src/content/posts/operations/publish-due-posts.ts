import { setImmediate as turn } from 'node:timers/promises'
import { RestError } from '@platen/core'
import type { Order } from '@platen/storage'
import type { SiteContext } from '../../../kernel/context/index.js'
import { perform, systemActor } from '../../../kernel/operations/index.js'
import { type PostRecord, postsIn, wherePosts } from '../../../kernel/records/index.js'
import { translateStoreError } from '../../../kernel/refusals/index.js'
import { millisecondsOf } from '../../../kernel/time/index.js'
import { publishDuePost } from './post-operations.js'

/** Scheduled posts, for which stores have a partial index. */
const scheduled = wherePosts.and(wherePosts.eq('status', 'future'), wherePosts.ne('dateGmt', null))
const byDueDate: readonly Order<PostRecord>[] = [{ by: 'field', field: 'dateGmt', direction: 'asc' }]

/** Publishes due posts; resolves with their number, rejects with the first failure. Can run concurrently. */
export async function publishDuePosts(site: SiteContext): Promise<number> {
  const { time } = await site.options()
  const now = time.utc(site.services.clock())
  const { records } = await postsIn(site.store).find({
    where: wherePosts.and(scheduled, wherePosts.lte('dateGmt', now)),
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
    await perform(site, publishDuePost, systemActor(site), { id, version })
    return true
  } catch (thrown) {
    const refused = translateStoreError(thrown) ?? thrown
    if (refused instanceof RestError && (refused.status === 404 || refused.status === 412)) return false
    throw thrown
  }
}

const POSTS = [wherePosts.collection]

/**
 * Publishes due posts before each request, without a daemon: for a comparison, and a query after writes of posts. Requests do
 * not wait for the answer of a database on another machine: what it says counts for the next ones.
 */
export function createDuePostWatch(site: SiteContext): () => Promise<void> {
  let revision: number | undefined
  let nextDue = Number.POSITIVE_INFINITY
  let looking: Promise<void> | undefined
  const look = async () => {
    const next = await postsIn(site.store).first({ where: scheduled, order: byDueDate })
    return next?.dateGmt ? millisecondsOf(next.dateGmt) : Number.POSITIVE_INFINITY
  }
  const lookAgain = () => {
    const own = look()
      .then(due => {
        // A later lookup knows better.
        if (looking === own) nextDue = due
      })
      .finally(() => {
        if (looking === own) looking = undefined
      })
    own.catch(() => {
      revision = undefined
    })
    return own
  }
  return async () => {
    const current = site.store.revision(POSTS)
    if (current !== revision) {
      revision = current
      looking = lookAgain()
    }
    if (looking !== undefined) await Promise.race([looking, turn()])
    if (site.services.clock() >= nextDue) await publishDuePosts(site)
  }
}
