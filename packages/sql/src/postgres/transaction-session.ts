import { createMutex, StoreError } from '@platen/storage'
import type { SqlSession } from '../dialect.js'
import type { Work } from '../work.js'
import type { Connection } from './client.js'
import { isConflictError, translateError } from './errors.js'

/** The session of a transaction, and what ends it. */
export interface TransactionSession {
  readonly session: SqlSession
  /**
   * Waits for what runs; returns the collections that were written, where `undefined` stands for any, and whether a statement
   * conflicted with others.
   */
  end(): Promise<{ readonly written: ReadonlySet<string | undefined>; readonly isConflict: boolean }>
}

interface SessionOptions {
  readonly connection: Connection
  /** The URL of the database without the password, for errors. */
  readonly place: string
  /** Resolves with the revision of the options when the transaction has begun. */
  readonly begun: Promise<number>
  /** Sends statements that lock keys, and resolves with the revision of the options afterwards. */
  readonly lock: ((keys: readonly string[]) => Promise<number>) | undefined
  /** Whether it is only one write, which then needs no savepoint. */
  readonly isSingle: boolean
}

/**
 * Opens the session of a transaction. Statements are sent without waiting for those of which nobody needs the result: the
 * begin, locks and savepoints.
 */
export function createTransactionSession(options: SessionOptions): TransactionSession {
  const { connection, place, begun, lock, isSingle } = options
  // The savepoints of writes at the same time must not mix.
  const oneByOne = createMutex()
  const running = new Set<Promise<unknown>>()
  const held = new Set<string>()
  let optionsRevision: number | undefined
  const written = new Set<string | undefined>()
  let over = false
  let wroteOptions = false
  /** The first error: PostgreSQL refuses all statements after it. */
  let failure: unknown
  let isConflict = false

  const noteFailure = (error: unknown) => {
    failure ??= error
    isConflict ||= isConflictError(error)
  }
  const tracked = async <T>(action: () => Promise<T>): Promise<T> => {
    if (over) throw new StoreError('unavailable', 'The transaction is over.')
    const result = action()
    running.add(result)
    try {
      return await result
    } catch (error) {
      isConflict ||= isConflictError(error)
      throw translateError(failure ?? error, place)
    } finally {
      running.delete(result)
    }
  }
  /** Learns the revision of the options, unless a later statement is to tell it. */
  const follow = (revision: Promise<number>) => {
    current = revision
    optionsRevision = undefined
    revision.then(found => {
      if (current === revision) optionsRevision = found
    }, noteFailure)
  }
  let current = begun
  follow(begun)

  /**
   * Begins a write within a savepoint, since PostgreSQL only accepts a rollback after an error. Resolves when nothing more
   * has to be sent, with the promise of the result. Reads do without a savepoint: they hardly ever fail.
   */
  const guarded = async <T>(work: Work<T>): Promise<{ readonly result: Promise<T> }> => {
    connection.script('savepoint own').catch(noteFailure)
    let isReleased = false
    const release = () => {
      isReleased = true
      // If the write fails, this fails as well.
      connection.script('release own').catch(() => undefined)
    }
    const write = async (onLast: () => void) => {
      try {
        const result = await connection.run(work, onLast)
        if (!isReleased) release()
        return result
      } catch (error) {
        // Without an error of the database, the last call of a write has changed nothing.
        const isRolledBack = isReleased && error instanceof StoreError
        if (failure === undefined && !isRolledBack) await connection.script('rollback to own; release own')
        throw error
      }
    }
    let result: Promise<T> | undefined
    await new Promise<void>(resolve => {
      const onLast = () => {
        release()
        resolve()
      }
      result = write(onLast)
      result.then(
        () => resolve(),
        () => resolve(),
      )
    })
    return { result: result as Promise<T> }
  }
  const session: SqlSession = {
    query: call => tracked(() => connection.execute(call)),
    read: work => tracked(() => connection.run(work(undefined))),
    optionsRevision: () => (wroteOptions ? undefined : optionsRevision),
    write: <T>(work: () => Work<T>, collection?: string): Promise<T> => {
      if (collection === 'options') wroteOptions = true
      return tracked(async () => {
        const result = isSingle ? connection.run(work()) : (await oneByOne(() => guarded(work()))).result
        await result
        written.add(collection)
        return result
      })
    },
    ...(lock && {
      async lock(keys) {
        if (over) throw new StoreError('unavailable', 'The transaction is over.')
        const missing = keys.filter(key => !held.has(key))
        if (missing.length === 0) return
        for (const key of missing) held.add(key)
        follow(lock(missing))
      },
    }),
  }
  return {
    session,
    async end() {
      over = true
      await Promise.allSettled(running)
      return { written, isConflict }
    },
  }
}
