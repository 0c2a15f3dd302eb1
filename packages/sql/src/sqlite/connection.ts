import { existsSync } from 'node:fs'
import { dirname } from 'node:path'
import { driverError, fold, foldKey, StoreError } from '@platen/storage'
import Database from 'better-sqlite3'
import type { StatementListener } from '../statement-listener.js'
import { textLimit } from '../text-limit.js'
import type { Call, Result, Row, Statement, Work } from '../work.js'
import { codeOf } from './errors.js'
import { FOLD_FUNCTION, FOLD_KEY_FUNCTION } from './expressions.js'
import { createFoldOnce } from './fold-once.js'
import { createPendingTexts, touchesIndex } from './pending-texts.js'
import { IN_TIME_FUNCTION } from './planner.js'
import type { ReadLimit } from './read-limit.js'

/** One synchronous connection to a database file. */
export interface Connection {
  readonly database: Database.Database
  /** Fails with `timeout` if it reads for longer than the limit. */
  execute(call: Call, limit?: ReadLimit): Result
  /** Runs work to completion; the limit applies to all of its calls together. */
  run<T>(work: Work<T>, limit?: ReadLimit): T
  /** Indexes the new texts of the transaction. */
  indexTexts(): void
}

export interface ConnectionOptions {
  readonly path: string
  readonly mustExist: boolean
  readonly writes: boolean
  /** How long a statement waits for a lock, in milliseconds: the whole process waits with it. */
  readonly lockTimeout: number
  readonly onStatement: StatementListener | undefined
}

/** A statement of the driver, and whether the new texts must be indexed before it runs. */
interface Prepared {
  readonly ready: Database.Statement
  readonly needsIndex: boolean
}

/**
 * The additional time, in milliseconds, after which no further statement of the work begins: not every statement scans
 * records, and the last ones, which read the results, are fast.
 */
const GRACE = 100

export function openConnection({ path, mustExist, writes, lockTimeout, onStatement }: ConnectionOptions): Connection {
  const database = openDatabase(path, { fileMustExist: mustExist, timeout: lockTimeout })
  // A damaged page is only detected when it is read, by any query.
  database.pragma('cell_size_check = on')
  let deadline = Number.POSITIVE_INFINITY
  const requireTime = (grace = 0) => {
    if (performance.now() > deadline + grace) throw new StoreError('timeout', 'The query takes too long.')
    return 1
  }
  database.function(IN_TIME_FUNCTION, () => requireTime())
  const foldOnce = createFoldOnce(fold)
  // Long texts take some time to fold, even those of few records.
  const ofText = (fold: (text: string) => string) => (text: unknown) =>
    typeof text === 'string' && requireTime() ? fold(text) : text
  database.function(FOLD_FUNCTION, { deterministic: true }, ofText(foldOnce.fold))
  database.function(FOLD_KEY_FUNCTION, { deterministic: true }, ofText(foldKey))
  const pending = writes ? createPendingTexts(database) : undefined
  const prepared = new WeakMap<Statement, Prepared>()

  const prepare = (statement: Statement): Prepared => {
    const cached = prepared.get(statement)
    if (cached) return cached
    const ready = database.prepare(statement.sql)
    if (ready.reader) ready.raw()
    const made = { ready, needsIndex: writes && touchesIndex(statement.sql) }
    prepared.set(statement, made)
    return made
  }

  const perform = (call: Call): Result => {
    const { statement, values } = call
    const parameters = statement.bind(values)
    onStatement?.(statement.sql, parameters)
    const { ready, needsIndex } = prepare(statement)
    if (needsIndex) pending?.index()
    if (!ready.reader) {
      const { changes, lastInsertRowid } = ready.run(parameters)
      return { rows: [], changes, lastId: Number(lastInsertRowid) }
    }
    const rows = call.maxLength === undefined ? (ready.all(parameters) as Row[]) : limitedRows(ready, parameters, call)
    return { rows, changes: rows.length }
  }

  const performAll = <T>(work: Work<T>): T => {
    let step = work.next()
    while (step.done !== true) {
      step = work.next(perform(step.value))
      if (step.done !== true) requireTime(GRACE)
    }
    return step.value
  }

  /** Reads, or writes without a limit. */
  const within = <I, T>(limit: ReadLimit | undefined, action: (input: I) => T, input: I): T => {
    deadline = limit?.begin() ?? Number.POSITIVE_INFINITY
    try {
      return action(input)
    } finally {
      limit?.end()
      foldOnce.forget()
    }
  }

  return {
    database,
    execute: (call, limit) => within(limit, perform, call),
    run: (work, limit) => within(limit, performAll, work),
    indexTexts: () => pending?.index(),
  }
}

/** The rows of a call with a limit, which are read one by one: those beyond it never are. */
function limitedRows(ready: Database.Statement, parameters: readonly unknown[], call: Call): readonly Row[] {
  const check = textLimit(call)
  const rows: Row[] = []
  for (const row of ready.iterate(parameters) as IterableIterator<Row>) {
    check(row)
    rows.push(row)
  }
  return rows
}

/** Opens a file. Errors of the driver itself, such as a missing folder, have no SQLite code. */
function openDatabase(path: string, options: Database.Options): Database.Database {
  if (options.fileMustExist === true && !existsSync(path)) throw new StoreError('not_found', 'The file does not exist.')
  try {
    return new Database(path, options)
  } catch (cause) {
    if (codeOf(cause) !== undefined) throw cause
    const unbuilt = driverError('better-sqlite3', cause)
    if (unbuilt) throw unbuilt
    const reason = existsSync(dirname(path)) ? '' : ', because its folder does not exist'
    throw new StoreError('unavailable', `The database file cannot be opened${reason}.`, { cause })
  }
}
