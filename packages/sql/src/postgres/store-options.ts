import { checks, type OptionChecks } from '@platen/core'
import type { StatementListener } from '../statement-listener.js'
import type { SslMode } from './encryption.js'

/**
 * A feature of PostgreSQL that compatible servers lack: messages between sessions (`notifications`: commits of other processes
 * are noticed by heartbeats), indexes of several columns for parts of texts (`trigrams`: searches read all texts), triggers that
 * see all rows of a statement (`transitions`: totals are counted instead of kept), or `CREATE INDEX CONCURRENTLY`
 * (`concurrent-indexes`: writes wait while an upgrade creates indexes).
 */
export type PostgresFeature = 'notifications' | 'trigrams' | 'transitions' | 'concurrent-indexes'

/** Which database a store uses, and how. */
export interface PostgresStoreOptions {
  /** The database as a URL, such as `postgres://user:password@host:5432/name?sslmode=verify-full`. */
  readonly url: string
  /**
   * Whether connections are encrypted, as `sslmode` of libpq; by default that of the URL or of `PGSSLMODE`, or else `prefer`:
   * with servers that can, without verifying whose certificate they have.
   */
  readonly sslmode?: SslMode | undefined
  /** The schema of the store's tables, which must exist; by default the first of the user's search path. */
  readonly schema?: string | undefined
  /** Whether a missing store is an error; by default, its tables are created. */
  readonly mustExist?: boolean | undefined
  /**
   * Whether the URL leads to a pooler that assigns connections to transactions, such as PgBouncer. It is detected by
   * default. Commits of other processes are then noticed by heartbeats, and statements are not prepared.
   */
  readonly pooled?: boolean | undefined
  /** The database as a URL without the pooler, on which one connection listens for the commits of other processes. */
  readonly listenUrl?: string | undefined
  /**
   * Standbys of the database as URLs. Reads outside of transactions are sent to one that has all commits that this process
   * knows of, including all of its own, and otherwise to `url`; a standby that cannot be used is tried again every second. By
   * default, there are none.
   */
  readonly replicas?: readonly string[] | undefined
  /** The maximum number of connections that read at the same time, also to each replica; 10 by default. Two more write and listen. */
  readonly connections?: number | undefined
  /** How long a write waits for others, and for a connection, in milliseconds; 5,000 by default. */
  readonly busyTimeout?: number | undefined
  /**
   * How long a transaction may pause between its statements, in milliseconds; 4,000 by default, a minute for transactions
   * with `bulk`. The server rolls back one that pauses longer (`unavailable`), such as that of a process that was stopped:
   * others wait for its end.
   */
  readonly idleTransactionTimeout?: number | undefined
  /**
   * How often the connection to the server is checked, in milliseconds; 1,000 by default. A server that does not respond
   * within twice this time counts as lost: connections are opened anew, and nothing is cached until then.
   */
  readonly heartbeatInterval?: number | undefined
  /**
   * The time limit of each statement that reads, in milliseconds; 5,000 by default, `Infinity` for none. A longer read
   * fails with the code `timeout` (for clients 503 `rest_store_timeout`). Writes and transactions are not limited.
   */
  readonly statementTimeout?: number | undefined
  /** What the server lacks; the same in all processes, from the creation of the site on. */
  readonly without?: readonly PostgresFeature[] | undefined
  /** Receives every statement that reads or writes records before it runs: for logging and counting. */
  readonly onStatement?: StatementListener | undefined
}

const { callable, count, flag, listOf, oneOf, positive, required, text, texts } = checks

/** The checks of these options. */
export const storeChecks: OptionChecks<PostgresStoreOptions> = {
  url: required(text),
  sslmode: oneOf(['disable', 'prefer', 'require', 'verify-ca', 'verify-full'] satisfies readonly SslMode[]),
  schema: text,
  mustExist: flag,
  pooled: flag,
  listenUrl: text,
  replicas: texts,
  connections: positive,
  busyTimeout: count,
  idleTransactionTimeout: positive,
  heartbeatInterval: positive,
  statementTimeout: positive,
  without: listOf(
    oneOf(['notifications', 'trigrams', 'transitions', 'concurrent-indexes'] satisfies readonly PostgresFeature[]),
    'a list of features',
  ),
  onStatement: callable,
}
