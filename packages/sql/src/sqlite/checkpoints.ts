import { Worker } from 'node:worker_threads'
import type { Database } from 'better-sqlite3'

/** Has the log of a file copied into the file by a thread, so that no write waits for it. */
export interface Checkpoints {
  /** To be called after each commit. */
  committed(): void
  /** Ends the thread. */
  close(): Promise<void>
}

/** The number of commits between checks of the log's length. */
const COMMITS = 16
/** The log is copied when it has at least this many new pages. */
const PAGES = 1000

/** The length of the log, in pages, and how many of them have been copied into the file. */
interface LogState {
  readonly log: number
  readonly checkpointed: number
}

/**
 * Creates the checkpoints of a file. The thread is started when the log becomes long for the first time: most sites never
 * need it. Where it cannot run, SQLite copies the log as part of a commit, once it is longer.
 */
export function createCheckpoints(database: Database): Checkpoints {
  const state = database.prepare<[], LogState>('pragma wal_checkpoint(noop)')
  let commits = 0
  let isCopying = false
  let isOver = false
  let thread: Worker | undefined

  const start = (): Worker => {
    const started = new Worker(new URL(import.meta.resolve('#sqlite-checkpoint-thread')), {
      workerData: { path: database.name },
      resourceLimits: { maxOldGenerationSizeMb: 16, maxYoungGenerationSizeMb: 1 },
    })
    started.on('message', () => {
      isCopying = false
    })
    started.on('error', () => {
      isOver = true
    })
    started.unref()
    return started
  }

  return {
    committed() {
      commits++
      if (commits < COMMITS || isCopying || isOver) return
      commits = 0
      const { log, checkpointed } = state.get() ?? { log: 0, checkpointed: 0 }
      if (log - checkpointed < PAGES) return
      isCopying = true
      try {
        thread ??= start()
        thread.postMessage('copy')
      } catch {
        isOver = true
      }
    },
    async close() {
      isOver = true
      await thread?.terminate()
    },
  }
}
