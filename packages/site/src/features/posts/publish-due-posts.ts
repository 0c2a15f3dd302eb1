import type { SiteContext } from '../../site-context.js'
import { type Order, type PostRecord, StoreError, where } from '../../storage/index.js'
import { millisecondsOf } from '../../time/site-time.js'
import { countedTerms, shiftTermCounts } from '../terms/term-counts.js'
import { postSaved } from './post-hooks.js'

const { posts } = where
/** Scheduled posts: stores have an index of them alone. */
const scheduled = posts.and(posts.eq('status', 'future'), posts.ne('dateGmt', null))
const byDueDate: readonly Order<PostRecord>[] = [{ by: 'field', field: 'dateGmt', direction: 'asc' }]

/**
 * Publishes the posts whose time has come, and says how many. Several processes may do so at once: a post is published
 * by the one whose update meets the version that it has read, the others leave it alone. Rejects with what went wrong
 * first, once everything else that is due was published.
 */
export async function publishDuePosts(site: SiteContext): Promise<number> {
  const { time } = await site.options()
  const now = time.utc(site.services.clock())
  const { records } = await site.store.posts.find({
    where: posts.and(scheduled, posts.lte('dateGmt', now)),
    order: byDueDate,
  })
  const failures: unknown[] = []
  let published = 0
  for (const before of records) {
    try {
      const post = await publish(site, before)
      if (post === undefined) continue
      published++
      await site.hooks.emit(postSaved, { post, before })
    } catch (thrown) {
      failures.push(thrown)
    }
  }
  if (failures.length > 0) throw failures[0]
  return published
}

async function publish(site: SiteContext, before: PostRecord): Promise<PostRecord | undefined> {
  try {
    return await site.store.transaction(async contents => {
      const post = await contents.posts.update(before.id, { status: 'publish' }, { version: before.version })
      await shiftTermCounts(site, contents, [], await countedTerms(contents, post))
      return post
    })
  } catch (thrown) {
    // Somebody else was there first, or has changed its mind about the post.
    if (thrown instanceof StoreError && (thrown.code === 'version' || thrown.code === 'not_found')) return undefined
    throw thrown
  }
}

/**
 * Sees to it before each request that what is due is public: it costs a comparison, and a query only after something was
 * stored. So no daemon is needed, and nobody ever sees a post late.
 */
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
