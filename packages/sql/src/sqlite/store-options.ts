import { checks, type OptionChecks } from '@platen/core'
import type { StatementListener } from '../statement-listener.js'

/** When SQLite waits for the disk. */
export type SqliteSynchronous = 'full' | 'normal'

/** Where a store's file is, and how to use it. */
export interface SqliteStoreOptions {
  /** The path of the file. SQLite creates two more files beside it while it is in use. */
  readonly path: string
  /** Whether a missing store is an error; by default, the file and its tables are created. */
  readonly mustExist?: boolean | undefined
  /** How long a write waits for others, in milliseconds; 5,000 by default. */
  readonly busyTimeout?: number | undefined
  /**
   * The time limit of reads, in milliseconds; 5,000 by default, `Infinity` for none. A query blocks the process and
   * with it all other requests: a longer read fails with the code `timeout` (for clients 503 `rest_store_timeout`). The
   * limit applies to all queries of one store call together, and to all calls in one turn of the event loop: those of a
   * request that waits for nothing else, and of requests that arrive together. Once it is used up, each further call in
   * the turn has 100 ms (or the limit, if that is less). Writes, and reads of transactions that are not `grouped`, such
   * as migrations and imports, are not limited and do not count. Use `Infinity` in scripts that read a lot and block
   * nobody else.
   */
  readonly statementTimeout?: number | undefined
  /**
   * Durability after a power failure: `full` (the default) syncs every commit; `normal` is several times faster and may
   * lose the last moments. Neither loses anything in a crash of the process.
   */
  readonly synchronous?: SqliteSynchronous | undefined
  /** Receives every statement that reads or writes records before it runs: for logging and counting. */
  readonly onStatement?: StatementListener | undefined
}

const { callable, count, flag, oneOf, positive, required, text } = checks

/** The checks of these options. */
export const storeChecks: OptionChecks<SqliteStoreOptions> = {
  path: required(text),
  mustExist: flag,
  busyTimeout: count,
  statementTimeout: positive,
  synchronous: oneOf(['full', 'normal'] satisfies readonly SqliteSynchronous[]),
  onStatement: callable,
}
