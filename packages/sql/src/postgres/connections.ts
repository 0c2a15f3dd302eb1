import { createMutex, StoreError } from '@platen/storage'
import type { ClientConfig, Pool, PoolClient } from 'pg'
import type { SqlConnections, SqlSession } from '../dialect.js'
import type { StatementListener } from '../statement-listener.js'
import type { Call, Result, Work } from '../work.js'
import { type Connection, connectionOf } from './client.js'
import { CURRENT_SCHEMA } from './ddl.js'
import { translateError } from './errors.js'
import { COMMITS_TABLE } from './setup.js'
import { type Commits, watch } from './watching.js'

/** The connections of a store to one schema of a database. */
export interface ConnectionOptions {
  /** Opens connections that read, and one that writes. */
  readonly readers: Pool
  readonly writer: Pool
  readonly config: ClientConfig
  /** The channel on which processes announce their commits to this schema. */
  readonly channel: string
  /** The schema of the tables. */
  readonly schema: string
  readonly server: string
  /** The URL of the database without the password, for errors. */
  readonly place: string
  /** How long writes wait for others, in milliseconds. */
  readonly busyTimeout: number
  readonly onStatement: StatementListener | undefined
}

const table = `"${COMMITS_TABLE}"`

const MAX_MILLISECONDS = 2 ** 31 - 1

/** A time limit as PostgreSQL takes it: 0 would mean none. */
export const milliseconds = (time: number): number => Math.min(Math.max(1, Math.ceil(time)), MAX_MILLISECONDS)

/** Reads at one state of the database; the first result is its revision. */
const BEGIN_READ = `begin isolation level repeatable read read only; select revision from ${table}`

/** Locks the table against writes of other processes until the transaction ends. */
const beginWrite = (busyTimeout: number) =>
  `begin; set local lock_timeout = ${milliseconds(busyTimeout)}; lock table ${table} in exclusive mode; set local lock_timeout = 0; select revision, options from ${table}`

const commitsIn = (rows: readonly (readonly unknown[])[] | undefined): Commits => ({
  revision: Number(rows?.[0]?.[0]),
  options: Number(rows?.[0]?.[1]),
})

/** A name in SQL. */
export const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`

/** Reads use several connections; writes use another, one after the other, also those of other processes. */
export async function createConnections(given: ConnectionOptions): Promise<SqlConnections> {
  const { readers, writer, config, channel, schema, server, place, busyTimeout, onStatement } = given
  const exclusive = createMutex(busyTimeout)
  let known: Commits = { revision: 0, options: 0 }
  const learn = (commits: Commits) => {
    // Announcements may arrive after later commits of this process.
    if (!(commits.revision <= known.revision)) known = commits
  }
  const watching = await watch({ config, channel, table: `${quoted(schema)}.${table}`, onCommit: learn }).catch(
    (error: unknown) => {
      throw translateError(error, place)
    },
  )
  let unknown = 0
  let closing: Promise<void> | undefined

  const requireOpen = () => {
    if (closing !== undefined) throw new StoreError('unavailable', 'The store is closed.')
  }

  /** Uses a connection; one on which something went wrong is closed. */
  const using = async <T>(pool: Pool, use: (connection: Connection, client: PoolClient) => Promise<T>): Promise<T> => {
    requireOpen()
    let client: PoolClient | undefined
    try {
      client = await pool.connect()
      const connection = connectionOf(client, onStatement)
      const result = await use(connection, client)
      client.release(connection.isWorn())
      return result
    } catch (error) {
      client?.release(true)
      throw translateError(error, place)
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

  const transaction = <T>(work: (session: SqlSession) => Promise<T>): Promise<T> =>
    exclusive(() =>
      using(writer, async connection => {
        const begun = await connection.script(beginWrite(busyTimeout))
        learn(commitsIn(begun.at(-1)))
        const { session, end } = createTransactionSession(connection, known, place)
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
      }),
    ).then(outcome => {
      // Errors of the work are not those of the connection.
      if ('error' in outcome) throw outcome.error
      return outcome.result
    })

  return {
    query: call => using(readers, connection => connection.execute(call)),
    read: work =>
      using(readers, async connection => {
        const begun = await connection.script(BEGIN_READ)
        const result = await connection.run(work(commitsIn(begun[1]).revision))
        await connection.script('commit')
        return result
      }),
    write: (work, written) => transaction(async session => session.write(work, written)),
    transaction: work => {
      requireOpen()
      return transaction(work)
    },
    optionsRevision() {
      requireOpen()
      return watching.isWatching() ? String(known.options) : undefined
    },
    revision() {
      requireOpen()
      if (watching.isWatching()) return known.revision
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
      closing ??= exclusive(async () => {
        await Promise.all([readers.end(), writer.end(), watching.close()])
      }).catch((error: unknown) => {
        // Who could not wait long enough for a writer may try again.
        closing = undefined
        throw error
      })
      return closing
    },
  }
}

/** The session of a transaction: each write is a savepoint, so that it can fail alone. */
function createTransactionSession(
  connection: Connection,
  begun: Commits,
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
    optionsRevision: () => (wroteOptions ? undefined : String(begun.options)),
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
