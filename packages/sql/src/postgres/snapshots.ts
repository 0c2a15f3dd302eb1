import type { Changes } from '@platen/storage'
import type { Work } from '../work.js'
import type { Connection } from './client.js'
import { COMMITS_TABLE } from './setup.js'
import { type Commits, commitsOf } from './watching.js'

export const READ_COMMITS = `select revision, changed from "${COMMITS_TABLE}"`

/** Transactions that read at one state of the database. */
const SNAPSHOT = 'isolation level repeatable read read only'

export const commitsIn = (rows: readonly (readonly unknown[])[] | undefined): Commits => commitsOf(rows?.[0] ?? [])

/** Thrown to read nothing from a snapshot. */
export class RefusedSnapshot extends Error {}

export interface SnapshotReading<T> {
  work(changes: Changes | undefined): Work<T>
  /** What the snapshot probably contains; without it, the work begins when that is known. */
  readonly expected: Changes | undefined
  /** Returns the changes that a snapshot contains, if they are known; may throw a `RefusedSnapshot`. */
  changesIn(snapshot: Commits): Changes | undefined
}

/**
 * Reads at one state of the database. The first statement is sent together with the begin, in the expectation that nobody
 * has committed anything else since; otherwise, `work` begins again with the changes that it contains, if it depends on them.
 */
export async function readSnapshot<T>(connection: Connection, reading: SnapshotReading<T>): Promise<T> {
  const { work, expected, changesIn } = reading
  const begun = connection.begin(SNAPSHOT, READ_COMMITS).then(([rows]) => changesIn(commitsIn(rows)))
  begun.catch(() => undefined)
  try {
    const changes = expected ?? (await begun)
    /** Whether what the work depends on differs in other changes. */
    const used: ((current: Changes | undefined) => boolean)[] = []
    const observed = changes && {
      last(names?: Iterable<string>) {
        const last = changes.last(names)
        used.push(current => current?.last(names) !== last)
        return last
      },
    }
    const steps = work(observed)
    let step = steps.next()
    const isOutdated = async () => {
      const current = await begun
      return used.some(differs => differs(current))
    }
    while (step.done !== true) {
      const result = await connection.execute(step.value)
      if (await isOutdated()) return await connection.run(work(await begun))
      step = steps.next(result)
    }
    // The last step may have used them as well.
    return (await isOutdated()) ? await connection.run(work(await begun)) : step.value
  } finally {
    // The next user of the connection need not wait for it, either.
    connection.script('commit').catch(() => undefined)
  }
}
