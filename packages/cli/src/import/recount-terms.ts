import { where } from '@platen/site'
import type { ImportRun } from './import-run.js'

/** Sets the counts of terms to the number of published posts that carry them. */
export async function recountTerms(run: ImportRun, termIds: Iterable<number>): Promise<void> {
  const { assignments, terms } = run.contents
  const published = where.posts.eq('status', 'publish')
  for (const id of termIds) {
    const count = await assignments.count(
      where.assignments.and(
        where.assignments.eq('term', id),
        where.assignments.exists('posts', { foreign: 'id', local: 'object' }, published),
      ),
    )
    const term = await terms.get(id)
    if (term && term.count !== count) await terms.update(id, { count })
  }
}
