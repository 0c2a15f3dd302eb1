import type { Database } from 'better-sqlite3'

/** The number of commits by this process; reads from before a commit are not reused after it. */
let commits = 0

/** To be called after each commit. */
export function noteCommit(): void {
  commits++
}

/** How long a snapshot is read while the event loop is busy, in milliseconds. */
const LIFETIME = 2

/**
 * Begins reads. Close reads share a snapshot, because starting one costs as much as a small query: until the event loop
 * turns, this process commits, or some milliseconds pass.
 */
export function createSnapshots(database: Database) {
  const begin = database.prepare('begin')
  const commit = database.prepare('commit')
  const dataVersion = database.prepare<[], number>('pragma data_version').pluck()
  let current: { readonly revision: number; readonly commits: number; readonly until: number } | undefined
  let willClose = false

  const close = () => {
    current = undefined
    if (database.open && database.inTransaction) commit.run()
  }
  const closeAfterTurn = () => {
    willClose = false
    try {
      close()
    } catch {
      // The next read tries again, and fails with the reason.
    }
  }

  return {
    /** Starts a read of a recent snapshot, unless one is open, and returns its revision. */
    open() {
      const now = performance.now()
      if (current !== undefined && current.commits === commits && now < current.until) return current.revision
      close()
      begin.run()
      current = { revision: Number(dataVersion.get()), commits, until: now + LIFETIME }
      if (!willClose) setImmediate(closeAfterTurn)
      willClose = true
      return current.revision
    },
    close,
  }
}
