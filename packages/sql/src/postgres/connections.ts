import { setTimeout } from 'node:timers/promises'
import { type Changes, createMutex, lastChange, StoreError, type TransactionOptions } from '@platen/storage'
import type { SqlConnections, SqlSession } from '../dialect.js'
import type { Call, Result, Work } from '../work.js'
import { advisoryLocks } from './advisory-locks.js'
import { vacuumGrown } from './after-bulk.js'
import { createBuildingIndexes } from './building-indexes.js'
import type { Connection } from './client.js'
import { CURRENT_SCHEMA, quoted } from './ddl.js'
import { isConflictError, isLockError, isLoss, translateError } from './errors.js'
import { createLostResponses } from './lost-responses.js'
import type { Pool } from './pool.js'
import { createReplicas, type ReplicaConnections } from './replicas.js'
import { COMMITS_TABLE } from './setup.js'
import { commitsIn, READ_COMMITS, readSnapshot } from './snapshots.js'
import { createTransactionSession } from './transaction-session.js'
import { COMMIT_ID, type Commits, type WatchOptions, watch } from './watching.js'

/** The connections of a store to one schema of a database. */
export interface ConnectionOptions {
  readonly readers: Pool
  readonly writers: Pool
  /** Servers that may be used for reads outside of transactions. */
  readonly replicas: readonly ReplicaConnections[]
  /** Opens a connection that listens. */
  readonly openListener: WatchOptions['open']
  /** Whether the server creates indexes while others write. */
  readonly buildsIndexes: boolean
  /** The channel on which processes announce their commits to this schema. */
  readonly channel: string
  /** Whether they do; otherwise, the other ones notice commits with their heartbeats. */
  readonly notifies: boolean
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

/** The work that is one call. */
function* resultOf(call: Call): Work<Result> {
  return yield call
}

/** The longest list of changes that is announced: PostgreSQL refuses messages of 8,000 bytes. */
const MAX_ANNOUNCED = 7000

const OPTIONS = ['options']

/** The number of commits whose ids are known, so that a replica that lags can be recognized. */
const MAX_IDS = 1000

const closedError = () => new StoreError('unavailable', 'The store is closed.')

/** How long bulk transactions wait, and pause to read files, in milliseconds. */
const BULK_TIMEOUT = 60_000

/**
 * How long the definition of tables waits for a lock, and then lets others work before it is tried again, in milliseconds:
 * all reads and writes of a table wait behind it. After a second, by default, PostgreSQL ends an automatic vacuum that has
 * the lock.
 */
const DEFINITION_TIMEOUT = 1500

/** How a transaction is run; `lockTimeout` is how long it waits for others, in milliseconds. */
type Running = TransactionOptions & { readonly lockTimeout?: number }

type Outcome<T> = { readonly result: T } | { readonly error: unknown; readonly mayRepeat: boolean }

/** How often a transaction runs again because it conflicts with others. */
const MAX_RETRIES = 10
/** The longest pause before that, in milliseconds. */
const MAX_PAUSE = 50

/**
 * Reads and writes use different connections. Transactions lock the site, the concurrent ones in shared mode; among these,
 * each locks what it decides by.
 */
export async function createConnections(options: ConnectionOptions): Promise<SqlConnections> {
  const { readers, writers, channel, notifies, schema, server, place, busyTimeout, heartbeatInterval } = options
  const exclusive = createMutex(busyTimeout)
  let commits: Commits = { revision: 0, changed: new Map(), id: undefined }
  /** Raised by each new listening connection: a standby that takes over may lack commits, and repeat their revisions. */
  let epoch = 0
  /** The random ids of recent commits, by their revisions. */
  const ids = new Map<number, number>()
  const learn = (next: Commits) => {
    if (next.id !== undefined) ids.set(next.revision, next.id)
    const [oldest] = ids.size > MAX_IDS ? ids.keys() : []
    if (oldest !== undefined) ids.delete(oldest)
    // Announcements may arrive after later commits of this process.
    if (!(next.revision <= commits.revision)) commits = next
  }
  const changesIn = ({ revision, changed }: Commits): Changes => {
    const before = (epoch % EPOCHS) * REVISIONS
    return { last: names => before + (names ? lastChange(changed, names, changed.get('') ?? 0) : revision) }
  }
  const connections = function* () {
    yield* readers.connections()
    yield* writers.connections()
  }
  const watching = await watch({
    open: options.openListener,
    channel: notifies ? channel : undefined,
    table: `${quoted(schema)}.${table}`,
    interval: heartbeatInterval,
    timeout: busyTimeout,
    lostResponses: createLostResponses(connections, { age: heartbeatInterval, queueAge: busyTimeout }),
    onCommit: learn,
    onConnect(next) {
      // The network may have dropped other connections too.
      if (epoch > 0) for (const pool of [readers, writers]) pool.renew()
      epoch++
      ids.clear()
      commits = { ...next, revision: Number.NEGATIVE_INFINITY }
      learn(next)
    },
  }).catch((error: unknown) => {
    throw translateError(error, place)
  })
  let closing: Promise<void> | undefined
  const closed = new AbortController()

  const requireOpen = () => {
    if (closing !== undefined) throw closedError()
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

  const readWith = <T>(connection: Connection, work: (changes: Changes | undefined) => Work<T>): Promise<T> => {
    const first = epoch
    return readSnapshot(connection, {
      work,
      expected: watching.isWatching() ? changesIn(commits) : undefined,
      changesIn: snapshot => (first === epoch ? changesIn(snapshot) : undefined),
    })
  }

  const replicas = await createReplicas({
    replicas: options.replicas,
    table: `${quoted(schema)}.${table}`,
    interval: heartbeatInterval,
    known: () =>
      watching.isWatching() ? { commits, changesIn, idOf: revision => ids.get(revision), epoch } : undefined,
  })

  const commit = async (connection: Connection, written: ReadonlySet<string | undefined>): Promise<void> => {
    if (written.size === 0) {
      await connection.script('commit')
      return
    }
    const names = [...written].map(name => `'${(name ?? '').replaceAll("'", "''")}'`)
    const changes = `select jsonb_object_agg(name, revision + 1) from unnest(array[${names}]) as name`
    const id = `jsonb_build_object('${COMMIT_ID}', trunc(random() * ${Number.MAX_SAFE_INTEGER})::bigint)`
    const all = `jsonb_build_object('', revision, '${COMMIT_ID}', changed -> '${COMMIT_ID}')`
    const announced = `case when length(changed::text) < ${MAX_ANNOUNCED} then changed else ${all} end`
    const notify = notifies ? `select pg_notify('${channel}', revision || ' ' || (${announced})) from ${table}; ` : ''
    const results = await connection.script(
      `update ${table} set revision = revision + 1, changed = changed || (${changes}) || ${id} returning revision, changed; ${notify}commit`,
    )
    learn(commitsIn(results[0]))
  }

  const locks = advisoryLocks(channel)
  const begin = ({ concurrent = false, bulk = false, lockTimeout = bulk ? BULK_TIMEOUT : busyTimeout }: Running) =>
    [
      `set local lock_timeout = ${milliseconds(lockTimeout)}`,
      ...(bulk ? [`set local idle_in_transaction_session_timeout = ${BULK_TIMEOUT}`] : []),
      concurrent ? locks.shareSite : locks.site,
      READ_COMMITS,
    ].join('; ')

  /** Runs a transaction once. Errors of the work are not those of the connection. */
  const attempt = <T>(
    work: (session: SqlSession) => Promise<T>,
    options: Running,
    isSingle: boolean,
  ): Promise<Outcome<T>> => {
    let isBegun = false
    const run = async (connection: Connection): Promise<Outcome<T>> => {
      const learnFrom = async (results: ReturnType<Connection['script']>) => {
        const next = commitsIn((await results).at(-1))
        isBegun = true
        learn(next)
        return changesIn(next).last(OPTIONS)
      }
      const begun = learnFrom(connection.begin('', begin(options)))
      // The work of others may not be repeatable, and cannot begin before it is certain that the transaction has.
      if (!options.concurrent) await begun
      const lock = options.concurrent
        ? (keys: readonly string[]) => learnFrom(connection.script(`${locks.ofKeys(keys)}; ${READ_COMMITS}`))
        : undefined
      const { session, end } = createTransactionSession({ connection, place, begun, lock, isSingle })
      let result: T
      try {
        result = await work(session)
      } catch (error) {
        const { isConflict } = await end()
        await begun
        await connection.script('rollback')
        return { error, mayRepeat: isConflict && options.concurrent === true }
      }
      const { written } = await end()
      try {
        await commit(connection, written)
        return { result }
      } catch (error) {
        await begun
        if (!isConflictError(error)) throw error
        return { error: translateError(error, place), mayRepeat: options.concurrent === true }
      }
    }
    return using(writers, run, () => !isBegun).catch(error => {
      // Indexes that others build may deadlock with the locks at the beginning, before anything has been done.
      if (isBegun || !isConflictError(error.cause)) throw error
      return { error, mayRepeat: true }
    })
  }

  const transaction = async <T>(
    work: (session: SqlSession) => Promise<T>,
    options: Running = {},
    isSingle = false,
  ): Promise<T> => {
    requireOpen()
    const run = () => attempt(work, options, isSingle)
    for (let retries = 0; ; retries++) {
      const outcome = await (options.concurrent ? run() : exclusive(run))
      if ('result' in outcome) {
        // Everything is stored, whatever happens here.
        if (options.bulk) await using(writers, vacuumGrown).catch(() => undefined)
        return outcome.result
      }
      if (!outcome.mayRepeat || retries === MAX_RETRIES) throw outcome.error
      await setTimeout(MAX_PAUSE * Math.random())
    }
  }

  const buildIndex = createBuildingIndexes({
    // Not one of the pool: it would count as lost if it leads to a pooler.
    open: () => options.openListener(() => undefined),
    schema,
    place,
    closed: closed.signal,
  })

  return {
    async query(call, names) {
      requireOpen()
      const found = await replicas.read(() => resultOf(call), names?.())
      return found ? found.result : using(readers, connection => connection.query(call))
    },
    async read(work, names) {
      requireOpen()
      const found = await replicas.read(work, names?.())
      return found ? found.result : using(readers, connection => readWith(connection, work))
    },
    write: (work, written) => transaction(async session => session.write(work, written), { concurrent: true }, true),
    transaction: (work, options) => transaction(work, options),
    async define(work) {
      const until = performance.now() + BULK_TIMEOUT
      for (;;) {
        try {
          return await transaction(work, { bulk: true, lockTimeout: DEFINITION_TIMEOUT })
        } catch (error) {
          if (!isLockError(error) || performance.now() > until) throw error
          await setTimeout(DEFINITION_TIMEOUT)
        }
      }
    },
    ...(options.buildsIndexes && { buildIndex }),
    optionsRevision() {
      requireOpen()
      return watching.isWatching() ? changesIn(commits).last(OPTIONS) : undefined
    },
    revision(names) {
      requireOpen()
      return watching.isWatching() ? changesIn(commits).last(names) : Number.NaN
    },
    server,
    place,
    closed: closed.signal,
    size: () =>
      using(readers, async connection => {
        const [rows] = await connection.begin(
          'read only',
          `select sum(pg_total_relation_size(oid)) from pg_class where relkind = 'r' and relnamespace = ${CURRENT_SCHEMA}; commit`,
        )
        return Number(rows?.[0]?.[0])
      }),
    close() {
      closed.abort(closedError())
      // Waiting tasks get an error; running ones have time to end.
      closing ??= Promise.all([
        readers.close(busyTimeout),
        replicas.close(busyTimeout),
        exclusive(() => undefined)
          .catch(() => undefined)
          .then(() => writers.close(busyTimeout)),
      ]).then(() => watching.close())
      return closing
    },
  }
}
