import { createMutex, StoreError } from '@platen/storage'
import type { SqlConnections, SqlSession } from '../dialect.js'
import type { Call, Result, Work } from '../work.js'
import type { Connection } from './client.js'
import { CURRENT_SCHEMA } from './ddl.js'
import { isLoss, translateError } from './errors.js'
import { createLostResponses } from './lost-responses.js'
import type { Pool } from './pool.js'
import { COMMITS_TABLE } from './setup.js'
import { type Commits, type WatchOptions, watch } from './watching.js'

/** The connections of a store to one schema of a database. */
export interface ConnectionOptions {
  /** Opens connections that read, and one that writes. */
  readonly readers: Pool
  readonly writer: Pool
  /** Opens a connection that listens. */
  readonly openListener: WatchOptions['open']
  /** The channel on which processes announce their commits to this schema. */
  readonly channel: string
  /** The schema of the tables. */
  readonly schema: string
  readonly server: string
  /** The URL of the database without the password, for errors. */
  readonly place: string
  /** How long writes wait for others, in milliseconds. */
  readonly busyTimeout: number
  /** The time between heartbeats, in milliseconds. */
  readonly heartbeatInterval: number
}

const table = `"${COMMITS_TABLE}"`

/** Revisions are whole numbers below 2^52: the epoch, and the number of commits. */
const REVISIONS = 2 ** 32
const EPOCHS = 2 ** 20

const MAX_MILLISECONDS = 2 ** 31 - 1

/** A time limit as PostgreSQL takes it: 0 would mean none. */
export const milliseconds = (time: number): number => Math.min(Math.max(1, Math.ceil(time)), MAX_MILLISECONDS)

/** Reads at one state of the database; the first result is its revision. */
const BEGIN_READ = `begin isolation level repeatable read read only; select revision from ${table}`

/** Locks the table against writes of other processes until the transaction ends. */
const beginWrite = (busyTimeout: number, pause?: number) =>
  `begin; set local lock_timeout = ${milliseconds(busyTimeout)}; lock table ${table} in exclusive mode; set local lock_timeout = 0; ${pause === undefined ? '' : `set local idle_in_transaction_session_timeout = ${pause}; `}select revision, options from ${table}`

const commitsIn = (rows: readonly (readonly unknown[])[] | undefined): Commits => ({
  revision: Number(rows?.[0]?.[0]),
  options: Number(rows?.[0]?.[1]),
})

