import { StoreError } from '@platen/site'
import type { SqlConnections, SqlSession } from '../dialect.js'
import type { Call, Result, Work } from '../work.js'
import type { Connection } from './connection.js'
import { translateError } from './errors.js'
import { createTurns, untilFree } from './waiting.js'

/** The connections of a store to one file. */
export interface ConnectionPair {
  readonly reader: Connection
  readonly writer: Connection
  /** How long writes wait for others, in milliseconds. */
  readonly patience: number
}

const translated = <T>(action: () => T): T => {
  try {
    return action()
  } catch (error) {
    throw translateError(error)
  }
}

/**
 * How often the stores of this process have committed. Asking the file for its revision costs as much as a small query,
 * so it is asked once in a turn of the event loop, and at least every few milliseconds in a turn that takes long, unless
 * something was committed here.
 */
let commits = 0

/** For how long a revision is believed while the event loop does not turn, in milliseconds. */
const BELIEVED = 5

/** Reads on one connection, so that they never see what is not committed, and writes in turns on the other. */
export function createConnections({ reader, writer, patience }: ConnectionPair): SqlConnections {
  const takeTurn = createTurns(patience)
  const begin = reader.database.prepare('begin')
  const commit = reader.database.prepare('commit')
  const dataVersion = reader.database.prepare<[], number>('pragma data_version').pluck()
  const revisionNow = () => Number(dataVersion.get())
  /** The revision that was seen in this turn of the event loop. */
  let seen: { readonly revision: number; readonly commits: number; readonly until: number } | undefined
  const forget = () => {
    seen = undefined
  }
  const beginWriting = writer.database.prepare('begin immediate')
  const commitWriting = writer.database.prepare('commit')
  let closing: Promise<void> | undefined

  const requireOpen = () => {
    if (closing) throw new StoreError('unavailable', 'The store is closed.')
  }

  const closeBoth = () => {
    reader.database.close()
    try {
      writer.database.pragma('wal_checkpoint(truncate)')
    } finally {
      writer.database.close()
    }
  }

  /** Runs a task as a transaction of the writer: kept as a whole or not at all. */
  const asTransaction = <T>(task: () => T | Promise<T>): Promise<T> =>
    takeTurn(async () => {
      await untilFree(patience, () => beginWriting.run()).catch((error: unknown) => {
        throw translateError(error)
      })
      try {
        const result = await task()
        translated(() => commitWriting.run())
        commits++
        return result
      } catch (error) {
        // Some failures end the transaction themselves.
        if (writer.database.inTransaction) writer.database.exec('rollback')
        throw error
      }
    })

  return {
    ask(call) {
      requireOpen()
      return translated(() => reader.execute(call))
    },
    read(work) {
      requireOpen()
      return translated(() => {
        begin.run()
        try {
          return reader.run(work(revisionNow))
        } finally {
          commit.run()
        }
      })
    },
    async write(work) {
      requireOpen()
      return asTransaction(() => translated(() => writer.run(work())))
    },
    async transaction(work) {
      requireOpen()
      return asTransaction(async () => {
        const { session, end } = createTransactionSession(writer)
        try {
          return await work(session)
        } finally {
          end()
        }
      })
    },
    revision() {
      requireOpen()
      const now = performance.now()
      if (seen === undefined || seen.commits !== commits || now >= seen.until) {
        if (seen === undefined) setImmediate(forget)
        seen = { revision: translated(revisionNow), commits, until: now + BELIEVED }
      }
      return seen.revision
    },
    close() {
      // Who could not wait long enough for a writer may try again.
      closing ??= takeTurn(async () => translated(closeBoth)).catch((error: unknown) => {
        closing = undefined
        throw error
      })
      return closing
    },
  }
}

/** What a transaction does between its begin and its end: each write is a savepoint, so that it can fail on its own. */
function createTransactionSession(writer: Connection): { readonly session: SqlSession; end(): void } {
  const { database } = writer
  let over = false
  const inside = <T>(action: () => T): T => {
    if (over) throw new StoreError('unavailable', 'The transaction is over.')
    return translated(action)
  }
  const write = <T>(work: () => Work<T>): T =>
    inside(() => {
      database.exec('savepoint write')
      try {
        const result = writer.run(work())
        database.exec('release write')
        return result
      } catch (error) {
        if (database.inTransaction) database.exec('rollback to write; release write')
        throw error
      }
    })
  const session: SqlSession = {
    ask: (call: Call): Result => inside(() => writer.execute(call)),
    read: work => inside(() => writer.run(work(undefined))),
    write,
  }
  return {
    session,
    end() {
      over = true
    },
  }
}
