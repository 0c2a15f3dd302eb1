import { createChangeCounter, StoreError } from '@platen/storage'
import type { Statement } from 'better-sqlite3'
import type { SqlConnections, SqlSession } from '../dialect.js'
import type { Call, Result, Work } from '../work.js'
import { createCheckpoints } from './checkpoints.js'
import { type CommitGroups, createCommitGroups } from './commit-groups.js'
import type { Connection } from './connection.js'
import { translateError } from './errors.js'
import { createReadLimit, type ReadLimit } from './read-limit.js'
import { createSnapshots, foreignVersionOf } from './snapshots.js'

/** The connections of a store to one file. */
export interface ConnectionPair {
  readonly reader: Connection
  readonly writer: Connection
  /** How long writes wait for others, in milliseconds. */
  readonly busyTimeout: number
  /** The time limit for the queries of a request, in milliseconds. */
  readonly statementTimeout: number
}

/**
 * The size of the page cache while many records are inserted: pages that many of them change are written only once.
 * Otherwise, SQLite's default is enough.
 */
const BULK_CACHE_KIB = 64 * 1024

const OPTIONS = ['options']

/** Runs an action whose errors are those of the store in this file. */
type Translated = <T>(action: () => T) => T

const translatedFor =
  (path: string): Translated =>
  action => {
    try {
      return action()
    } catch (error) {
      throw translateError(error, path)
    }
  }

/** Reads use one connection, so that they never see uncommitted data; writes use another, one after the other. */
export function createConnections({ reader, writer, busyTimeout, statementTimeout }: ConnectionPair): SqlConnections {
  const path = writer.database.name
  const translated = translatedFor(path)
  const limit = createReadLimit(statementTimeout)
  const changes = createChangeCounter()
  const snapshots = createSnapshots(reader.database, foreignVersionOf(writer.database), changes)
  const checkpoints = createCheckpoints(writer.database)
  const groups = createCommitGroups({
    database: writer.database,
    busyTimeout,
    beforeCommit() {
      writer.indexTexts()
      // An open snapshot prevents a checkpoint of the log, and SQLite would retry with every commit.
      snapshots.close()
    },
    afterCommit() {
      // Reads may have begun one before the commit.
      snapshots.close()
      checkpoints.committed()
    },
    afterFailure: () => changes.committed(),
  })
  const pageCount = reader.database.prepare<[], number>('pragma page_count').pluck()
  const cacheSize = Number(writer.database.pragma('cache_size', { simple: true }))
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
  const onSnapshot = <T>(action: () => T): T => {
    requireOpen()
    return translated(() => {
      try {
        snapshots.open()
        return action()
      } catch (error) {
        snapshots.close()
        throw error
      }
    })
  }

  const reportCommit = (changed: Written) => {
    if (changed.size === 0) return
    const names = [...changed].flatMap(name => name ?? [])
    changes.committed(names.length === changed.size ? names : undefined)
  }

  const optionsRevision = () => {
    snapshots.refresh()
    return changes.last(OPTIONS)
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

  return {
    query: call => onSnapshot(() => reader.execute(call, limit)),
    read: work => onSnapshot(() => reader.run(work(changes), limit)),
    optionsRevision() {
      requireOpen()
      return translated(optionsRevision)
    },
    async write(work, collection) {
      requireOpen()
      const run = () => {
        endWithOptions(groups, collection)
        return translated(() => writer.run(work()))
      }
      return groups.run({ run, committed: () => reportCommit(new Set([collection])) }, true)
    },
    async transaction(work, { grouped = false, bulk = false } = {}) {
      requireOpen()
      const changed = new Set<string | undefined>()
      const committed = () => reportCommit(changed)
      const { session, end } = createTransactionSession({
        writer,
        translated,
        savepoint,
        groups,
        optionsRevision,
        changed,
        bulk,
        limit: grouped && !bulk ? limit : undefined,
      })
      if (!bulk) return groups.run({ run: () => work(session), end, committed }, grouped)
      const run = () => {
        writer.database.pragma(`cache_size = ${-BULK_CACHE_KIB}`)
        return work(session)
      }
      const endBulk = () => {
        end()
        writer.database.pragma(`cache_size = ${cacheSize}`)
      }
      return groups.run({ run, end: endBulk, committed }, false)
    },
    revision: names => onSnapshot(() => changes.last(names)),
    place: path,
    server: `SQLite ${reader.database.prepare('select sqlite_version()').pluck().get()}`,
    size: () => onSnapshot(() => Number(pageCount.get()) * pageSize),
    close() {
      // Who could not wait long enough for a writer may try again.
      closing ??= checkpoints
        .close()
        .then(() => groups.finish(() => translated(closeBoth)))
        .catch((error: unknown) => {
          closing = undefined
          throw error
        })
      return closing
    },
  }
}

/** The collections that a transaction has written; `undefined` stands for any. */
type Written = Set<string | undefined>

/** The statements around each write of a transaction. */
interface Savepoint {
  readonly begin: Statement
  readonly release: Statement
}

interface SessionParts {
  readonly writer: Connection
  readonly translated: Translated
  readonly savepoint: Savepoint
  readonly groups: CommitGroups
  readonly optionsRevision: () => number
  readonly changed: Written
  /** Whether new texts are indexed after each write: those of the whole transaction would block others for too long. */
  readonly bulk: boolean
  /** The time limit of queries; jobs such as migrations have none. */
  readonly limit: ReadLimit | undefined
}

/** The session of a transaction: each write is a savepoint, so that it can fail alone. */
function createTransactionSession(parts: SessionParts): {
  readonly session: SqlSession
  end(): void
} {
  const { writer, translated, savepoint, groups, optionsRevision, changed, bulk, limit } = parts
  const { database } = writer
  let over = false
  let wroteOptions = false
  const inside = <T>(action: () => T): T => {
    // Some failures of writes also end the transaction.
    if (over || !database.inTransaction) throw new StoreError('unavailable', 'The transaction is over.')
    return translated(action)
  }
  const write = <T>(work: () => Work<T>, collection?: string): T =>
    inside(() => {
      wroteOptions ||= endWithOptions(groups, collection)
      savepoint.begin.run()
      try {
        const result = writer.run(work())
        if (bulk) writer.indexTexts()
        savepoint.release.run()
        changed.add(collection)
        return result
      } catch (error) {
        if (database.inTransaction) database.exec('rollback to write; release write')
        throw error
      }
    })
  const session: SqlSession = {
    query: (call: Call): Result => inside(() => writer.execute(call, limit)),
    read: work => inside(() => writer.run(work(undefined), limit)),
    optionsRevision: () => inside(() => (wroteOptions ? undefined : optionsRevision())),
    write,
  }
  return {
    session,
    end() {
      over = true
    },
  }
}

/** Transactions also read options outside of the transaction, so later transactions begin after the commit. */
function endWithOptions(groups: CommitGroups, collection: string | undefined): boolean {
  if (collection !== 'options') return false
  groups.end()
  return true
}
