import { postsIn, wherePosts } from '@platen/site'
import type { Store } from '@platen/storage'

const STEPS = ['', 'updated', 'retired']

/** How far a post of `acknowledging-writer` has come, by its title. */
const stepOf = (title: string) => Math.max(0, STEPS.indexOf(title.split(' ')[3] ?? ''))

/**
 * The number of stored posts, and the acknowledged titles by id that are not stored. What was on its way when a process ended
 * may be stored, though it was not acknowledged.
 */
export async function lostWrites(store: Store, acknowledged: ReadonlyMap<number, string>) {
  const { records } = await postsIn(store).find({ where: wherePosts.eq('type', 'post') })
  const titles = new Map(records.map(({ id, title }) => [id, title]))
  const lost = [...acknowledged].filter(([id, title]) => {
    const found = titles.get(id)
    return found === undefined || stepOf(found) < stepOf(title)
  })
  return { stored: titles.size, lost }
}
