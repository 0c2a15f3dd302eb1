import { createMutex, StoreError } from '@platen/storage'
import type { SqlSession } from '../dialect.js'
import type { Call, Result, Work } from '../work.js'
import type { Connection } from './client.js'
import { isConflictError, translateError } from './errors.js'

/** The session of a transaction, and what ends it. */
export interface TransactionSession {
  readonly session: SqlSession
  /** Waits for what runs; returns whether options were written, and whether a statement conflicted with others. */
  end(): Promise<{ readonly wroteOptions: boolean; readonly isConflict: boolean }>
}

/**
 * Opens the session of a transaction that has begun. Each write is a savepoint, so that it can fail alone. `lock` takes
 * locks, and resolves with the revision of the options afterwards.
 */
export function createTransactionSession(
  connection: Connection,
  begun: string,
  place: string,
  lock: ((keys: readonly string[]) => Promise<string>) | undefined,
): TransactionSession {
  // Statements of calls that run at the same time must not mix.
  const oneByOne = createMutex()
  const held = new Set<string>()
  let optionsRevision = begun
  let over = false
  let wroteOptions = false
  let isConflict = false
  const inside = <T>(action: () => Promise<T>): Promise<T> =>
    oneByOne(async () => {
      if (over) throw new StoreError('unavailable', 'The transaction is over.')
      try {
        return await action()
      } catch (error) {
        isConflict ||= isConflictError(error)
        throw translateError(error, place)
      }
    })
  /** After an error, PostgreSQL only accepts a rollback. Reads do without a savepoint: they hardly ever fail. */
  const guarded = <T>(action: () => Promise<T>): Promise<T> =>
    inside(async () => {
      await connection.script('savepoint own')
      try {
        const result = await action()
        await connection.script('release own')
        return result
      } catch (error) {
        await connection.script('rollback to own; release own')
        throw error
      }
    })
  const session: SqlSession = {
    query: (call: Call): Promise<Result> => inside(() => connection.execute(call)),
    read: work => inside(() => connection.run(work(undefined))),
    optionsRevision: () => (wroteOptions ? undefined : optionsRevision),
    write: <T>(work: () => Work<T>, written?: string): Promise<T> => {
      if (written === 'options') wroteOptions = true
      return guarded(() => connection.run(work()))
    },
    ...(lock && {
      async lock(keys) {
        const missing = keys.filter(key => !held.has(key))
        if (missing.length === 0) return
        optionsRevision = await inside(() => lock(missing))
        for (const key of missing) held.add(key)
      },
    }),
  }
  return {
    session,
    async end() {
      over = true
      await oneByOne(() => undefined)
      return { wroteOptions, isConflict }
    },
  }
}
