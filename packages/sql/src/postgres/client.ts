import { type Client, type CustomTypesConfig, Query, type QueryArrayConfig, type QueryArrayResult } from 'pg'
import type { StatementListener } from '../statement-listener.js'
import { textLimit } from '../text-limit.js'
import type { Call, Result, Row, Statement, Work } from '../work.js'

/**
 * Runs the statements of one connection: each is sent at once, behind those whose responses are on their way, which takes no
 * round trip of its own.
 */
export interface Connection {
  /** The id of the server's process; behind a pooler, that of the latest transaction, once it has begun. */
  readonly pid: number | undefined
  /** Whether it leads to a pooler, so that its session lasts for one transaction. */
  readonly isPooled: boolean
  /** Resolves when it is closed, by whichever end. */
  readonly ended: Promise<void>
  /** Reads with one call, outside of a transaction. */
  query(call: Call): Promise<Result>
  /** Begins a transaction in a mode, such as `read only`, runs SQL in it, and returns the rows of each statement. */
  begin(mode: string, text: string): ReturnType<Connection['script']>
  execute(call: Call): Promise<Result>
  /** Calls `onLast` when the last call of the work has been sent, if the work tells which one it is. */
  run<T>(work: Work<T>, onLast?: () => void): Promise<T>
  /** Runs SQL of several statements without parameters, and returns the rows of each. */
  script(text: string): Promise<readonly (readonly (readonly unknown[])[])[]>
  /** Whether it should be closed because it has prepared too many statements. */
  isWorn(): boolean
  /** When the oldest query without a response was sent, as by `performance.now`; `undefined` without one. */
  pendingSince(): number | undefined
  /** Closes it; a server that does not respond has a second. */
  close(): void
  /** Closes it immediately: the current query fails. */
  destroy(): void
}

/** How long the server may take to close a connection, in milliseconds. */
const CLOSE_TIMEOUT = 1000

const BIGINT = 20
const NUMERIC = 1700
const JSON_VALUE = 114

/** Whole numbers are below 2^53; JSON is parsed where its text is read. */
export const types: CustomTypesConfig = {
  getTypeParser: (type: number) =>
    type === BIGINT || type === NUMERIC
      ? Number
      : (value: string) => (type === JSON_VALUE ? value : other(type, value)),
}

const INTEGERS = [21, 23, 26, 700, 701]
const BOOLEAN = 16

function other(type: number, value: string): unknown {
  if (INTEGERS.includes(type)) return Number(value)
  return type === BOOLEAN ? value === 't' : value
}

/** A statement is prepared when it runs for the third time: many run once, in one of countless forms. */
const RUNS_BEFORE = 2
/** The number of statements that a connection prepares. */
const MAX_PREPARED = 1000

/** The times that statements have run, and the names of those that are prepared. */
const known = new WeakMap<Statement, { runs: number; readonly name: string }>()
let names = 0

function nameOf(statement: Statement): string | undefined {
  const found = known.get(statement)
  if (found === undefined) {
    known.set(statement, { runs: 1, name: `platen_${++names}` })
    return undefined
  }
  found.runs++
  return found.runs > RUNS_BEFORE ? found.name : undefined
}

/** PostgreSQL stores all characters but NUL. */
const storable = (value: unknown) =>
  typeof value === 'string' && value.includes('\0') ? value.replaceAll('\0', '\ufffd') : value

export interface ClientOptions {
  readonly pid: number
  readonly isPooled: boolean
  /** Settings that each transaction begins with, such as `lock_timeout = 5000`. */
  readonly settings: readonly string[]
  readonly onStatement: StatementListener | undefined
}

/** The connection of a client that is connected. */
export function connectionOf(client: Client, options: ClientOptions): Connection {
  const { isPooled, settings, onStatement } = options
  let pid: number | undefined = options.pid
  const prepared = new Set<string>()
  const ended = new Promise<void>(resolve => client.once('end', resolve))
  const destroy = () => void client.connection.stream.destroy()
  /** When the queries without a response were sent; responses arrive in the order of the queries. */
  const sent: number[] = []
  const pending = async <T>(query: Promise<T>): Promise<T> => {
    sent.push(performance.now())
    try {
      return await query
    } finally {
      sent.shift()
    }
  }

  const executeOne = async ({ statement, values, maxLength }: Call): Promise<Result> => {
    const parameters = statement.bind(values).map(storable)
    onStatement?.(statement.sql, parameters)
    // The next transaction may have another session.
    const name = isPooled ? undefined : nameOf(statement)
    if (name !== undefined) prepared.add(name)
    const query: QueryArrayConfig = { name, text: statement.sql, values: parameters, rowMode: 'array' }
    if (maxLength !== undefined) return pending(limitedRows(client, query, textLimit({ maxLength })))
    const { rows, rowCount } = await pending(client.query(query))
    return { rows, changes: rowCount ?? 0 }
  }

  const execute = async ({ followed = [], ...call }: Call): Promise<Result> => {
    if (followed.length === 0) return executeOne(call)
    const [result, ...others] = await Promise.all([executeOne(call), ...followed.map(executeOne)])
    return { ...result, followed: others }
  }

  const script: Connection['script'] = async text => {
    const results: QueryArrayResult | readonly QueryArrayResult[] = await pending(
      client.query({ text, rowMode: 'array' }),
    )
    return [results].flat().map(({ rows }) => rows)
  }

  /** Begins a transaction whose session is not known before. */
  const beginAnew = async (mode: string) => {
    pid = undefined
    const set = settings.map(setting => `set local ${setting}; `).join('')
    const results = await script(`begin ${mode}; ${set}select pg_backend_pid()`)
    pid = Number(results.at(-1)?.[0]?.[0])
  }

  return {
    get pid() {
      return pid
    },
    isPooled,
    ended,
    async query(call) {
      if (!isPooled) return execute(call)
      const [, result] = await Promise.all([beginAnew('read only'), execute(call), script('commit')])
      return result
    },
    async begin(mode, text) {
      if (!isPooled) return (await script(`begin ${mode}; ${text}`)).slice(1)
      const [, results] = await Promise.all([beginAnew(mode), script(text)])
      return results
    },
    execute,
    async run(work, onLast) {
      let step = work.next()
      while (step.done !== true) {
        const result = execute(step.value)
        if (step.value.isLast) onLast?.()
        step = work.next(await result)
      }
      return step.value
    },
    script,
    isWorn: () => prepared.size > MAX_PREPARED,
    pendingSince: () => sent[0],
    close() {
      const timer = setTimeout(destroy, CLOSE_TIMEOUT)
      client.end().then(() => clearTimeout(timer))
    },
    destroy,
  }
}

/** The rows of a query with a limit; those beyond it are received, but not kept. */
function limitedRows(client: Client, config: QueryArrayConfig, check: (row: Row) => void): Promise<Result> {
  const query = client.query(new Query<unknown[]>(config))
  const rows: Row[] = []
  let refused: unknown
  query.on('row', row => {
    if (refused !== undefined) return
    try {
      check(row)
      rows.push(row)
    } catch (error) {
      refused = error
      rows.length = 0
    }
  })
  return new Promise((resolve, reject) => {
    query.on('error', reject)
    query.on('end', () => (refused === undefined ? resolve({ rows, changes: rows.length }) : reject(refused)))
  })
}