/** A name in SQL. */
export const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`

/** How long bulk transactions wait, and pause to read files, in milliseconds. */
const BULK_TIMEOUT = 60_000

/** Reads use several connections; writes use another, one after the other, also those of other processes. */
export async function createConnections(options: ConnectionOptions): Promise<SqlConnections> {
  const { readers, writer, channel, schema, server, place, busyTimeout, heartbeatInterval } = options
  const exclusive = createMutex(busyTimeout)
  let commits: Commits = { revision: 0, options: 0 }
  /** Raised by each new listening connection: a standby that takes over may lack commits, and repeat their revisions. */
  let epoch = 0
  const learn = (next: Commits) => {
    // Announcements may arrive after later commits of this process.
    if (!(next.revision <= commits.revision)) commits = next
  }
  const revisionOf = ({ revision }: Commits) => (epoch % EPOCHS) * REVISIONS + revision
  const optionsOf = ({ options }: Commits) => `${epoch} ${options}`
  const connections = function* () {
    yield* readers.connections()
    yield* writer.connections()
  }
  const watching = await watch({
    open: options.openListener,
    channel,
    table: `${quoted(schema)}.${table}`,
    interval: heartbeatInterval,
    timeout: busyTimeout,
    lostResponses: createLostResponses(connections, heartbeatInterval),
    onCommit: learn,
    onConnect(next) {
      // The network may have dropped other connections too.
      if (epoch > 0) for (const pool of [readers, writer]) pool.renew()
      epoch++
      commits = next
    },
  }).catch((error: unknown) => {
    throw translateError(error, place)
  })
  let unknown = 0
  let closing: Promise<void> | undefined

  const requireOpen = () => {
    if (closing !== undefined) throw new StoreError('unavailable', 'The store is closed.')
  }

  /**
   * Uses a connection, and closes it after an error. If a reused connection was lost in the meantime, repeats `use` once on
   * another one, provided that it is repeatable.
   */
  const using = async <T>(
    pool: Pool,
    use: (connection: Connection) => Promise<T>,
    isRepeatable = () => true,
  ): Promise<T> => {
    requireOpen()
    for (let isRepeated = false; ; isRepeated = true) {
      let taken: Awaited<ReturnType<Pool['take']>> | undefined
      try {
        taken = await pool.take()
        const result = await use(taken.connection)
        pool.release(taken.connection)
        return result
      } catch (error) {
        if (taken) pool.release(taken.connection, true)
        const isLost = taken !== undefined && isLoss(error)
        if (isLost) pool.renew()
        if (!isLost || taken?.isNew || isRepeated || !isRepeatable()) throw translateError(error, place)
      }
    }
  }

  const commit = async (connection: Connection, wroteOptions: boolean): Promise<void> => {
    const raised = wroteOptions ? 'revision = revision + 1, options = options + 1' : 'revision = revision + 1'
    const announced = `select pg_notify('${channel}', revision || ' ' || options) from ${table}`
    const results = await connection.script(
      `update ${table} set ${raised} returning revision, options; ${announced}; commit`,
    )
    learn(commitsIn(results[0]))
  }

  const transaction = <T>(work: (session: SqlSession) => Promise<T>, isBulk = false): Promise<T> =>
    exclusive(() => {
      let isBegun = false
      const run = async (connection: Connection) => {
        const results = await connection.script(
          isBulk ? beginWrite(BULK_TIMEOUT, BULK_TIMEOUT) : beginWrite(busyTimeout),
        )
        isBegun = true
        const begun = commitsIn(results.at(-1))
        learn(begun)
        const { session, end } = createTransactionSession(connection, optionsOf(begun), place)
        let result: T
        try {
          result = await work(session)
        } catch (error) {
          await end()
          await connection.script('rollback')
          return { error }
        }
        const wroteOptions = await end()
        await commit(connection, wroteOptions)
        return { result }
      }
      return using(writer, run, () => !isBegun)
    }).then(outcome => {
      // Errors of the work are not those of the connection.
      if ('error' in outcome) throw outcome.error
      return outcome.result
    })

  return {
    query: call => using(readers, connection => connection.execute(call)),
    read: work =>
      using(readers, async connection => {
        const first = epoch
        const begun = await connection.script(BEGIN_READ)
        const result = await connection.run(work(first === epoch ? revisionOf(commitsIn(begun[1])) : undefined))
        await connection.script('commit')
        return result
      }),
    write: (work, written) => transaction(async session => session.write(work, written)),
    transaction: (work, transactionOptions) => {
      requireOpen()
      return transaction(work, transactionOptions?.bulk)
    },
    optionsRevision() {
      requireOpen()
      return watching.isWatching() ? optionsOf(commits) : undefined
    },
    revision() {
      requireOpen()
      if (watching.isWatching()) return revisionOf(commits)
      return -++unknown
    },
    server,
    place,
    size: () =>
      using(readers, async connection => {
        const [rows] = await connection.script(
          `select sum(pg_total_relation_size(oid)) from pg_class where relkind = 'r' and relnamespace = ${CURRENT_SCHEMA}`,
        )
        return Number(rows?.[0]?.[0])
      }),
    close() {
      // Waiting tasks get an error; running ones have time to end.
      closing ??= Promise.all([
        readers.close(busyTimeout),
        exclusive(() => undefined)
          .catch(() => undefined)
          .then(() => writer.close(0)),
      ]).then(() => watching.close())
      return closing
    },
  }
}

/** The session of a transaction: each write is a savepoint, so that it can fail alone. */
function createTransactionSession(
  connection: Connection,
  optionsRevision: string,
  place: string,
): {
  readonly session: SqlSession
  /** Waits for what runs; returns whether options were written. */
  end(): Promise<boolean>
} {
  // Statements of calls that run at the same time must not mix.
  const oneByOne = createMutex()
  let over = false
  let wroteOptions = false
  const inside = <T>(action: () => Promise<T>): Promise<T> =>
    oneByOne(async () => {
      if (over) throw new StoreError('unavailable', 'The transaction is over.')
      try {
        return await action()
      } catch (error) {
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
  const write = <T>(work: () => Work<T>, written?: string): Promise<T> => {
    if (written === 'options') wroteOptions = true
    return guarded(() => connection.run(work()))
  }
  const session: SqlSession = {
    query: (call: Call): Promise<Result> => inside(() => connection.execute(call)),
    read: work => inside(() => connection.run(work(undefined))),
    optionsRevision: () => (wroteOptions ? undefined : optionsRevision),
    write,
  }
  return {
    session,
    async end() {
      over = true
      await oneByOne(() => undefined)
      return wroteOptions
    },
  }
}
