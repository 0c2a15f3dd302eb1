import type { SiteContext } from '../../../../kernel/context/index.js'
import { postsIn, wherePosts } from '../../../../kernel/records/index.js'

const DAY = 'YYYY-MM-DD'.length

/** How many posts were published on each day, the latest day first. Days are written `YYYY-MM-DD`. */
export type PostDays = ReadonlyMap<string, number>

/** Counts the published posts of all days, with one query. */
export async function loadPostDays({ store }: Pick<SiteContext, 'store'>): Promise<PostDays> {
  const { and, eq } = wherePosts
  const days = await postsIn(store).tally('date', and(eq('type', 'post'), eq('status', 'publish')), DAY)
  return new Map([...days].sort(([a], [b]) => (a < b ? 1 : -1)))
}
