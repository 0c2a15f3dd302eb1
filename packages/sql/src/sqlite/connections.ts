import { createMutex, StoreError } from '@platen/site'
import type { Statement } from 'better-sqlite3'
import type { SqlConnections, SqlSession } from '../dialect.js'
import type { Call, Result, Work } from '../work.js'
import type { Connection } from './connection.js'
import { translateError } from './errors.js'
import { createSnapshots, noteCommit } from './snapshots.js'
import { untilFree } from './until-free.js'

/** The connections of a store to one file. */
export interface ConnectionPair {
  readonly reader: Connection
  readonly writer: Connection
  /** How long writes wait for others, in milliseconds. */
  readonly busyTimeout: number
}

const translated = <T>(action: () => T): T => {
  try {
    return action()
  } catch (error) {
    throw translateError(error)
  }
}

/** Reads on one connection, so that they never see what is not committed, and writes on the other, one after the other. */
export function createConnections({ reader, writer, busyTimeout }: ConnectionPair): SqlConnections {
  const exclusive = createMutex(busyTimeout)
  const snapshots = createSnapshots(reader.database)
  const beginWriting = writer.database.prepare('begin immediate')
  const commitWriting = writer.database.prepare('commit')
  const pageCount = reader.database.prepare<[], number>('pragma page_count').pluck()
  const pageSize = Number(reader.database.pragma('page_size', { simple: true }))
  const savepoint: Savepoint = {
    begin: writer.database.prepare('savepoint write'),
    release: writer.database.prepare('release write'),
  }
  let closing: Promise<void> | undefined

  const requireOpen = () => {
    if (closing) throw new StoreError('unavailable', 'The store is closed.')
  }

  /** Reads on the current snapshot; a snapshot on which something failed is closed. */
  const onSnapshot = <T>(action: (revision: number) => T): T => {
    requireOpen()
    return translated(() => {
      try {
        return action(snapshots.open())
      } catch (error) {
        snapshots.close()
        throw error
      }
    })
  }

  const closeBoth = () => {
    snapshots.close()
    reader.database.close()
    try {
      writer.database.pragma('wal_checkpoint(truncate)')
    } finally {
      writer.database.close()
    }
  }

  /** Runs a task as a transaction of the writer: all of it is committed, or nothing. */
  const asTransaction = <T>(task: () => T | Promise<T>): Promise<T> =>
    exclusive(async () => {
      await untilFree(busyTimeout, () => beginWriting.run()).catch((error: unknown) => {
        throw translateError(error)
      })
      try {
        const result = await task()
        // An open snapshot prevents a checkpoint of the log, and SQLite would try again with every commit.
        snapshots.close()
        translated(() => commitWriting.run())
        noteCommit()
        return result
      } catch (error) {
        // Some failures end the transaction themselves.
        if (writer.database.inTransaction) writer.database.exec('rollback')
        throw error
      }
    })

  return {
    query: call => onSnapshot(() => reader.execute(call)),
    read: work => onSnapshot(revision => reader.run(work(revision))),
    async write(work) {
      requireOpen()
      return asTransaction(() => translated(() => writer.run(work())))
    },
    async transaction(work) {
      requireOpen()
      return asTransaction(async () => {
        const { session, end } = createTransactionSession(writer, savepoint)
        try {
          return await work(session)
        } finally {
          end()
        }
      })
    },
    revision: () => onSnapshot(revision => revision),
    server: `SQLite ${reader.database.prepare('select sqlite_version()').pluck().get()}`,
    size: () => onSnapshot(() => Number(pageCount.get()) * pageSize),
    close() {
      // Who could not wait long enough for a writer may try again.
      closing ??= exclusive(async () => translated(closeBoth)).catch((error: unknown) => {
        closing = undefined
        throw error
      })
      return closing
    },
  }
}

/** The statements around each write of a transaction. */
interface Savepoint {
  readonly begin: Statement
  readonly release: Statement
}

/** What a transaction does between its begin and its end: each write is a savepoint, so that it can fail on its own. */
function createTransactionSession(
  writer: Connection,
  savepoint: Savepoint,
): { readonly session: SqlSession; end(): void } {
  const { database } = writer
  let over = false
  const inside = <T>(action: () => T): T => {
    if (over) throw new StoreError('unavailable', 'The transaction is over.')
    return translated(action)
  }
  const write = <T>(work: () => Work<T>): T =>
    inside(() => {
      savepoint.begin.run()
      try {
        const result = writer.run(work())
        savepoint.release.run()
        return result
      } catch (error) {
        if (database.inTransaction) database.exec('rollback to write; release write')
        throw error
      }
    })
  const session: SqlSession = {
    query: (call: Call): Result => inside(() => writer.execute(call)),
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
